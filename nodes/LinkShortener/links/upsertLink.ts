import type { IDataObject } from 'n8n-workflow';

import { completeLink, createLink, type LinkClient } from './createLink';
import {
	compared,
	differs,
	IDENTITY,
	needsDetails,
	updateBodyOf,
	withoutUrl,
	type Difference,
} from './differs';
import { finderOf, type LinkFinder } from './findLink';
import { findMatch } from './findMatch';
import { LinkLedger } from './ledger';
import { listedLink, lookedUpLink, type ListedLink } from './listedLink';
import { looseKey, withParametersInUrl } from './longUrl';
import { nameOfLink, type MatchOn } from './matchOn';
import { readLinkDetail } from './readLink';
import { sentValuesOf } from './sentValues';
import { aliasOf, hostOf, shortUrlKey } from './shortUrl';
import { updateLink } from './updateLink';
import {
	firstCounts,
	sameAs,
	UpsertedRows,
	type RowSays,
	type UpsertOutcome,
} from './upsertedRows';
import { anotherPlace, longUrlNeeded, noSecondLink } from './upsertErrors';
import { wantedLink, type WantedLink } from './wantedLink';
import { toText } from '../shared/json';
import type { Memory } from '../shared/memory';
import { isEmpty } from '../shared/parameters';
import { settle, UserFacingError } from '../shared/userFacingError';

/** The wishes of a row besides the values of its link. */
export interface UpsertOptions {
	matchOn: MatchOn;
	/** The short URL of the row, where that names the link. */
	shortUrl: string;
	/** Whether nothing is sent that changes something. */
	dryRun: boolean;
	/** When fields are sent that the service does not show. */
	unseenFields: 'whenChanged' | 'always' | 'onChange';
	/** How many rows the run has. */
	items: number;
	/** The row's number, from 1. */
	number: number;
	/** The identity of the row, which stays the same when the engine tries it again. */
	itemKey: string;
	/** The memory of the run in all tries of the engine. */
	tries: Memory;
	/** Why the expiry of the row cannot be set; it may still be what the link has. */
	pastExpiry?: UserFacingError;
}

/**
 * Makes the service look like a row: creates the link, updates it, or leaves it as it is. Of several rows
 * for one link, the first counts. Equal ones get its result.
 *
 * @param values by field name, as the row has them
 * @param readBody reads them as the service gets them
 * @throws {UserFacingError} that says why nothing was done
 */
export async function upsertLink(
	client: LinkClient,
	values: Readonly<Record<string, unknown>>,
	readBody: () => Promise<IDataObject>,
	options: UpsertOptions,
): Promise<UpsertOutcome> {
	const rows = options.tries.get(UpsertedRows, () => new UpsertedRows());
	return await firstCounts(
		rows.byName,
		nameOfLink(values, options.matchOn, options.shortUrl),
		async (earlier) => {
			const body = withParametersInUrl(await readBody());
			const upsert = new Upsert(client, rows, body, options);
			const row = { number: options.number, says: upsert.says };
			if (earlier !== undefined) return { ...row, outcome: sameAs(earlier, row) };
			return { ...row, outcome: await upsert.run(row) };
		},
	);
}

/** The work for one row. */
class Upsert {
	private readonly ledger: LinkLedger;

	private readonly finder: LinkFinder;

	private readonly wanted: WantedLink;

	constructor(
		private readonly client: LinkClient,
		private readonly rows: UpsertedRows,
		private readonly body: IDataObject,
		private readonly options: UpsertOptions,
	) {
		this.ledger = client.perKey(LinkLedger, () => new LinkLedger());
		this.finder = finderOf(client, this.ledger, options.items);
		const [alias, host] = this.place();
		this.wanted = { ...wantedLink(body), alias, host };
		if (options.matchOn === 'shorturl') this.refuseAnotherPlace(alias, host, options.shortUrl);
	}

	get says(): string {
		const isName = (field: string) => this.options.matchOn !== 'url' && IDENTITY.includes(field);
		const fields = Object.entries(this.body).filter(([field]) => !isName(field));
		const url = this.wanted.longUrls[0]?.spelling;
		return JSON.stringify({ ...Object.fromEntries(fields), url });
	}

