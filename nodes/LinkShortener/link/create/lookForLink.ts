import { aliasForm, aliasKey } from '../../shared/values/shortUrl';
import type { Client } from '../../api/client';
import { linksOf } from '../find/linkMemory';
import { listedLink, type ListedLink, lookedUpLink, type RowLink } from '../find/listedLink';
import { shortUrlOn } from '../find/readLink';
import {
	isLastPage,
	MAX_PAGE_SIZE,
	rowsOf,
	LINKS_BY_DATE,
	endpoints,
} from '../../api/records/list';
import { toText } from '../../shared/text';
import { settle, UserFacingError } from '../../shared/userFacingError';

/** As many links as a fast run makes while an answer is awaited. */
const MAX_PAGES = 20;

/** Other aliases services may spell in their own way. */
const PLAIN_ALIAS = /^[a-z\d_-]{1,20}$/;

export interface Look {
	link?: ListedLink;
	/** A list never tells, since some hide links. */
	isAbsent: boolean;
	toPage: readonly ListedLink[];
	/** Whether it may be further down the list. */
	isCutShort?: boolean;
}

/** `alias`: empty where only its page tells. `above`: the highest id that was known before. */
export async function lookForLink(
	client: Client,
	row: RowLink,
	alias: string,
	above: number | undefined,
): Promise<Look> {
	const known = linksOf(client);
	const host = row.host || known.defaultHost;
	if (alias !== '') {
		const seen = await lookUpAlias(client, alias, host);
		if (seen instanceof Object) return { link: seen, isAbsent: false, toPage: [] };
		const isDecisive = host !== undefined && PLAIN_ALIAS.test(alias);
		const canTell = isDecisive && known.aliases.areTaken;
		if (seen === 'none' && canTell && (await findsByShortUrl(client))) {
			return { isAbsent: true, toPage: [] };
		}
	}
	const toPage: ListedLink[] = [];
	const isNew = ({ id = Infinity }: ListedLink) => above === undefined || id > above;
	const most = alias === '' ? 1 : MAX_PAGES;
	let number = 1;
	for (; number <= most; number += 1) {
		const page = await client.page(LINKS_BY_DATE, { number, size: MAX_PAGE_SIZE });
		const rows = page.records.map(listedLink);
		known.seeNewest(rows);
		const link = rows.find((one) => alias !== '' && hasAlias(one, alias, host));
		if (link !== undefined) return { link, isAbsent: false, toPage: [] };
		toPage.push(...rows.filter((link) => isNew(link) && link.canonicalUrl === row.canonicalUrl));
		// Where a page shows none, those behind it are hidden as well.
		if (rows.length === 0 || isLastPage(number, page, false)) break;
		// The links of one second stand in any order.
		const last = rows.at(-1)?.record.date;
		if (rows.some((one) => !isNew(one) && one.record.date !== last)) break;
	}
	return { isAbsent: false, toPage, isCutShort: number > most };
}

/** Tried once with one that certainly exists. */
async function findsByShortUrl(client: Client): Promise<boolean> {
	const known = linksOf(client);
	const sample = known.lastMade;
	if (known.findsByShortUrl === undefined && sample !== undefined) {
		const seen = await lookUp(
			client,
			toText(sample.record.shorturl),
			({ key }) => key === sample.key,
		);
		if (seen !== 'unanswered') known.findsByShortUrl = seen !== 'none';
	}
	return known.findsByShortUrl === true;
}

/** As it was sent, and in the form that services give it. */
async function lookUpAlias(client: Client, alias: string, host: string | undefined): Promise<Seen> {
	for (const form of new Set([alias, aliasForm(alias)])) {
		const seen = await lookUp(client, shortUrlOn(client, host, form), (one) =>
			hasAlias(one, alias, host),
		);
		if (seen !== 'none') return seen;
	}
	return 'none';
}

/** `unanswered`: some services do not know this look-up, and answer with their newest links. */
type Seen = ListedLink | 'none' | 'unanswered';

async function lookUp(
	client: Client,
	short: string,
	isIt: (link: ListedLink) => boolean,
): Promise<Seen> {
	const { path } = endpoints.links;
	const answer = await settle(client.request({ method: 'GET', path, query: { short } }));
	// Whatever stands in the way of the list as well says so there.
	if (answer instanceof UserFacingError) {
		// Somebody who looks on does not wait for a second silence.
		if (client.policy.caller === 'person' && answer.is('unavailable')) throw answer;
		return answer.is('notFound', 'rejected') ? 'none' : 'unanswered';
	}
	const rows = rowsOf(answer, endpoints.links)?.map(listedLink) ?? [lookedUpLink(answer)];
	return rows.find(isIt) ?? (rows.length === 0 ? 'none' : 'unanswered');
}

function hasAlias(link: ListedLink, alias: string, host: string | undefined): boolean {
	return aliasKey(link.alias) === aliasKey(alias) && link.host === (host ?? link.host);
}
