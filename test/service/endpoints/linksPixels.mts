import { done, record } from '../answers.mts';
import type { Fields } from '../answers.mts';
import { writeDate } from '../database.mts';
import { endpoint } from '../endpoint.mts';
import type { Endpoint } from '../endpoint.mts';
import { UNKNOWN } from '../messages.mts';
import { listPage, ownRows, readPage } from '../paging.mts';
import { fields, filledText, paging } from '../validation.mts';
import { owned } from './owned.mts';

interface LinksPixel {
	type: string;
	name: string;
	tag: string;
}

/**
 * The links product's own pixels, in the envelope of all its lists: `tag` is what the other product
 * calls `value`. There is no look-up of one pixel, and any text is a type.
 */
export const linksPixelEndpoints: Endpoint[] = [
	endpoint({
		method: 'GET',
		path: '/api/pixels',
		family: 'api',
		query: paging,
		work(call) {
			const columns = 'id, type, name, value AS tag, created_at AS date';
			const listing = ownRows(call, 'pixels', columns);
			return listPage(call, 'pixels', listing, (page) => readPage<Fields>(call, listing, page));
		},
	}),
	endpoint<LinksPixel>({
		method: 'POST',
		path: '/api/pixel/add',
		family: 'api',
		creates: true,
		body: fields({ type: filledText, name: filledText, tag: filledText }, ['type', 'name', 'tag']),
		work({ db, account, body, nowMs }) {
			const { type, name, tag: value } = body;
			const date = writeDate(nowMs);
			const row = { account, name, type, value, created_at: date, updated_at: date };
			return record({ id: db.insert('pixels', row) });
		},
	}),
	endpoint<Omit<LinksPixel, 'type'>>({
		method: 'PUT',
		path: '/api/pixel/:id/update',
		family: 'api',
		// What it does with one that is left out is not documented, so it takes both.
		body: fields({ name: filledText, tag: filledText }, ['name', 'tag']),
		work(call) {
			const { id } = owned(call, 'pixels', call.params['id'], UNKNOWN.pixel);
			const { name, tag } = call.body;
			call.db.run(
				'UPDATE pixels SET name = ?, value = ?, updated_at = ? WHERE id = ?',
				name,
				tag,
				writeDate(call.nowMs),
				id,
			);
			return done('Pixel has been updated successfully.');
		},
	}),
	endpoint({
		method: 'DELETE',
		path: '/api/pixel/:id/delete',
		family: 'api',
		work(call) {
			const { id } = owned(call, 'pixels', call.params['id'], UNKNOWN.pixel);
			call.db.run('DELETE FROM pixels WHERE id = ?', id);
			return done('Pixel has been deleted successfully.');
		},
	}),
];