	/** The alias and the host that a created link gets; empty where the service chooses. */
	private place(): [alias: string, host: string] {
		const { custom, domain } = this.body;
		const { matchOn, shortUrl } = this.options;
		if (matchOn !== 'shorturl') {
			return [toText(custom), toText(domain) === '' ? '' : hostOf(domain)];
		}
		return [aliasOf({ shorturl: shortUrl }), hostOf(shortUrl)];
	}

	async run(row: RowSays): Promise<UpsertOutcome> {
		const { alias, host, longUrls } = this.wanted;
		const [longUrl] = longUrls;
		const isByUrl = this.options.matchOn === 'url' && longUrl !== undefined;
		const name = isByUrl ? looseKey(longUrl, '') : `${alias.toLowerCase()} ${host}`;
		// Another run beside this one may ask for the same link, and another row for one that is alike.
		return await this.ledger.locks.run(
			[`upsert ${name}`],
			'alone',
			async () => await this.createOrUpdate(row),
			async (acquired) => {
				await this.client.waitFor(acquired, 'an item with the same alias or long URL');
			},
		);
	}

	private async createOrUpdate(row: RowSays): Promise<UpsertOutcome> {
		const link = await findMatch(this.finder, this.wanted, this.options.matchOn);
		if (link !== undefined) return await this.updateOnce(link, row);
		if (isEmpty(this.body.url)) throw longUrlNeeded();
		const { dryRun, matchOn, items, itemKey, pastExpiry } = this.options;
		if (pastExpiry !== undefined) throw pastExpiry;
		const body = matchOn === 'shorturl' ? this.bodyWithPlace() : this.body;
		if (dryRun) return this.plan(body, row);
		const creating = createLink(this.client, body, {
			reuseExisting: false,
			isOnlyOne: matchOn === 'url',
			aliasIsOurs: false,
			items,
			itemKey,
		});
		const created = await settle(creating);
		if (created instanceof UserFacingError) {
			// The list may be older than the link that has the alias.
			const late = created.is('aliasTaken') ? await this.lookUpAgain() : undefined;
			if (late === undefined) throw created;
			return await this.updateOnce(late, row);
		}
		const { record, origin } = created;
		const { alias, host } = this.wanted;
		// A service that hands out old links may do so for one with the same alias on another domain.
		if (origin !== 'found' && (host === '' || hostOf(record.shorturl) === host)) {
			const made = outcome({ action: 'created', ...record });
			// A later row may call the same link by another name.
			this.rows.byKey.set(shortUrlKey(record), Promise.resolve({ ...row, outcome: made }));
			return made;
		}
		const known = await this.readNamed(record);
		const isAsked = known.alias === alias && (host === '' || known.host === host);
		if (matchOn !== 'url' && !isAsked) throw noSecondLink(known);
		return await this.updateOnce(known, row);
	}

	/** Notes a link that the run would create, so that later rows of the dry run find it. */
	private plan(body: IDataObject, row: RowSays): UpsertOutcome {
		const { url: longurl, custom, metatitle: title, description } = body;
		const alias = toText(custom);
		const host = this.wanted.host || this.ledger.defaultHost || hostOf(this.client.baseUrl);
		const shorturl = `https://${host}/${alias || `(item ${row.number})`}`;
		const link = listedLink({ shorturl, longurl, title, description });
		const made = outcome({ action: 'create', ...(alias === '' ? {} : { alias }), longurl });
		this.finder.noteUnread(link);
		this.rows.byKey.set(link.key, Promise.resolve({ ...row, outcome: made }));
		return made;
	}

	private bodyWithPlace(): IDataObject {
		const { alias, host } = this.wanted;
		const { shortUrl } = this.options;
		const scheme = /^http:/i.test(shortUrl) ? 'http' : 'https';
		return { ...this.body, custom: alias, domain: `${scheme}://${host}` };
	}

	/** The link that has the alias although the list did not show it. */
	private async lookUpAgain(): Promise<ListedLink | undefined> {
		const { alias, host } = this.wanted;
		if (this.options.matchOn === 'url') return undefined;
		const onHost = host || (await this.finder.defaultHost()) || hostOf(this.client.baseUrl);
		return await this.finder.lookUp(alias, onHost);
	}

