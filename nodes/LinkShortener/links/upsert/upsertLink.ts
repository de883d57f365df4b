import type { IDataObject } from 'n8n-workflow';

import { heldUntil } from '../create/createKey';
import { createAlone, type CreateOptions } from '../create/createLink';
import { finderOf, type LinkFinder } from '../find/finder';
import type { Found } from '../find/knownLinks';
import { listedLink } from '../link/listedLink';
import { linksOf, type LinkClient } from '../memory/linkMemory';
import { plannedRecord } from './plannedLink';
import type { RowName } from '../find/rowName';
import { sharedLink, type SharedLink } from './sharedLinks';
import { withParametersInUrl } from '../link/longUrl';
import {
	doneBy,
	soughtBy,
	stepFor,
	stepOf,
	type UpsertRow,
	type RowStep,
	type RowWish,
} from './rowStep';
import { rowsOfRun, type Done, type RunRows } from './runRows';
import { shortUrlKey } from '../link/shortUrl';
import { readAgain, updateToRow } from '../update/updateToRow';
import { MAX_PLAN_REFUSALS } from '../../api/http/remedies';
import { noSecondLink, notCreatedEither } from '../find/upsertErrors';
import { lockOf, wantedLink } from '../link/wantedLink';
import { toText } from '../../shared/json';
import { settle, UserFacingError } from '../../shared/userFacingError';

/** What was done for a row, or would be done. */
export interface UpsertOutcome {
	/** `action`, `id`, `alias`, `shorturl`, `longurl`, `clicks`, and what was compared. */
	record: IDataObject;
	/** For a row whose link an earlier one has. */
	repeats?: SharedLink;
	/** Whether nothing was sent, or would be, but fields that the service does not show. */
	isOnlySent?: boolean;
	/** The fields of the row that the service does not show. */
	hidden?: readonly string[];
	/** What a person should know of it. */
	hint?: string;
}

/** A row that was read, with the link that it wants. */
export function rowOf(wish: RowWish, number: number): UpsertRow {
	const { name } = wish;
	const wanted = wantedLink(withParametersInUrl(wish.body));
	// The alias and the host by which the row names its link.
	const named = name.by === 'shorturl' ? { alias: name.alias, host: name.host } : {};
	return { ...wish, number, wanted: { ...wanted, ...named } };
}

/**
 * Makes the service look like a row: creates the link, updates it, or leaves it as it is. Of several rows
 * for one link, the first counts. Those that say the same or a part of it get its result, others fail.
 *
 * @param items how many rows the run has
 * @throws {UserFacingError} that says why nothing was done
 */
export async function upsertLink(
	client: LinkClient,
	row: UpsertRow,
	items: number,
	options: CreateOptions,
): Promise<UpsertOutcome> {
	const upsert = new Upsert(client, row, items, options);
	const { locks } = linksOf(client);
	const work = async () => await upsert.run();
	// The rows of this run wait for each other already. The lock keeps out other runs for the same link.
	return await locks.alone(client, lockOf(row.wanted), work, () => heldUntil(options.key));
}

/** The work for one row. */
class Upsert {
	private readonly finder: LinkFinder;

	private readonly rows: RunRows;

	constructor(
		private readonly client: LinkClient,
		private readonly row: UpsertRow,
		items: number,
		private readonly options: CreateOptions,
	) {
		this.finder = finderOf(client, items);
		this.rows = rowsOfRun(client);
	}

	async run(): Promise<UpsertOutcome> {
		const { client, finder, rows, row } = this;
		await finder.prepare(row.wanted.host);
		await finder.ask(soughtBy(row));
		const step = stepOf(row, finder.known, rows);
		if (step.kind !== 'compare') return await this.perform(step);
		const { found } = step;
		// Another row may name the same link in another way: what it has done is known at this one's turn.
		return await linksOf(client).locks.alone(
			client,
			`link ${found.link.key}`,
			async () => await this.perform(stepFor(row, found, rows)),
		);
	}

	private async perform(step: RowStep): Promise<UpsertOutcome> {
		switch (step.kind) {
			case 'repeat':
				return repeated(step.earlier, this.row.name.by);
			case 'compare':
				return await this.update(step.found);
			case 'create':
				return this.row.dryRun ? this.wouldCreate() : await this.create();
		}
	}

	/** Notes a link that the run would create, so that later rows of the dry run find it. */
	private wouldCreate(): UpsertOutcome {
		const { row, rows, finder } = this;
		const link = finder.known.notePlanned(row.wanted, row.number);
		const record = { action: 'create', ...plannedRecord(row.wanted) };
		rows.done.set(link.key, doneBy(row, record));
		return { record };
	}

	private async create(): Promise<UpsertOutcome> {
		const { client, finder, options, row, rows } = this;
		const [refusal] = rows.usedUpPlan;
		// The account's plan is used up, so no more is created. Updates need no room in it.
		if (refusal && rows.usedUpPlan.length >= MAX_PLAN_REFUSALS) throw notCreatedEither(refusal);
		const toCreate = wantedLink(await this.bodyToCreate());
		const created = await settle(createAlone(client, toCreate, options));
		if (created instanceof UserFacingError) {
			if (created.is('planLimit')) rows.usedUpPlan.push(created);
			const link = await finder.afterRefusal(row.wanted, created);
			if (link === undefined) throw created;
			return await this.perform(stepFor(row, { link, isShown: true }, rows));
		}
		const { record, origin, hint } = created;
		if (origin === 'found') return await this.updateHandedOut(record);
		const made = { action: 'created', ...record };
		rows.done.set(shortUrlKey(record), doneBy(row, made));
		return { record: made, ...(hint === undefined ? {} : { hint }) };
	}

	/** The body, with the alias and the domain of the short URL of a row that has one. */
	private async bodyToCreate(): Promise<IDataObject> {
		const { finder, row } = this;
		const { body, alias, host } = row.wanted;
		if (row.name.by !== 'shorturl') return body;
		const scheme = /^http:/i.test(toText(row.values.shorturl)) ? 'http' : 'https';
		const domain = (await finder.addressOf(host)) ?? `${scheme}://${host}`;
		return { ...body, custom: alias, domain };
	}

	/** The create returned a link that existed, perhaps another one than the row's. */
	private async updateHandedOut(record: IDataObject): Promise<UpsertOutcome> {
		const { client, row, rows } = this;
		const { alias, host } = row.wanted;
		const link = await readAgain(client, listedLink(record));
		const isNamed = link.alias === alias && (host === '' || link.host === host);
		if (row.name.by !== 'url' && !isNamed) throw noSecondLink(link);
		return await this.perform(stepFor(row, { link, isShown: true }, rows));
	}

	private async update(found: Found): Promise<UpsertOutcome> {
		const { client, row, rows } = this;
		const result = await updateToRow(client, row, found);
		const longUrlBefore = found.link.record.longurl;
		rows.done.set(found.link.key, doneBy(row, result.record, longUrlBefore));
		return result;
	}
}

/** The result of the row that has the link. */
function repeated({ record, number }: Done, by: RowName['by']): UpsertOutcome {
	return {
		record: { ...record, action: 'repeated', sameAs: number },
		repeats: sharedLink(number, by === 'url'),
	};
}
