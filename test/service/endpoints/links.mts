import { record } from '../answers.mts';
import type { Fields, Outcome } from '../answers.mts';
import type { SqlValue } from '../database.mts';
import { endpoint } from '../endpoint.mts';
import type { Call, Endpoint } from '../endpoint.mts';
import { Failure } from '../failure.mts';
import { findLink, FIRST_CHANNEL, insertLink, shortUrl } from '../link-store.mts';
import type { NewLink, StoredLink } from '../link-store.mts';
import { PLAN_USED_UP, UNKNOWN } from '../messages.mts';
import { listPage, readPage } from '../paging.mts';
import { fields, queryNumber, text } from '../validation.mts';
import { statistics } from '../visits.mts';
import { checkedLink, givenColumns, linkBody, refuseTaken } from './link-input.mts';
import type { LinkBody } from './link-input.mts';
import { deleteOf, isId, owned } from './owned.mts';

interface ListedLink {
	id: number;
	alias: string;
	domain: string;
	longurl: string;
	clicks: number;
	uniqueclicks: number;
	title: string;
	description: string;
	campaign: number | null;
	channel: number | null;
	date: string;
}

/** `q` needs more characters than this. */
const SHORT_KEYWORD = 3;

export const linkEndpoints: Endpoint[] = [
	endpoint({
		method: 'GET',
		path: '/api/urls',
		family: 'api',
		query: fields({
			limit: queryNumber,
			page: queryNumber,
			order: text,
			short: text,
			q: text,
		}),
		soloParameter: 'short',
		work(call) {
			const { short } = call.query;
			if (short === undefined || call.variations.ignoresShort) return list(call, orderOf(call));
			return detail(call, findByShortUrl(call, short));
		},
	}),
	endpoint({
		method: 'GET',
		path: '/api/url/:id',
		family: 'api',
		work(call) {
			const { id = '' } = call.params;
			return detail(
				call,
				isId(id)
					? findLink(call.db, 'id = ? AND account = ?', Number(id), call.account)
					: undefined,
			);
		},
	}),
	endpoint<LinkBody>({
		method: 'POST',
		path: '/api/url/add',
		family: 'api',
		creates: true,
		body: linkBody,
		async work(call) {
			const link = checkedLink(call);
			const { fetchesPagesMs } = call.variations;
			if (fetchesPagesMs > 0) {
				refuseTaken(call, link);
				await call.sleep(fetchesPagesMs);
			}
			const known = knownDuplicate(call, link);
			if (known !== undefined) return created(call, known);
			refuseBeyondPlan(call);
			if (fetchesPagesMs === 0) refuseTaken(call, link);
			const { channel } = call.body;
			const added = call.db.transaction(() => {
				const { id, alias } = insertLink(call.db, link);
				const item = { channel, type: 'links', item: id };
				if (channel !== undefined) call.db.insert('channel_items', item);
				return { id, alias };
			});
			return created(call, { ...link, ...added });
		},
	}),
	endpoint<LinkBody>({
		method: 'PUT',
		path: '/api/url/:id/update',
		family: 'api',
		body: linkBody,
		work(call) {
			const { id } = owned(call, 'links', call.params['id']);
			const link = checkedLink(call);
			const given = givenColumns(call.body, link);
			refuseTaken(call, { ...link, ...findLink(call.db, 'id = ?', id), ...given }, id);
			const { channel } = call.body;
			call.db.transaction(() => {
				call.db.update('links', id, { ...given });
				if (channel === undefined) return;
				const sql = `INSERT INTO channel_items (channel, type, item) VALUES (?, 'links', ?)
					ON CONFLICT DO NOTHING`;
				call.db.run(sql, channel, id);
			});
			const { domain = '', alias = '' } = findLink(call.db, 'id = ?', id) ?? {};
			return record({ id, short: shortUrl(call.url, domain, alias) });
		},
	}),
	deleteOf('/api/url/:id/delete', 'links', 'Link has been deleted successfully'),
];

/** The oldest link to a long URL, on an install that makes no second one for it. */
function knownDuplicate(
	{ db, variations, account }: Call<LinkBody>,
	{ longurl }: NewLink,
): StoredLink | undefined {
	if (!variations.suppressesDuplicates) return undefined;
	return findLink(db, 'account = ? AND longurl = ? ORDER BY id', account, longurl);
}

function refuseBeyondPlan({ db, variations, account }: Call<LinkBody>): void {
	const { mostLinks } = variations;
	const count = (): number =>
		db.count('SELECT count(*) AS n FROM links WHERE account = ?', account);
	if (mostLinks > 0 && count() >= mostLinks) throw new Failure(PLAN_USED_UP);
}

