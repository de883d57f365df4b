import { anyNumber, anyText } from '../../support/matchers.mts';
import {
	firstPage,
	idOfItem,
	oneEach,
	pick,
	type OperationRow,
	type SentRequest,
	reads,
	deletes,
	puts,
} from '../row.mts';

/** What the API description leaves open about a pixel record; each product has its own. */
const passThrough = ['created_at', 'updated_at', 'date'];
const since = {
	created_at: '2026-01-06T10:00:00.000000Z',
	updated_at: '2026-01-06T10:00:00.000000Z',
};
const ofLinks = { date: '2026-01-06 10:00:00' };

const checkout = { id: 41, name: 'Shop checkout', type: 'facebook', value: '100200300' };
const blog = { id: 42, name: 'Blog', type: 'quora', value: 'Q-1' };
const cart = { id: 43, name: 'Shop cart', type: 'facebook', value: '400' };

/** The three pixels there are, newest first: the node's own order, whatever the install prefers. */
const pixels = [cart, blog, checkout];

/** The list that tells which product's pixels there are; its page is thrown away. */
const look: SentRequest = reads('/api/v1/pixels', { per_page: '10', page: '1' });

/** The whole list of the links product, which has neither filters nor a look-up. */
const allAtLinks: SentRequest = reads('/api/pixels', firstPage(100));

function each(records: object[], more: object) {
	return records.map((record) => ({ ...record, ...more }));
}

function created(name: string, type: string, value: string) {
	return [{ id: anyNumber, name, type, value, created_at: anyText, updated_at: anyText }];
}

/** The same create at both products. */
function store(name: string, type: string, value: string) {
	const sent: SentRequest = { method: 'POST', path: '/api/v1/pixels', form: { name, type, value } };
	const json = { type, name, tag: value };
	const toLinks: SentRequest = { method: 'POST', path: '/api/pixel/add', json };
	return { sent, toLinks, gives: () => [{ id: anyNumber, name, type, value }] };
}

const landing = store('Landing', 'facebook', '777');
const manager = store('A & B = ä+', 'google-tag-manager', 'GTM-1');

const create: OperationRow = {
	resource: 'pixel',
	operation: 'create',
	passThrough,
	minimal: {
		parameters: { name: 'Landing', value: '777' },
		sends: [look, landing.sent],
		gives: () => created('Landing', 'facebook', '777'),
		onLinks: { sends: [landing.toLinks], gives: landing.gives },
	},
	full: {
		parameters: { name: ' A & B = ä+ ', type: 'google-tag-manager', value: ' GTM-1 ' },
		sends: [look, manager.sent],
		gives: () => created('A & B = ä+', 'google-tag-manager', 'GTM-1'),
		onLinks: { sends: [manager.toLinks], gives: manager.gives },
	},
	more: {
		'once the product is known': {
			isProductKnown: true,
			parameters: { name: 'Landing', value: '777' },
			sends: [landing.sent],
			gives: () => created('Landing', 'facebook', '777'),
			onLinks: { sends: [landing.toLinks], gives: landing.gives },
		},
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
			{ name: 'Three', type: 'Google analytics', value: '3' },
		],
		gives: () => [
			created('One', 'adroll', '1'),
			created('Two', 'linkedin', '2'),
			created('Three', 'google-analytics', '3'),
		],
	},
};

const removal: SentRequest = deletes('/api/v1/pixels/41');
const removalAtLinks: SentRequest = deletes('/api/pixel/41/delete');

const remove: OperationRow = {
	resource: 'pixel',
	operation: 'delete',
	minimal: {
		parameters: { pixelId: pick('id', 41) },
		sends: [look, removal],
		gives: () => [{ deleted: true, id: 41 }],
		onLinks: { sends: [removalAtLinks] },
	},
	full: {
		parameters: { pixelId: pick('list', '41') },
		sends: [look, removal],
		gives: () => [{ deleted: true, id: 41 }],
		onLinks: { sends: [removalAtLinks] },
	},
	more: {
		'once the product is known': {
			isProductKnown: true,
			parameters: { pixelId: pick('id', 41) },
			sends: [removal],
			gives: () => [{ deleted: true, id: 41 }],
			onLinks: { sends: [removalAtLinks] },
		},
	},
	perItem: {
		parameters: { pixelId: idOfItem },
		items: [{ id: 41 }, { id: 42 }, { id: 43 }],
		gives: () =>
			oneEach({ deleted: true, id: 41 }, { deleted: true, id: 42 }, { deleted: true, id: 43 }),
	},
	unknown: [{ parameters: { pixelId: pick('id', 999) }, message: 'Pixel does not exist.' }],
};

const found = { sends: [allAtLinks], gives: () => each([checkout], ofLinks) };

const single: SentRequest = reads('/api/v1/pixels/41');

const get: OperationRow = {
	resource: 'pixel',
	operation: 'get',
	passThrough,
	minimal: {
		parameters: { pixelId: pick('id', 41) },
		sends: [look, single],
		gives: () => each([checkout], since),
		onLinks: found,
	},
	full: {
		parameters: { pixelId: pick('list', '41') },
		sends: [look, single],
		gives: () => each([checkout], since),
		onLinks: found,
	},
	more: {
		'once the product is known': {
			isProductKnown: true,
			parameters: { pixelId: pick('id', 41) },
			sends: [single],
			gives: () => each([checkout], since),
			onLinks: found,
		},
	},
	perItem: {
		parameters: { pixelId: idOfItem },
		items: [{ id: 41 }, { id: '42' }, { id: 43 }],
		gives: () => [each([checkout], since), each([blog], since), each([cart], since)],
	},
	unknown: [
		{
			parameters: { pixelId: pick('id', 999) },
			message: 'Pixel does not exist.',
			onLinks: 'Pixel 999 does not exist',
		},
	],
};

