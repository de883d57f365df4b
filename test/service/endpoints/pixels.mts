import { done } from '../answers.mts';
import type { Fields, Outcome } from '../answers.mts';
import { writeDate } from '../database.mts';
import { endpoint } from '../endpoint.mts';
import type { Call, Endpoint, EndpointDefinition } from '../endpoint.mts';
import { Failure } from '../failure.mts';
import { listPage, readPage } from '../paging.mts';
import type { Listing, Page } from '../paging.mts';
import { choice, fields, filledText, queryNumber, text } from '../validation.mts';
import { owned } from './owned.mts';
import type { RowOf } from './owned.mts';

const PIXEL_TYPES = [
	'adroll',
	'bing',
	'facebook',
	'google-ads',
	'google-analytics',
	'google-tag-manager',
	'linkedin',
	'pinterest',
	'quora',
	'twitter',
];

/** What both products say of a new pixel where they say no more. */
export const PIXEL_STORED = 'Pixel has been added.';

interface PixelBody {
	name?: string;
	type?: string;
	value?: string;
}

const updatePixel: Omit<EndpointDefinition<PixelBody>, 'method'> = {
	path: '/api/v1/pixels/:id',
	family: 'pixels',
	body: fields({ name: filledText, type: filledText, value: filledText }),
	work(call) {
		const known = owned(call, 'pixels', call.params['id']);
		const { name, type, value } = call.body;
		if (type !== undefined && type !== known.type) requireType(type);
		const columns = { name, type, value, updated_at: writeDate(call.nowMs) };
		call.db.update('pixels', known.id, columns);
		return single(call, known.id, 200);
	},
};

export const pixelEndpoints: Endpoint[] = [
	endpoint({
		method: 'GET',
		path: '/api/v1/pixels',
		family: 'pixels',
		query: fields({
			search: text,
			search_by: choice('name'),
			type: text,
			sort_by: choice('id', 'name'),
			sort: choice('desc', 'asc'),
			per_page: choice('10', '25', '50', '100'),
			page: queryNumber,
		}),
		work: list,
	}),
	endpoint({
		method: 'GET',
		path: '/api/v1/pixels/:id',
		family: 'pixels',
		work(call) {
			return single(call, call.params['id'], 200);
		},
	}),
	endpoint<Required<PixelBody>>({
		method: 'POST',
		path: '/api/v1/pixels',
		family: 'pixels',
		creates: true,
		body: fields({ name: filledText, type: filledText, value: filledText }, [
			'name',
			'type',
			'value',
		]),
		work(call) {
			const { name, type, value } = call.body;
			requireType(type);
			const date = writeDate(call.nowMs);
			const columns = { name, type, value, created_at: date, updated_at: date };
			const id = call.db.insert('pixels', { account: call.account, ...columns });
			if (call.variations.storesPixelsSilently) return done(PIXEL_STORED);
			return single(call, id, 201);
		},
	}),
	endpoint({ ...updatePixel, method: 'PUT' }),
	endpoint({ ...updatePixel, method: 'PATCH' }),
	endpoint({
		method: 'DELETE',
		path: '/api/v1/pixels/:id',
		family: 'pixels',
		work(call) {
			const { id } = owned(call, 'pixels', call.params['id']);
			call.db.run('DELETE FROM pixels WHERE id = ?', id);
			return {
				form: 'plain',
				status: 200,
				body: { id, object: 'pixel', deleted: true, status: 200 },
			};
		},
	}),
];

function list(call: Call<unknown>): Outcome {
	const { search = '', type, sort_by: sortBy, sort } = call.query;
	if (type !== undefined) requireType(type);
	const listing: Listing<RowOf<'pixels'>> = {
		table: 'pixels',
		columns: '*',
		where: 'account = ? AND instr(lower(name), lower(?)) > 0 AND type = coalesce(?, type)',
		values: [call.account, search, type ?? null],
		order: sortBy === 'name' ? ['name COLLATE NOCASE', 'id'] : ['id'],
		// The request's own here, and not that of a variation.
		direction: sort === 'asc' ? 'ASC' : 'DESC',
		shape,
	};
	const page = readPage(call, listing, Number(call.query['per_page'] ?? 100));
	const { rows } = page;
	switch (call.variations.pixelList) {
		case 'laravel':
			return { form: 'plain', status: 200, body: { data: rows, ...laravelPage(call, page) } };
		case 'bareArray':
			return { form: 'plain', status: 200, body: rows };
		case 'nested':
			return listPage(call, 'pixels', page);
	}
}

function laravelPage(call: Call<unknown>, page: Page): Fields {
	const path = `${call.url}/api/v1/pixels`;
	const address = (number: number): string | null => {
		if (number < 1 || number > page.last) return null;
		return `${path}?${new URLSearchParams({ ...call.query, page: String(number) }).toString()}`;
	};
	const before = (page.number - 1) * page.size;
	const count = page.rows.length;
	return {
		links: {
			first: address(1),
			last: address(page.last),
			prev: address(page.number - 1),
			next: address(page.number + 1),
		},
		meta: {
			current_page: page.number,
			from: count === 0 ? null : before + 1,
			last_page: page.last,
			path,
			per_page: page.size,
			to: count === 0 ? null : before + count,
			total: page.total,
		},
	};
}

function single(call: Call<unknown>, id: string | number | undefined, status: number): Outcome {
	return { form: 'plain', status, body: { data: shape(owned(call, 'pixels', id)) } };
}

/** Laravel writes dates in ISO 8601 with microseconds. */
function shape({ id, name, type, value, created_at, updated_at }: RowOf<'pixels'>): Fields {
	const iso = (date: string): string => `${date.replace(' ', 'T')}.000000Z`;
	return { id, name, type, value, created_at: iso(created_at), updated_at: iso(updated_at) };
}

function requireType(type: string): void {
	if (PIXEL_TYPES.includes(type)) return;
	const message = 'The selected type is invalid.';
	throw new Failure(message, 400, { type: [message] });
}
