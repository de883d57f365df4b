import type { Fields, Outcome } from '../answers.mts';
import { writeDate } from '../database.mts';
import type { SqlValue } from '../database.mts';
import { endpoint } from '../endpoint.mts';
import type { Call, Endpoint, EndpointDefinition } from '../endpoint.mts';
import { Failure } from '../failure.mts';
import { UNKNOWN } from '../messages.mts';
import { countRows, envelope, readPage } from '../paging.mts';
import type { Listing, Page } from '../paging.mts';
import { choice, fields, filledText, queryNumber, text } from '../validation.mts';
import { owned } from './owned.mts';
import type { PixelRow } from './owned.mts';

const FIRST_NINE_TYPES = [
	'adroll',
	'bing',
	'facebook',
	'google-ads',
	'google-analytics',
	'google-tag-manager',
	'linkedin',
	'pinterest',
	'quora',
];

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
		const known = owned(call, 'pixels', call.params['id'], UNKNOWN.pixel);
		const { name = known.name, type = known.type, value = known.value } = call.body;
		if (type !== known.type) requireType(call, type);
		const updated = { ...known, name, type, value, updated_at: writeDate(call.nowMs) };
		call.db.run(
			'UPDATE pixels SET name = ?, type = ?, value = ?, updated_at = ? WHERE id = ?',
			name,
			type,
			value,
			updated.updated_at,
			known.id,
		);
		return single(call, updated, 200);
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
			return single(call, owned(call, 'pixels', call.params['id'], UNKNOWN.pixel), 200);
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
			requireType(call, type);
			const date = writeDate(call.nowMs);
			const columns = { name, type, value, created_at: date, updated_at: date };
			const id = call.db.insert('pixels', { account: call.account, ...columns });
			return single(call, { id, ...columns }, 201);
		},
	}),
	endpoint({ ...updatePixel, method: 'PUT' }),
	endpoint({ ...updatePixel, method: 'PATCH' }),
	endpoint({
		method: 'DELETE',
		path: '/api/v1/pixels/:id',
		family: 'pixels',
		work(call) {
			const { id } = owned(call, 'pixels', call.params['id'], UNKNOWN.pixel);
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
	const { search, type, sort_by: sortBy = 'id', sort = 'desc' } = call.query;
	const where = ['account = ?'];
	const values: SqlValue[] = [call.account];
	if (search !== undefined) {
		where.push('instr(lower(name), lower(?)) > 0');
		values.push(search);
	}
	if (type !== undefined) {
		requireType(call, type);
		where.push('type = ?');
		values.push(type);
	}
	// The direction is the request's own here, so it is part of the order and not of a variation.
	const direction = sort === 'asc' ? 'ASC' : 'DESC';
	const columns = sortBy === 'name' ? ['name COLLATE NOCASE', 'id'] : ['id'];
	const listing: Listing = {
		from: 'pixels',
		id: 'id',
		columns: '*',
		where: where.join(' AND '),
		values,
		order: columns,
		direction,
	};
	const total = countRows(call, listing);
	const size = Number(call.query['per_page'] ?? 100);
	const page: Page = {
		number: Number(call.query['page'] ?? 1),
		size,
		total,
		last: Math.max(1, Math.ceil(total / size)),
	};
	const rows = readPage<PixelRow>(call, listing, page).map(shape);
	switch (call.variations.pixelList) {
		case 'laravel':
			return { form: 'plain', status: 200, body: { data: rows, ...laravelPage(call, page, rows) } };
		case 'bareArray':
			return { form: 'plain', status: 200, body: rows };
		case 'nested':
			return { form: 'list', data: { ...envelope(call, page, rows.length), pixels: rows } };
	}
}

function laravelPage(call: Call<unknown>, page: Page, rows: Fields[]): Fields {
	const path = `${call.url}/api/v1/pixels`;
	const address = (number: number): string | null => {
		if (number < 1 || number > page.last) return null;
		return `${path}?${new URLSearchParams({ ...call.query, page: String(number) }).toString()}`;
	};
	const before = (page.number - 1) * page.size;
	return {
		links: {
			first: address(1),
			last: address(page.last),
			prev: address(page.number - 1),
			next: address(page.number + 1),
		},
		meta: {
			current_page: page.number,
			from: rows.length === 0 ? null : before + 1,
			last_page: page.last,
			path,
			per_page: page.size,
			to: rows.length === 0 ? null : before + rows.length,
			total: page.total,
		},
	};
}

function single(call: Call<unknown>, row: PixelRow, status: number): Outcome {
	const pixel = shape(row);
	return { form: 'plain', status, body: call.variations.barePixel ? pixel : { data: pixel } };
}

/** Laravel writes dates in ISO 8601 with microseconds. */
function shape({ id, name, type, value, created_at, updated_at }: PixelRow): Fields {
	const iso = (date: string): string => `${date.replace(' ', 'T')}.000000Z`;
	return { id, name, type, value, created_at: iso(created_at), updated_at: iso(updated_at) };
}

function requireType(call: Call<unknown>, type: string): void {
	if (FIRST_NINE_TYPES.includes(type) || type === call.variations.tenthPixelType) return;
	const message = 'The selected type is invalid.';
	throw new Failure(message, 400, { type: [message] });
}