/** What the answer to a create says of its link. */
function created(call: Call<LinkBody>, link: NewLink & { id: number; alias: string }): Outcome {
	const { url, variations } = call;
	const { oldCreateBody, shortUrlKey, createNamesIdOnly, createBodyExtras } = variations;
	const shorturl = shortUrl(url, link.domain ?? '', link.alias);
	const described = { id: link.id, ...(createNamesIdOnly ? {} : { [shortUrlKey]: shorturl }) };
	const row = createBodyExtras === 'row' ? rowOf(call, link.id) : {};
	return record(oldCreateBody ? { short: shorturl } : { ...described, ...row });
}

/** The order that is asked for; without one that is known lists are by date. */
function orderOf({ query: { order = 'date' } }: Call<unknown>): 'date' | 'click' {
	if (order === 'date' || order === 'click') return order;
	throw new Failure('The order field is invalid: it must be date or click.');
}

/** A link as the list shows it. */
function rowOf(call: Call<unknown>, id: number): Fields {
	const row = call.db.all<ListedLink>(`SELECT ${columnsOf(call)} FROM links WHERE id = ?`, id)[0];
	return row === undefined ? {} : listed(call, row);
}

function columnsOf({ variations }: Call<unknown>): string {
	const channel = variations.extraLinkFields === false ? 'NULL' : `(${FIRST_CHANNEL})`;
	return `id, alias, domain, longurl, clicks, uniqueclicks, title, description, campaign,
		date, ${channel} AS channel`;
}

function list(call: Call<unknown>, order: 'date' | 'click'): Outcome {
	const { q } = call.query;
	const where = ['account = ?'];
	const values: SqlValue[] = [call.account];
	if (q !== undefined) {
		if (q.length <= SHORT_KEYWORD) {
			throw new Failure('Keyword must be more than 3 characters!');
		}
		const columns = ['title', 'alias'];
		if (!call.variations.qBlindToLongUrls) columns.push('longurl', 'description');
		where.push(`(${columns.map((column) => `${column} LIKE ? ESCAPE '\\'`).join(' OR ')})`);
		const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
		values.push(...columns.map(() => pattern));
	}
	const page = readPage<ListedLink>(call, {
		table: 'links',
		columns: columnsOf(call),
		where: where.join(' AND '),
		values,
		...(order === 'click'
			? { order: ['clicks', 'id'], direction: 'DESC' }
			: { order: ['date', 'id'] }),
		shape: (row) => listed(call, row),
	});
	return listPage(call, 'urls', call.variations.hidesLinks ? { ...page, rows: [] } : page);
}

function listed(call: Call<unknown>, row: ListedLink): Fields {
	const fieldsOfAll = {
		id: row.id,
		alias: row.alias,
		shorturl: shortUrl(call.url, row.domain, row.alias),
		longurl: row.longurl,
		clicks: row.clicks,
		title: row.title,
		description: row.description,
		date: row.date,
	};
	const { extraLinkFields } = call.variations;
	if (extraLinkFields === false) return fieldsOfAll;
	const { uniqueclicks, domain, campaign, channel } = row;
	const places =
		extraLinkFields === 'full'
			? { domain: domain === '' ? call.url : domain, channel: channel === null ? [] : [channel] }
			: { domain, channel };
	return { ...fieldsOfAll, uniqueclicks, campaign, ...places };
}

/** A look-up that answers as a list does. */
function detail(call: Call<unknown>, link: StoredLink | undefined): Outcome {
	if (link === undefined) throw new Failure(UNKNOWN.links, 404);
	const { id, longurl, title, description, expiry, date } = link;
	const location = new Map(link.geotarget.map((to) => [to.location.toLowerCase(), to.link]));
	const device = new Map(link.devicetarget.map((to) => [to.device.toLowerCase(), to.link]));
	return record({
		id,
		details: {
			id,
			shorturl: shortUrl(call.url, link.domain, link.alias),
			longurl,
			title,
			description,
			location: Object.fromEntries(location),
			device: Object.fromEntries(device),
			expiry,
			date,
		},
		data: statistics(link),
	});
}

/** A short URL with or without its scheme; a bare alias is one of the default domain. */
function findByShortUrl(call: Call<unknown>, short: string): StoredLink | undefined {
	const place = withoutScheme(short).replace(/\/+$/, '');
	const slash = place.lastIndexOf('/');
	const alias = place.slice(slash + 1);
	const bare = withoutScheme(call.variations.defaultDomain || call.url);
	const house = slash < 0 ? bare : place.slice(0, slash);
	if (house === withoutScheme(call.url)) {
		return findLink(call.db, `domain = '' AND alias = ? AND account = ?`, alias, call.account);
	}
	return findLink(
		call.db,
		'domain IN (?, ?) AND alias = ? AND account = ?',
		`https://${house}`,
		`http://${house}`,
		alias,
		call.account,
	);
}

function withoutScheme(address: string): string {
	return address.replace(/^https?:\/\//i, '');
}