	/** Rows that call a link by different names are compared here. */
	private async updateOnce(link: ListedLink, row: RowSays): Promise<UpsertOutcome> {
		this.refuseAnotherPlace(link.alias, link.host, toText(link.record.shorturl));
		const isTried = this.rows.byKey.has(link.key);
		return await firstCounts(this.rows.byKey, link.key, async (earlier) => {
			if (earlier !== undefined) return { ...row, outcome: sameAs(earlier, row) };
			// An earlier row may have changed the link before it failed.
			const now = isTried ? await this.readAgain(link) : link;
			return { ...row, outcome: await this.update(now) };
		});
	}

	/** A link that an answer has just named. A replica that lags denies it; then only its names are known. */
	private async readNamed({ id, alias, shorturl }: IDataObject): Promise<ListedLink> {
		const named = listedLink({ ...(id === undefined ? {} : { id }), alias, shorturl });
		const read = await settle(this.readAgain(named));
		if (!(read instanceof UserFacingError)) return read;
		if (read.is('notFound')) return named;
		throw read;
	}

	private async readAgain(link: ListedLink): Promise<ListedLink> {
		return lookedUpLink(await readLinkDetail(this.client, locatorOf(link)));
	}

	private async update(link: ListedLink): Promise<UpsertOutcome> {
		const { client, body, options } = this;
		const details = await this.detailsOf(link);
		const known = { ...link.record, ...details };
		const sent = sentValuesOf(client);
		const values = options.matchOn === 'url' ? withoutUrl(body) : body;
		const difference = differs(known, values, sent.valuesOf(link));
		for (const [field, shown] of Object.entries(difference.shown)) sent.see(link, field, shown);
		const { id, alias, shorturl, longurl } = completeLink(known, body);
		const record = { ...(id === undefined ? {} : { id }), alias, shorturl, longurl };
		if (!this.needsUpdate(difference)) {
			return outcome({ action: 'unchanged', ...record, ...compared(difference) });
		}
		if (options.pastExpiry !== undefined && !difference.equal.includes('expiry')) {
			throw options.pastExpiry;
		}
		const changed = { ...record, longurl: values.url ?? longurl };
		if (options.dryRun) {
			return outcome({ action: 'update', ...record, ...compared(difference) });
		}
		const { isUnchecked } = await updateLink(
			client,
			{ locator: locatorOf(link), details, known: difference.equal },
			updateBodyOf(body, difference),
		);
		return outcome({ action: 'updated', ...changed, ...compared(difference) }, isUnchecked);
	}

	/** An update never changes alias or domain. */
	private refuseAnotherPlace(alias: string, host: string, shorturl: string): void {
		const { custom, domain } = this.body;
		if (!isEmpty(custom) && toText(custom) !== alias) {
			throw anotherPlace('Custom Alias', custom, { shorturl, has: alias });
		}
		if (!isEmpty(domain) && hostOf(domain) !== host) {
			throw anotherPlace('Domain', domain, { shorturl, has: host });
		}
	}

	/** All that the service shows of a link, where that is known or the row sets a field of it. */
	private async detailsOf(link: ListedLink): Promise<IDataObject | undefined> {
		if (link.details !== undefined) return link.details;
		if (!needsDetails(this.body)) return undefined;
		return (await this.readAgain(link)).record;
	}

	private needsUpdate({ changes, notCompared, unsent }: Difference): boolean {
		if (Object.keys(changes).length > 0) return true;
		switch (this.options.unseenFields) {
			case 'whenChanged':
				return unsent.length > 0;
			case 'always':
				return notCompared.length > 0;
			case 'onChange':
				return false;
		}
	}
}

function outcome(record: IDataObject, isUnchecked = false): UpsertOutcome {
	return { record, isUnchecked };
}

/** Some lists, and some answers to creates, name no id. */
function locatorOf({ id, record }: ListedLink): unknown {
	return id ?? { mode: 'url', value: record.shorturl };
}
