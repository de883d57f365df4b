import { done, record } from '../answers.mts';
import type { Fields } from '../answers.mts';
import { endpoint } from '../endpoint.mts';
import type { Call, Endpoint } from '../endpoint.mts';
import { Failure } from '../failure.mts';
import { listPage, ownRows, readPage } from '../paging.mts';
import type { Listing } from '../paging.mts';
import { fields, filledText, flag, paging, text } from '../validation.mts';
import { shortUrl } from '../link-store.mts';
import { UNKNOWN } from '../messages.mts';
import { owned } from './owned.mts';
import type { ChannelRow } from './owned.mts';

interface ChannelBody {
	name?: string;
	description?: string;
	color?: string;
	starred?: boolean;
}

interface ItemRow {
	title: string;
	alias: string;
	domain: string;
	date: string;
}

const COLOR = { type: 'string', pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$' };
const DEFAULT_COLOR = '#000000';

/** Where each type of item lives, and its columns as an ItemRow. */
const ITEM_SOURCES = new Map([
	[
		'links',
		{
			table: 'links',
			columns: `CASE title WHEN '' THEN longurl ELSE title END AS title, alias, domain, date`,
			unknown: UNKNOWN.link,
		},
	],
	[
		'bio',
		{
			table: 'bios',
			columns: `title, alias, '' AS domain, date`,
			unknown: UNKNOWN.bio,
		},
	],
	[
		'qr',
		{
			table: 'qr_codes',
			columns: `name AS title, 'qr/' || alias AS alias, '' AS domain, date`,
			unknown: UNKNOWN.qr,
		},
	],
] as const);

export const channelEndpoints: Endpoint[] = [
	endpoint({
		method: 'GET',
		path: '/api/channels',
		family: 'api',
		query: paging,
		work(call) {
			const listing = ownRows(call, 'channels', 'id, name, description, color, starred');
			return listPage(call, 'channels', listing, (page) =>
				readPage<ChannelRow>(call, listing, page).map(shape),
			);
		},
	}),
	endpoint({
		method: 'GET',
		path: '/api/channel/:id',
		family: 'api',
		query: paging,
		work(call) {
			const { id } = owned(call, 'channels', call.params['id'], UNKNOWN.channel);
			const listing: Listing = {
				from: 'channel_items',
				id: 'id',
				columns: 'type, item',
				where: 'channel = ?',
				values: [id],
				order: ['id'],
			};
			return listPage(call, 'items', listing, (page) =>
				readPage<{ type: string; item: number }>(call, listing, page).map(({ type, item }) =>
					shapeItem(call, type, item),
				),
			);
		},
	}),
	endpoint<ChannelBody & { name: string }>({
		method: 'POST',
		path: '/api/channel/add',
		family: 'api',
		creates: true,
		body: fields({ name: filledText, description: text, color: COLOR, starred: flag }, ['name']),
		work({ db, account, body }) {
			const { name, description = '', color = DEFAULT_COLOR, starred = false } = body;
			const columns = { name, description, color, starred: starred ? 1 : 0 };
			const id = db.insert('channels', { account, ...columns });
			return record(shape({ id, ...columns }));
		},
	}),
	endpoint({
		method: 'POST',
		path: '/api/channel/:channelid/assign/:type/:itemid',
		family: 'api',
		work(call) {
			const { channelid, type = '', itemid } = call.params;
			const channel = owned(call, 'channels', channelid, UNKNOWN.channel);
			const source = itemSource(type);
			const item = owned(call, source.table, itemid, source.unknown);
			call.db.run(
				'INSERT INTO channel_items (channel, type, item) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
				channel.id,
				type,
				item.id,
			);
			return done('Item successfully added to the channel.');
		},
	}),
	endpoint<ChannelBody>({
		method: 'PUT',
		path: '/api/channel/:id/update',
		family: 'api',
		body: fields({ name: filledText, description: text, color: COLOR, starred: flag }),
		work(call) {
			const known = owned(call, 'channels', call.params['id'], UNKNOWN.channel);
			const { name, description, color, starred } = call.body;
			call.db.run(
				'UPDATE channels SET name = ?, description = ?, color = ?, starred = ? WHERE id = ?',
				name ?? known.name,
				description ?? known.description,
				color ?? known.color,
				starred === undefined ? known.starred : starred ? 1 : 0,
				known.id,
			);
			return done('Channel has been updated successfully.');
		},
	}),
	endpoint({
		method: 'DELETE',
		path: '/api/channel/:id/delete',
		family: 'api',
		work(call) {
			const { id } = owned(call, 'channels', call.params['id'], UNKNOWN.channel);
			call.db.transaction(() => {
				call.db.run('DELETE FROM channel_items WHERE channel = ?', id);
				call.db.run('DELETE FROM channels WHERE id = ?', id);
			});
			return done('Channel has been deleted successfully.');
		},
	}),
];

function shape(row: ChannelRow): Fields {
	const { id, name, description, color, starred } = row;
	return { id, name, description, color, starred: starred === 1 };
}

function itemSource(type: string) {
	for (const [name, source] of ITEM_SOURCES) if (name === type) return source;
	throw new Failure('Invalid type. Please choose links, bio or qr.');
}

function shapeItem(call: Call<unknown>, type: string, item: number): Fields {
	const source = itemSource(type);
	const row = call.db.all<ItemRow>(
		`SELECT ${source.columns} FROM ${source.table} WHERE id = ?`,
		item,
	)[0];
	if (row === undefined) throw new Error(`Channel item ${type} ${item} is missing`);
	return {
		type,
		id: item,
		title: row.title,
		preview: `${call.url}/preview/${type}/${item}.png`,
		link: shortUrl(call.url, row.domain, row.alias),
		date: row.date.slice(0, 10),
	};
}
