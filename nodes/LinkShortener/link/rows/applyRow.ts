import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../api/client';
import { accountLinks, type AccountLinks } from '../find/accountLinks';
import { readLinkDetail } from '../find/readLink';
import { wantedBy, isPartOf, type Row } from './row';
import {
	aliasTaken,
	domainPerhaps,
	leadsToItself,
	longUrlNeeded,
	noSecondLink,
	notCreatedEither,
	otherValues,
} from './rowErrors';
import { rowsOfRun, type FirstRow, type RunRows } from './runRows';
import { MAX_PLAN_REFUSALS } from '../../api/http/remedies';
import { heldUntil, type CreateKey } from '../create/createKey';
import { createLink, otherFields } from '../create/createLink';
import { differs, needsDetails, ofNewLink, updateBodyOf, withoutUrl } from './differs';
import {
	completeLink,
	listedLink,
	locatorOf,
	lookedUpLink,
	type ListedLink,
} from '../find/listedLink';
import { longUrlToSend, withParametersInUrl } from '../fields/longUrl';
import { pastedKey } from '../../shared/values/shortUrl';
import { lockOf, type WantedLink } from '../find/wantedLink';
import { linksOf } from '../find/linkMemory';
import { updateLink } from './updateLink';
import type { Action } from '../../operations/operation';
import { isEmpty } from '../../shared/n8n/parameters';
import { settle, UserFacingError } from '../../shared/userFacingError';

export interface Outcome {
	record: IDataObject & { action: Action };
	/** Found after the answer to its create was lost. */
	isRecovered?: boolean;
	hint?: string;
}

/** Of several rows for one link, the first counts. @throws {UserFacingError} that says why nothing was done */
export async function applyRow(
	client: Client,
	row: Row,
	items: number,
	key: CreateKey,
): Promise<Outcome> {
	const work = new RowWork(client, row, items, key);
	const apply = async () => await work.apply();
	if (row.mode === 'create' && work.wanted.alias === '') return await apply();
	const { locks } = linksOf(client);
	// The rows of this run wait for each other already. The lock keeps out other runs for the same link.
	return await locks.alone(client, lockOf(work.wanted), apply, () => heldUntil(key));
}

class RowWork {
	readonly wanted: WantedLink;

	private readonly rows: RunRows;

	constructor(
		private readonly client: Client,
		private readonly row: Row,
		private readonly items: number,
		private readonly key: CreateKey,
	) {
		this.wanted = wantedBy(row);
		this.rows = rowsOfRun(client);
	}

	private get links(): AccountLinks {
		return accountLinks(this.client, this.items);
	}

	async apply(): Promise<Outcome> {
		const { row, rows, wanted } = this;
		const isSought = row.mode !== 'create' || (row.dryRun && wanted.alias !== '');
		const link = isSought ? await this.links.find(wanted, rows.names) : undefined;
		if (link === undefined) return row.dryRun ? this.wouldCreate() : await this.create();
		const leadsElsewhere = link.canonicalUrl !== wanted.canonicalUrl;
		const isTaken = row.mode === 'create' || (row.mode === 'return' && leadsElsewhere);
		if (isTaken) throw aliasTaken(wanted.alias, link);
		const outcome = await this.settle(link);
		const concluded = leadsElsewhere && wanted.host === '' && (await this.links.concludedDefault());
		return concluded ? { hint: isConcluded(concluded), ...outcome } : outcome;
	}

	/** Another row may call it by another name: what that has done is known at this one's turn. */
	private async settle(link: ListedLink): Promise<Outcome> {
		const { client, row, rows } = this;
		return await linksOf(client).locks.alone(client, `link ${link.key}`, async () => {
			const first = rows.first.get(link.key);
			if (first !== undefined) return this.repeated(link, first);
			const outcome = row.mode === 'update' ? await this.update(link) : this.leave(link);
			const { record } = outcome;
			rows.first.set(link.key, { row, record, pageBefore: link.record.longurl });
			return outcome;
		});
	}

	/** @throws {UserFacingError} when the row says something else than the first one of its link */
	private repeated(link: ListedLink, { row: first, record, pageBefore }: FirstRow): Outcome {
		const { row, wanted } = this;
		const repeated: Outcome['record'] = { ...record, action: 'repeated', sameAs: first.number };
		delete repeated.notApplied;
		if (row.mode !== 'update') return { record: { ...repeated, ...this.notApplied(link) } };
		if (!isPartOf(wanted.body, first.body, pageBefore)) throw otherValues(first, wanted);
		return { record: repeated };
	}

	private leave(link: ListedLink): Outcome {
		const record = completeLink(link.record, this.wanted.body);
		return { record: { action: 'unchanged', ...record, ...this.notApplied(link) } };
	}

	private notApplied(link: ListedLink): IDataObject {
		const fields = otherFields(this.client, link, this.wanted);
		return fields.length > 0 ? { notApplied: fields } : {};
	}

