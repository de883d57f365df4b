import type { IDataObject } from 'n8n-workflow';

import { createAlone } from './createLink';
import { withAlmostSame } from './findOrCreateLink';
import { finderOf, type Found, type LinkFinder } from './finder';
import { KeyedLocks } from './keyedLocks';
import { listedLink, type ListedLink } from './listedLink';
import type { Lane } from './lanes';
import { linksOf, type LinkClient } from './linkMemory';
import { withParametersInUrl } from './longUrl';
import { contentOf, isPartOf, type RowContent } from './rowContent';
import { NamedLinks, turnOf, type MatchOn, type RowName, type RowValues } from './rowName';
import { hostOf, pastedKey, shortUrlKey } from './shortUrl';
import { readAgain, updateToRow, type RowOfLink } from './updateToRow';
import {
	anotherPlace,
	foreignShortUrl,
	longUrlNeeded,
	noSecondLink,
	otherValues,
	severalLinks,
} from './upsertErrors';
import { aliasForm, wantedLink, type WantedLink } from './wantedLink';
import { toText } from '../shared/json';
import type { Memory } from '../shared/memory';
import { isEmpty } from '../shared/parameters';
import { settle, UserFacingError } from '../shared/userFacingError';

/** A row of Create or Update. */
export interface UpsertRow {
	/** As the row has them, by field name. */
	values: RowValues;
	/** The columns of the row as a sentence, for messages. */
	columns: string;
	/** The heading of its short URL; undefined if that comes from the form. */
	shortUrlColumn: string | undefined;
	/** The name by which it calls its link. */
	name: RowName;
	/** The values as the service gets them. */
	body: IDataObject;
	/** Its number, from 1. */
	number: number;
	/** Why the expiry of the row cannot be set; it may still be what the link has. */
	pastExpiry?: UserFacingError;
}

/** The wishes of a row besides the values of its link. */
export interface UpsertOptions extends Pick<RowOfLink, 'dryRun' | 'unseenFields'> {
	matchOn: MatchOn;
	/** How many rows the run has. */
	items: number;
	/** The memory of the run in all tries of the engine. */
	tries: Memory;
	/** The names of the links of all rows of the run. */
	names: () => ReadonlyArray<RowName | undefined>;
}

/** What was done for a row, or would be done. */
export interface UpsertOutcome {
	/** `action`, `id`, `alias`, `shorturl`, `longurl`, `clicks`, and what was compared. */
	record: IDataObject;
	/** Whether an earlier row said the same about the link. */
	isRepeated: boolean;
	/** Whether only fields were sent that the service does not show, or would be. */
	isOnlySent?: boolean;
	/** The fields of the row that the service does not show. */
	unseen?: readonly string[];
	/** What a person should know of it. */
	hint?: string;
}

/** What an earlier row said about a link, and what became of it. */
interface Done {
	number: number;
	content: RowContent;
	record: IDataObject;
}

/** The rows of one run, in all tries. */
class RunRows {
	/** Keeps rows apart that name one link in the same way, in the order of the rows. */
	readonly turns = new KeyedLocks();

	/** The first row of each link, by its short URL. */
	readonly done = new Map<string, Done>();

	private known: NamedLinks | undefined;

	constructor(private readonly names: UpsertOptions['names']) {}

	/** The links that rows name by alias or short URL. */
	get named(): NamedLinks {
		this.known ??= new NamedLinks(this.names());
		return this.known;
	}
}

/**
 * Makes the service look like a row: creates the link, updates it, or leaves it as it is. Of several rows
 * for one link, the first counts. Those that say the same or a part of it get its result.
 *
 * @throws {UserFacingError} that says why nothing was done
 */
export async function upsertLink(
	client: LinkClient,
	row: UpsertRow,
	options: UpsertOptions,
): Promise<UpsertOutcome> {
	const { name } = row;
	const rows = options.tries.get(RunRows, () => new RunRows(options.names));
	return await rows.turns.run(
		client,
		turnOf(name),
		'an earlier item for the same link',
		async () => {
			const body = withParametersInUrl(row.body);
			return await new Upsert(client, rows, name, body, row, options).run();
		},
	);
}

/**
 * Whether a value is a short URL on a host of the account.
 *
 * @param items how many rows the run has
 */
export async function isOwnShortUrl(
	client: LinkClient,
	value: unknown,
	items: number,
): Promise<boolean> {
	if (pastedKey(value) === '') return false;
	return await finderOf(client, linksOf(client).ledger, items).isOwnHost(hostOf(value));
}

/** The work for one row. */
class Upsert {
	private readonly finder: LinkFinder;

	private readonly wanted: WantedLink;

	constructor(
		private readonly client: LinkClient,
		private readonly rows: RunRows,
		private readonly name: RowName,
		private readonly body: IDataObject,
		private readonly row: UpsertRow,
		private readonly options: UpsertOptions,
	) {
		this.finder = finderOf(client, linksOf(client).ledger, options.items);
		this.wanted = this.wantedByName();
	}

	async run(): Promise<UpsertOutcome> {
		// Another run beside this one may ask for the same link, or a row that names it in another way.
		return await linksOf(this.client).lanes.use(this.wanted, async (lane) => {
			return await lane.alone(this.client, async () => await this.createOrUpdate(lane));
		});
	}

	/** The link with the alias and the host by which the row names it. */
	private wantedByName(): WantedLink {
		const { name } = this;
		const wanted = wantedLink(this.body);
		return name.by === 'shorturl' ? { ...wanted, alias: name.alias, host: name.host } : wanted;
	}