/** The request for the list with these filters. */
function listed(query: Record<string, string>): SentRequest {
	return { ...look, query: { ...query, page: '1' } };
}

const getAll: OperationRow = {
	resource: 'pixel',
	operation: 'getAll',
	passThrough,
	minimal: {
		parameters: {},
		sends: [look, listed({ per_page: '50' })],
		gives: () => each(pixels, since),
		onLinks: {
			sends: [{ ...allAtLinks, query: firstPage(50) }],
			gives: () => each(pixels, ofLinks),
		},
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
			look,
			listed({ search: 'shop', type: 'facebook', sort_by: 'name', sort: 'asc', per_page: '100' }),
		],
		gives: () => each([cart, checkout], since),
		onLinks: { sends: [allAtLinks], gives: () => each([cart, checkout], ofLinks) },
	},
	more: {
		'empty filters': {
			parameters: { returnAll: true, filters: { search: '' } },
			sends: [look, listed({ per_page: '100' })],
			gives: () => each(pixels, since),
			onLinks: { sends: [allAtLinks], gives: () => each(pixels, ofLinks) },
		},
		'oldest first': {
			parameters: { returnAll: true, filters: { sort: 'asc' } },
			sends: [look, listed({ sort: 'asc', per_page: '100' })],
			gives: () => each(pixels.toReversed(), since),
			onLinks: { sends: [allAtLinks], gives: () => each(pixels.toReversed(), ofLinks) },
		},
		'once the product is known': {
			isProductKnown: true,
			parameters: { filters: { sort_by: 'name' } },
			sends: [listed({ sort_by: 'name', per_page: '50' })],
			gives: () => each([checkout, cart, blog], since),
			onLinks: { sends: [allAtLinks], gives: () => each([checkout, cart, blog], ofLinks) },
		},
	},
	perItem: {
		parameters: { filters: { type: '={{ $json.type }}' } },
		items: [{ type: 'facebook' }, { type: 'quora' }, { type: 'bing' }],
		gives: () => [each([cart, checkout], since), each([blog], since), []],
	},
};

/** The same update at both products, the second of which wants name and tag. */
function change(form: Record<string, string>) {
	const sent: SentRequest = { method: 'PUT', path: '/api/v1/pixels/41', form };
	const { name = checkout.name, value: tag = checkout.value } = form;
	const toLinks: SentRequest = puts('/api/pixel/41/update', { name, tag });
	return { sent, toLinks, gives: () => [{ updated: true, id: 41, ...form }] };
}

const rename = change({ name: 'Checkout' });
const retag = change({ name: 'Checkout', value: 'AW-1' });
const sameType = change({ type: 'facebook', value: 'AW-1' });
const everything = change({ name: 'Checkout', type: 'google-ads', value: 'AW-1' });

const update: OperationRow = {
	resource: 'pixel',
	operation: 'update',
	minimal: {
		parameters: { pixelId: pick('id', 41), updateFields: { name: 'Checkout' } },
		sends: [look, rename.sent],
		gives: rename.gives,
		onLinks: { sends: [allAtLinks, rename.toLinks] },
	},
	full: {
		parameters: {
			pixelId: pick('list', '41'),
			updateFields: { name: 'Checkout', type: 'google-ads', value: 'AW-1' },
		},
		sends: [look, everything.sent],
		gives: everything.gives,
		onLinks: {
			sends: [allAtLinks],
			says: 'This service cannot change the platform of a pixel: pixel 41 is for facebook',
		},
	},
	more: {
		'the type it has': {
			parameters: {
				pixelId: pick('id', 41),
				updateFields: { type: '={{ "Facebook" }}', value: 'AW-1' },
			},
			sends: [look, sameType.sent],
			gives: sameType.gives,
			onLinks: { sends: [allAtLinks, sameType.toLinks] },
		},
		'once the product is known': {
			isProductKnown: true,
			parameters: { pixelId: pick('id', 41), updateFields: { name: 'Checkout' } },
			sends: [rename.sent],
			gives: rename.gives,
			onLinks: { sends: [allAtLinks, rename.toLinks] },
		},
		'name and value, once the product is known': {
			isProductKnown: true,
			parameters: { pixelId: pick('id', 41), updateFields: { name: 'Checkout', value: 'AW-1' } },
			sends: [retag.sent],
			gives: retag.gives,
			onLinks: { sends: [retag.toLinks] },
		},
	},
	perItem: {
		parameters: { pixelId: idOfItem, updateFields: { value: '={{ $json.value }}' } },
		items: [
			{ id: 41, value: 'a' },
			{ id: 42, value: 'b' },
			{ id: 43, value: 5 },
		],
		gives: () =>
			oneEach(
				{ updated: true, id: 41, value: 'a' },
				{ updated: true, id: 42, value: 'b' },
				{ updated: true, id: 43, value: '5' },
			),
	},
	unknown: [
		{
			parameters: { pixelId: pick('id', 999), updateFields: { name: 'Nobody' } },
			message: 'Pixel does not exist.',
			onLinks: 'Pixel 999 does not exist',
		},
	],
};

export const pixelRows = [create, remove, get, getAll, update];
