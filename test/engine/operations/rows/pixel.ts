import { anyNumber, anyText } from '../../support/matchers.ts';
import { idOfItem, pick, type OperationRow } from '../row.ts';

/** What the API description leaves open about a pixel record; the local service has Laravel's. */
const passThrough = ['created_at', 'updated_at'];
const since = {
	created_at: '2026-01-06T10:00:00.000000Z',
	updated_at: '2026-01-06T10:00:00.000000Z',
};

const checkout = { id: 41, name: 'Shop checkout', type: 'facebook', value: '100200300', ...since };
const blog = { id: 42, name: 'Blog', type: 'quora', value: 'Q-1', ...since };
const cart = { id: 43, name: 'Shop cart', type: 'facebook', value: '400', ...since };

/** The three pixels there are, newest first: the node's own order, whatever the install prefers. */
const pixels = [cart, blog, checkout];

function created(name: string, type: string, value: string) {
	return [{ id: anyNumber, name, type, value, created_at: anyText, updated_at: anyText }];
}

const create: OperationRow = {
	resource: 'pixel',
	operation: 'create',
	passThrough,
	minimal: {
		parameters: { name: 'Landing', value: '777' },
		sends: [
			{
				method: 'POST',
				path: '/api/v1/pixels',
				form: { name: 'Landing', type: 'facebook', value: '777' },
			},
		],
		gives: () => created('Landing', 'facebook', '777'),
	},
	full: {
		parameters: { name: ' A & B = ä+ ', type: 'google-tag-manager', value: ' GTM-1 ' },
		sends: [
			{
				method: 'POST',
				path: '/api/v1/pixels',
				form: { name: 'A & B = ä+', type: 'google-tag-manager', value: 'GTM-1' },
			},
		],
		gives: () => created('A & B = ä+', 'google-tag-manager', 'GTM-1'),
	},
	perItem: {
		parameters: {
			name: '={{ $json.name }}',
			type: '={{ $json.type }}',
			value: '={{ $json.value }}',
		},
		items: [
			{ name: 'One', type: 'adroll', value: 1 },
			{ name: 'Two', type: 'LinkedIn', value: '2' },
			{ name: 'Three', type: 'pinterest', value: '3' },
		],
		gives: () => [
			created('One', 'adroll', '1'),
			created('Two', 'linkedin', '2'),
			created('Three', 'pinterest', '3'),
		],
	},
};

const remove: OperationRow = {
	resource: 'pixel',
	operation: 'delete',
	minimal: {
		parameters: { pixelId: pick('id', 41) },
		sends: [{ method: 'DELETE', path: '/api/v1/pixels/41' }],
		gives: () => [{ deleted: true, id: 41 }],
	},
	full: {
		parameters: { pixelId: pick('list', '41') },
		sends: [{ method: 'DELETE', path: '/api/v1/pixels/41' }],
		gives: () => [{ deleted: true, id: 41 }],
	},
	perItem: {
		parameters: { pixelId: idOfItem },
		items: [{ id: 41 }, { id: 42 }, { id: 43 }],
		gives: () => [
			[{ deleted: true, id: 41 }],
			[{ deleted: true, id: 42 }],
			[{ deleted: true, id: 43 }],
		],
	},
	unknown: [{ parameters: { pixelId: pick('id', 999) }, message: 'Pixel does not exist.' }],
};

const get: OperationRow = {
	resource: 'pixel',
	operation: 'get',
	passThrough,
	minimal: {
		parameters: { pixelId: pick('id', 41) },
		sends: [{ method: 'GET', path: '/api/v1/pixels/41' }],
		gives: () => [checkout],
	},
	full: {
		parameters: { pixelId: pick('list', '41') },
		sends: [{ method: 'GET', path: '/api/v1/pixels/41' }],
		gives: () => [checkout],
	},
	perItem: {
		parameters: { pixelId: idOfItem },
		items: [{ id: 41 }, { id: '42' }, { id: 43 }],
		gives: () => [[checkout], [blog], [cart]],
	},
	unknown: [{ parameters: { pixelId: pick('id', 999) }, message: 'Pixel does not exist.' }],
};

const getAll: OperationRow = {
	resource: 'pixel',
	operation: 'getAll',
	passThrough,
	minimal: {
		parameters: {},
		sends: [{ method: 'GET', path: '/api/v1/pixels', query: { per_page: '50', page: '1' } }],
		gives: () => pixels,
	},
	full: {
		parameters: {
			returnAll: true,
			filters: {
				search: ' shop ',
				sort_by: 'name',
				sort: 'asc',
				type: 'facebook',
			},
		},
		sends: [
			{
				method: 'GET',
				path: '/api/v1/pixels',
				query: {
					search: 'shop',
					type: 'facebook',
					sort_by: 'name',
					sort: 'asc',
					per_page: '100',
					page: '1',
				},
			},
		],
		gives: () => [cart, checkout],
	},
	more: {
		'empty filters': {
			parameters: { returnAll: true, filters: { search: '' } },
			sends: [{ method: 'GET', path: '/api/v1/pixels', query: { per_page: '100', page: '1' } }],
			gives: () => pixels,
		},
		'oldest first': {
			parameters: { returnAll: true, filters: { sort: 'asc' } },
			sends: [
				{
					method: 'GET',
					path: '/api/v1/pixels',
					query: { sort: 'asc', per_page: '100', page: '1' },
				},
			],
			gives: () => [checkout, blog, cart],
		},
	},
	perItem: {
		parameters: { filters: { type: '={{ $json.type }}' } },
		items: [{ type: 'facebook' }, { type: 'quora' }, { type: 'bing' }],
		gives: () => [[cart, checkout], [blog], []],
	},
};

const update: OperationRow = {
	resource: 'pixel',
	operation: 'update',
	minimal: {
		parameters: { pixelId: pick('id', 41), updateFields: { name: 'Checkout' } },
		sends: [{ method: 'PUT', path: '/api/v1/pixels/41', form: { name: 'Checkout' } }],
		gives: () => [{ updated: true, id: 41, name: 'Checkout' }],
	},
	full: {
		parameters: {
			pixelId: pick('list', '41'),
			updateFields: { name: 'Checkout', type: 'google-ads', value: 'AW-1' },
		},
		sends: [
			{
				method: 'PUT',
				path: '/api/v1/pixels/41',
				form: { name: 'Checkout', type: 'google-ads', value: 'AW-1' },
			},
		],
		gives: () => [{ updated: true, id: 41, name: 'Checkout', type: 'google-ads', value: 'AW-1' }],
	},
	perItem: {
		parameters: { pixelId: idOfItem, updateFields: { value: '={{ $json.value }}' } },
		items: [
			{ id: 41, value: 'a' },
			{ id: 42, value: 'b' },
			{ id: 43, value: 5 },
		],
		gives: () => [
			[{ updated: true, id: 41, value: 'a' }],
			[{ updated: true, id: 42, value: 'b' }],
			[{ updated: true, id: 43, value: '5' }],
		],
	},
	unknown: [
		{
			parameters: { pixelId: pick('id', 999), updateFields: { name: 'Nobody' } },
			message: 'Pixel does not exist.',
		},
	],
};

export const pixelRows = [create, remove, get, getAll, update];