	private async update(listed: ListedLink): Promise<Outcome> {
		const { client, row, wanted } = this;
		const isEnough = listed.details !== undefined || !needsDetails(wanted.body);
		const link = isEnough ? listed : await this.withDetails(listed);
		const { record } = link;
		const url = longUrlToSend(record.longurl);
		const hasPage = !isEmpty(wanted.body.url) || wanted.body.parameters === undefined;
		const body = hasPage ? wanted.body : withParametersInUrl({ ...wanted.body, url });
		if (pastedKey(body.url) === link.key) throw leadsToItself(link);
		const compared = wanted.alias === '' ? withoutUrl(body) : body;
		const sent = linksOf(client).sent.valuesOf(link);
		const difference = differs(record, compared, { sent, names: row.names });
		const { changes, equal, hidden, unsent } = difference;
		const isChanged = Object.keys(changes).length > 0;
		if (!isChanged && unsent.length === 0) return { record: recordOf('unchanged', link, wanted) };
		if (row.pastExpiry !== undefined && !equal.includes('expiry')) throw row.pastExpiry;
		const more = {
			...(isChanged ? { changes } : {}),
			...(hidden.length > 0 ? { sent: hidden } : {}),
		};
		if (row.dryRun) {
			return { record: { ...recordOf(isChanged ? 'update' : 'unchanged', link, wanted), ...more } };
		}
		const toSend = updateBodyOf(wanted.body, record, difference);
		const { longurl } = await updateLink(client, locatorOf(link), toSend);
		const updated = { ...link, record: { ...record, longurl } };
		return {
			record: { ...recordOf(isChanged ? 'updated' : 'unchanged', updated, wanted), ...more },
		};
	}

	/** What only lists show, such as its campaign, stays as it was listed. */
	private async withDetails(listed: ListedLink): Promise<ListedLink> {
		const link = lookedUpLink(await readLinkDetail(this.client, locatorOf(listed)));
		return { ...link, record: { ...listed.record, ...link.record } };
	}

	private wouldCreate(): Outcome {
		const { row, rows, wanted } = this;
		this.refuseNew();
		const { changes, hidden: sent } = ofNewLink(wanted.body);
		const record = {
			action: 'create' as const,
			...(wanted.alias === '' ? {} : { alias: wanted.alias }),
			longurl: wanted.body.url,
			...(Object.keys(changes).length > 0 ? { changes } : {}),
			...(sent.length > 0 ? { sent } : {}),
		};
		if (row.mode === 'create' && wanted.alias === '') return { record };
		const { key } = this.links.notePlanned(wanted, row.number);
		rows.first.set(key, { row, record });
		return { record };
	}

	private refuseNew(): void {
		const { row, wanted } = this;
		if (isEmpty(wanted.body.url)) throw longUrlNeeded(row);
		if (row.pastExpiry !== undefined) throw row.pastExpiry;
	}

	private async create(): Promise<Outcome> {
		this.refuseNew();
		const { client, key, row, rows, wanted } = this;
		const [refusal] = rows.usedUpPlan;
		const isUsedUp = rows.usedUpPlan.length >= MAX_PLAN_REFUSALS;
		// The account's plan is used up, so no more is created. Updates need no room in it.
		if (row.mode === 'update' && refusal && isUsedUp) throw notCreatedEither(refusal);
		const created = await settle(createLink(client, wanted, key, row.letsServiceChoose));
		if (created instanceof UserFacingError) {
			if (created.is('planLimit')) rows.usedUpPlan.push(created);
			const [other] = wanted.host === '' ? this.links.withAlias(wanted.alias) : [];
			const isAbout = row.mode !== 'create' && created.is('rejected') && other !== undefined;
			throw isAbout ? domainPerhaps(created, other) : created;
		}
		const { record, origin, hint } = created;
		const link = listedLink(record);
		if (origin === 'found' && row.mode === 'update') return await this.updateHandedOut(link);
		if (origin === 'found' || rows.first.has(link.key)) return await this.settle(link);
		const made = { action: 'created' as const, ...record };
		rows.first.set(link.key, { row, record: made });
		return {
			record: made,
			isRecovered: origin === 'recovered',
			...(hint !== undefined && { hint }),
		};
	}

	/** The create returned a link that existed, perhaps another one than the row's. */
	private async updateHandedOut(listed: ListedLink): Promise<Outcome> {
		const { alias, host } = this.wanted;
		const link = lookedUpLink(await readLinkDetail(this.client, locatorOf(listed)));
		const isNamed = link.alias === alias && (host === '' || link.host === host);
		if (alias !== '' && !isNamed) throw noSecondLink(link);
		return await this.settle(link);
	}
}

function recordOf<T extends Action>(
	action: T,
	link: ListedLink,
	wanted: WantedLink,
): IDataObject & { action: T } {
	const { id, alias, shorturl, longurl } = completeLink(link.record, wanted.body);
	const { clicks } = link.record;
	return {
		action,
		...(id === undefined ? {} : { id }),
		alias,
		shorturl,
		longurl,
		...(clicks === undefined ? {} : { clicks }),
	};
}

function isConcluded(host: string): string {
	return `Aliases without Domain were looked for on ${host}: no other host of the links that were read is without a domain in the account. If that is wrong, set Domain.`;
}
