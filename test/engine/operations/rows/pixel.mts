import type { INodeParameterResourceLocator, INodeParameters } from 'n8n-workflow';
import { anyNumber, anyText } from '../../support/matchers.mts';
import {
	firstPage,
	idOfItem,
	type OperationCase,
	type OperationUses,
	pick,
	posts,
	type SentRequest,
	reads,
	deletes,
	puts,
	rowsOf,
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
function storing(
	parameters: INodeParameters,
	name: string,
	type: string,
	value: string,
): OperationCase {
	return {
		parameters,
		sends: [look, { method: 'POST', path: '/api/v1/pixels', form: { name, type, value } }],
		gives: () => created(name, type, value),
		onLinks: {
			sends: [posts('/api/pixel/add', { type, name, tag: value })],
			gives: () => [{ id: anyNumber, name, type, value }],
		},
	};
}

const landing = storing(
	{ name: 'Landing', type: 'facebook', value: '777' },
	'Landing',
	'facebook',
	'777',
);

const create: OperationUses = {
	passThrough,
	minimal: landing,
	full: storing(
		{ name: ' A & B = ä+ ', type: 'google-tag-manager', value: ' GTM-1 ' },
		'A & B = ä+',
		'google-tag-manager',
		'GTM-1',
	),
};

function removing(pixelId: INodeParameterResourceLocator): OperationCase {
	return {
		parameters: { pixelId },
		sends: [look, deletes('/api/v1/pixels/41')],
		gives: () => [{ deleted: true, id: 41 }],
		onLinks: { sends: [deletes('/api/pixel/41/delete')] },
	};
}

const remove: OperationUses = {
	minimal: removing(pick('id', 41)),
	full: removing(pick('list', '41')),
	more: {
		'already gone': {
			parameters: { pixelId: pick('id', 999) },
			sends: [
				look,
				deletes('/api/v1/pixels/999'),
				{ ...look, query: { per_page: '100', page: '1' } },
			],
			gives: () => [{ deleted: true, id: 999, alreadyGone: true }],
			onLinks: { sends: [deletes('/api/pixel/999/delete'), allAtLinks] },
		},
	},
};

function reading(pixelId: INodeParameterResourceLocator): OperationCase {
	return {
		parameters: { pixelId },
		sends: [look, reads('/api/v1/pixels/41')],
		gives: () => each([checkout], since),
		onLinks: { sends: [allAtLinks], gives: () => each([checkout], ofLinks) },
	};
}

const get: OperationUses = {
	passThrough,
	minimal: reading(pick('id', 41)),
	full: reading(pick('list', '41')),
	perItem: {
		parameters: { pixelId: idOfItem },
		items: [{ id: 41 }, { id: '42' }, { id: 43 }],
		gives: () => [each([checkout], since), each([blog], since), each([cart], since)],
	},
	unknown: [
		{
			parameters: { pixelId: pick('id', 999) },
			message: 'Pixel does not exist.',
		},
	],
};

/** A list with this query; the other product's is filtered by the node, and has no order but its own. */
function listing(
	parameters: INodeParameters,
	query: Record<string, string>,
	records: object[],
	atLinks = allAtLinks,
): OperationCase {
	return {
		parameters,
		sends: [look, { ...look, query: { ...query, page: '1' } }],
		gives: () => each(records, since),
		onLinks: parameters.sort
			? { sends: [], says: 'This service does not sort pixels' }
			: { sends: [atLinks], gives: () => each(records, ofLinks) },
	};
}

const getAll: OperationUses = {
	passThrough,
	minimal: listing({}, { per_page: '50' }, pixels, reads('/api/pixels', firstPage(50))),
	full: listing(
		{
			returnAll: true,
			filters: { search: ' shop ', type: 'facebook' },
			sort: { sort_by: 'name', sort: 'asc' },
		},
		{ search: 'shop', type: 'facebook', sort_by: 'name', sort: 'asc', per_page: '100' },
		[cart, checkout],
	),
	more: {
		'empty filters': listing(
			{ returnAll: true, filters: { search: '' } },
			{ per_page: '100' },
			pixels,
		),
		'oldest first': listing(
			{ returnAll: true, sort: { sort: 'asc' } },
			{ sort: 'asc', per_page: '100' },
			pixels.toReversed(),
		),
	},
};

/** The same update at both products, the second of which wants name and tag. */
function changing(updateFields: INodeParameters, form: Record<string, string>): OperationCase {
	const { name = checkout.name, value: tag = checkout.value } = form;
	return {
		parameters: { pixelId: pick('id', 41), updateFields },
		sends: [look, { method: 'PUT', path: '/api/v1/pixels/41', form }],
		gives: () => [{ updated: true, id: 41, ...form }],
		onLinks: { sends: [allAtLinks, puts('/api/pixel/41/update', { name, tag })] },
	};
}

const rename = changing({ name: 'Checkout' }, { name: 'Checkout' });
const renameAndRetag = { name: 'Checkout', value: 'AW-1' };
const everything = { name: 'Checkout', type: 'google-ads', value: 'AW-1' };

const update: OperationUses = {
	minimal: rename,
	full: {
		...changing(everything, everything),
		parameters: { pixelId: pick('list', '41'), updateFields: everything },
		onLinks: {
			sends: [allAtLinks],
			says: 'This service cannot change the platform of a pixel: pixel 41 is for facebook',
		},
	},
	more: {
		'the type it has': changing(
			{ type: '={{ "Facebook" }}', value: 'AW-1' },
			{ type: 'facebook', value: 'AW-1' },
		),
		'name and value': {
			...changing(renameAndRetag, renameAndRetag),
			onLinks: { sends: [puts('/api/pixel/41/update', { name: 'Checkout', tag: 'AW-1' })] },
		},
	},
	unknown: [
		{
			parameters: { pixelId: pick('id', 999), updateFields: { name: 'Nobody' } },
			message: 'Pixel does not exist.',
		},
	],
};

export const pixelRows = rowsOf('pixel', { create, delete: remove, get, getAll, update });