	private async createOrUpdate(lane: Lane): Promise<UpsertOutcome> {
		const found = await this.find();
		if (found !== undefined) return await this.updateOnce(found);
		const { body, row, options, name } = this;
		if (name.by === 'shorturl' && (await this.finder.isForeignHost(name.host))) {
			throw foreignShortUrl(name.host, row.shortUrlColumn);
		}
		if (isEmpty(body.url)) throw longUrlNeeded(row.columns);
		if (row.pastExpiry !== undefined) throw row.pastExpiry;
		this.refuseAnotherPlaceThanNamed();
		const asked = name.by === 'shorturl' ? await this.bodyWithPlace() : body;
		if (options.dryRun) return await this.plan(asked);
		const { items } = options;
		const created = await settle(createAlone(this.client, lane, wantedLink(asked), items));
		if (created instanceof UserFacingError) {
			const link = await this.finder.afterRefusal(this.wanted, created, name.by !== 'url');
			if (link === undefined) throw created;
			return await this.updateOnce({ link, isGuess: false });
		}
		const isByUrl = name.by === 'url';
		const { record, origin, hint } = isByUrl
			? withAlmostSame(created, this.finder, this.wanted)
			: created;
		if (origin === 'found') return await this.updateHandedOut(record);
		const made = { action: 'created', ...record };
		this.note(shortUrlKey(record), made);
		return { record: made, isRepeated: false, ...(hint === undefined ? {} : { hint }) };
	}

	private async find(): Promise<Found | undefined> {
		const { finder, wanted, name } = this;
		if (name.by !== 'url') {
			const found = await finder.byAlias(wanted);
			// Another row names the link that has this alias in another form.
			const isOther = found !== undefined && found.link.alias !== wanted.alias;
			return isOther && this.rows.named.has(found.link) ? undefined : found;
		}
		const all = await finder.byUrl({ ...wanted, alias: '' });
		const named = this.options.matchOn === 'url' ? undefined : this.rows.named;
		const links = all.filter((link) => named?.has(link) !== true);
		const link = await finder.oneOf(links, wanted);
		if (link === undefined && links.length > 0) throw severalLinks(links);
		return link && { link, isGuess: false };
	}

	/** Notes a link that the run would create, so that later rows of the dry run find it. */
	private async plan(body: IDataObject): Promise<UpsertOutcome> {
		const { url: longurl, custom, metatitle: title, description } = body;
		const alias = toText(custom);
		const { host } = await this.finder.placeOf(this.wanted);
		const shorturl = `https://${host}/${alias || `(item ${this.row.number})`}`;
		const link = listedLink({ shorturl, longurl, title, description });
		this.finder.note(link);
		const record = { action: 'create', ...(alias === '' ? {} : { alias }), longurl };
		this.note(link.key, record);
		return { record, isRepeated: false };
	}

	/** The body with the alias and the domain of its short URL. */
	private async bodyWithPlace(): Promise<IDataObject> {
		const { alias, host } = this.wanted;
		const scheme = /^http:/i.test(toText(this.row.values.shorturl)) ? 'http' : 'https';
		const domain = (await this.finder.domains.addressOf(host)) ?? `${scheme}://${host}`;
		return { ...this.body, custom: alias, domain };
	}

	/** The service has handed out a link that it has, perhaps another one than was asked for. */
	private async updateHandedOut(record: IDataObject): Promise<UpsertOutcome> {
		const { alias, host } = this.wanted;
		const link = await readAgain(this.client, listedLink(record));
		const isAsked = link.alias === alias && (host === '' || link.host === host);
		if (this.name.by !== 'url' && !isAsked) throw noSecondLink(link);
		return await this.updateOnce({ link, isGuess: false });
	}

	/** Of several rows for a link, the first counts. */
	private async updateOnce({ link, isGuess }: Found): Promise<UpsertOutcome> {
		this.refuseAnotherPlace(link);
		const earlier = this.rows.done.get(link.key);
		if (earlier !== undefined && earlier.number !== this.row.number) {
			if (!isPartOf(this.body, earlier.content)) throw otherValues(earlier.number);
			return { record: earlier.record, isRepeated: true };
		}
		const row: RowOfLink = {
			...this.options,
			name: this.name,
			wanted: this.wanted,
			values: this.row.values,
			pastExpiry: this.row.pastExpiry,
		};
		const result = await updateToRow(this.client, this.finder, row, { link, isGuess });
		this.note(link.key, result.record, link);
		return { ...result, isRepeated: false };
	}

	private note(key: string, record: IDataObject, link?: ListedLink): void {
		const content = contentOf(this.body, link?.record.longurl);
		this.rows.done.set(key, { number: this.row.number, content, record });
	}

	/** A row that would be refused as soon as its link is there is refused before, too. */
	private refuseAnotherPlaceThanNamed(): void {
		const { name, body } = this;
		if (name.by !== 'shorturl') return;
		this.refuseAnotherPlace(listedLink({ shorturl: name.key, longurl: body.url }));
	}

	/** An update never changes alias or domain. */
	private refuseAnotherPlace(link: ListedLink): void {
		const { custom, domain } = this.body;
		const shorturl = toText(link.record.shorturl);
		const isNamedByIt = this.name.by === 'custom';
		// The service's own form of the row's alias, on the row's page.
		const isOwnForm =
			link.alias === aliasForm(toText(custom)) && link.spelling === this.wanted.spelling;
		const hasIt = isNamedByIt || isOwnForm || toText(custom) === link.alias;
		if (!isEmpty(custom) && !hasIt) {
			throw anotherPlace('Custom Alias', custom, { shorturl, has: link.alias });
		}
		if (!isEmpty(domain) && hostOf(domain) !== link.host) {
			throw anotherPlace('Domain', domain, { shorturl, has: link.host });
		}
	}
}
