import { done, record } from '../answers.mts';
import type { Fields } from '../answers.mts';
import { endpoint } from '../endpoint.mts';
import type { Call, Endpoint } from '../endpoint.mts';
import { Failure } from '../failure.mts';
import { listPage, readPage } from '../paging.mts';
import { fields, filledText, flag, paging, text } from '../validation.mts';
import { shortUrl } from '../link-store.mts';
import { CHANNEL_NAME_TAKEN } from '../messages.mts';
import { COLOR_PATTERN } from '../qr-image.mts';
import { deleteOf, keptName, listOf, owned } from './owned.mts';
import type { RowOf } from './owned.mts';

interface ChannelBody {
	name?: string | undefined;
	description?: string | undefined;
	color?: string | undefined;
	starred?: boolean | undefined;
}

interface ItemRow {
	title: string;
	alias: string;
	domain: string;
	date: string;
}

const HEX = /^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;
const COLOR = { type: 'string', pattern: COLOR_PATTERN };

/** The table of each type of item, and its columns as an ItemRow. */
const ITEM_SOURCES = new Map([
	[
		'links',
		{
			table: 'links',
			columns: `CASE title WHEN '' THEN longurl ELSE title END AS title, alias, domain, date`,
		},
	],
	['bio', { table: 'bios', columns: `title, alias, '' AS domain, date` }],
	[
		'qr',
		{
			table: 'qr_codes',
			columns: `name AS title, 'qr/' || alias AS alias, '' AS domain, date`,
		},
	],
] as const);

export const channelEndpoints: Endpoint[] = [
	listOf({
		path: '/api/channels',
		table: 'channels',
		columns: 'id, name, description, color, starred',
		shape,
	}),
	endpoint({
		method: 'GET',
		path: '/api/channel/:id',
		family: 'api',
		query: paging,
		work(call) {
			const { id } = owned(call, 'channels', call.params['id']);
			const page = readPage<{ type: string; item: number }>(call, {
				table: 'channel_items',
				columns: 'type, item',
				where: 'channel = ?',
				values: [id],
				shape: ({ type, item }) => shapeItem(call, type, item),
			});
			return listPage(call, 'items', page);
		},
	}),
	endpoint<ChannelBody & { name: string }>({
		method: 'POST',
		path: '/api/channel/add',
		family: 'api',
		creates: true,
		body: fields({ name: filledText, description: text, color: COLOR, starred: flag }, ['name']),
		work(call) {
			const columns = { account: call.account, ...checkedColumns(call) };
			const id = call.db.insert('channels', columns);
			return record(shape(owned(call, 'channels', id)));
		},
	}),
	endpoint({
		method: 'POST',
		path: '/api/channel/:channelid/assign/:type/:itemid',
		family: 'api',
		work(call) {
			const { channelid, type = '', itemid } = call.params;
			const channel = owned(call, 'channels', channelid);
			const source = itemSource(type);
			const item = owned(call, source.table, itemid);
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
			const { id } = owned(call, 'channels', call.params['id']);
			call.db.update('channels', id, { ...checkedColumns(call, id) });
			if (call.variations.channelUpdateAnswer === 'message') {
				return done('Channel has been updated successfully.');
			}
			return record(shape(owned(call, 'channels', id)));
		},
	}),
	deleteOf('/api/channel/:id/delete', 'channels', 'Channel has been deleted successfully.'),
];

/** @param id of the channel that is changed, if it exists */
function checkedColumns(call: Call<ChannelBody>, id = 0): ChannelBody {
	const { name: given, description, color, starred } = call.body;
	if (color !== undefined && !HEX.test(color)) {
		throw new Failure('The color field is invalid: it must be written as #RRGGBB.');
	}
	// As it is sent, not as it is kept: a suite renames a channel to another one's name in small letters.
	if (given !== undefined && call.variations.channelNamesUnique) {
		const sql = 'SELECT count(*) AS n FROM channels WHERE account = ? AND name = ? AND id <> ?';
		if (call.db.count(sql, call.account, given, id) > 0) throw new Failure(CHANNEL_NAME_TAKEN);
	}
	const name = given === undefined ? undefined : keptName(call, given);
	return { name, description, color, starred };
}

function shape(row: RowOf<'channels'>): Fields {
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
