import { anyNumber } from '../../support/matchers.mts';
import { firstPage, idOfItem, pick, type OperationRow } from '../row.mts';

/** Newest first; the one with the low id belongs to every new account. */
const domains = [
	{ id: 33, domain: 'https://at.example.com', redirectroot: '', redirect404: '' },
	{
		id: 32,
		domain: 'https://to.example.com',
		redirectroot: '',
		redirect404: 'https://example.com/404',
	},
	{
		id: 31,
		domain: 'https://go.example.com',
		redirectroot: 'https://example.com',
		redirect404: '',
	},
	{ id: 1, domain: 'https://go.demo.example', redirectroot: '', redirect404: '' },
];

const create: OperationRow = {
	resource: 'domain',
	operation: 'create',
	minimal: {
		parameters: { domain: ' https://new.example.com ' },
		sends: [
			{ method: 'POST', path: '/api/domain/add', json: { domain: 'https://new.example.com' } },
		],
		gives: () => [{ id: anyNumber, domain: 'https://new.example.com' }],
	},
	full: {
		parameters: {
			domain: 'http://new.example.com',
			additionalFields: {
				redirectroot: 'https://example.com/home',
				redirect404: 'https://example.com/lost?from=link',
			},
		},
		sends: [
			{
				method: 'POST',
				path: '/api/domain/add',
				json: {
					domain: 'http://new.example.com',
					redirectroot: 'https://example.com/home',
					redirect404: 'https://example.com/lost?from=link',
				},
			},
		],
		gives: () => [
			{
				id: anyNumber,
				domain: 'http://new.example.com',
				redirectroot: 'https://example.com/home',
				redirect404: 'https://example.com/lost?from=link',
			},
		],
	},
	more: {
		'empty fields': {
			parameters: {
				domain: 'https://new.example.com',
				additionalFields: { redirectroot: '', redirect404: ' ' },
			},
			sends: [
				{ method: 'POST', path: '/api/domain/add', json: { domain: 'https://new.example.com' } },
			],
			gives: () => [{ id: anyNumber, domain: 'https://new.example.com' }],
		},
	},
	perItem: {
		parameters: { domain: '=https://{{ $json.host }}' },
		items: [{ host: 'a.example.com' }, { host: 'b.example.com' }, { host: 'c.example.com' }],
		gives: () => [
			[{ id: anyNumber, domain: 'https://a.example.com' }],
			[{ id: anyNumber, domain: 'https://b.example.com' }],
			[{ id: anyNumber, domain: 'https://c.example.com' }],
		],
	},
	unknown: [
		{
			parameters: { domain: 'https://go.example.com' },
			message: 'The domain has been already used.',
		},
	],
};

const remove: OperationRow = {
	resource: 'domain',
	operation: 'delete',
	minimal: {
		parameters: { domainId: pick('id', 33) },
		sends: [{ method: 'DELETE', path: '/api/domain/33/delete' }],
		gives: () => [{ deleted: true, id: 33 }],
	},
	full: {
		parameters: { domainId: pick('list', '33') },
		sends: [{ method: 'DELETE', path: '/api/domain/33/delete' }],
		gives: () => [{ deleted: true, id: 33 }],
	},
	perItem: {
		parameters: { domainId: idOfItem },
		items: [{ id: 31 }, { id: 32 }, { id: 33 }],
		gives: () => [
			[{ deleted: true, id: 31 }],
			[{ deleted: true, id: 32 }],
			[{ deleted: true, id: 33 }],
		],
	},
	unknown: [
		{
			parameters: { domainId: pick('id', 999) },
			message: 'Domain not found. Please try again.',
		},
	],
};

const getAll: OperationRow = {
	resource: 'domain',
	operation: 'getAll',
	minimal: {
		parameters: {},
		sends: [{ method: 'GET', path: '/api/domains', query: firstPage(50) }],
		gives: () => domains,
		byAge: true,
	},
	full: {
		parameters: { returnAll: true },
		sends: [{ method: 'GET', path: '/api/domains', query: firstPage(100) }],
		gives: () => domains,
		byAge: true,
	},
	perItem: {
		parameters: { limit: '={{ $json.limit }}' },
		items: [{ limit: 4 }, { limit: '5' }, { limit: 6 }],
		gives: () => [domains, domains, domains],
		byAge: true,
	},
};

const update: OperationRow = {
	resource: 'domain',
	operation: 'update',
	minimal: {
		parameters: {
			domainId: pick('id', 31),
			updateFields: { redirectroot: 'https://example.com/home' },
		},
		sends: [
			{
				method: 'PUT',
				path: '/api/domain/31/update',
				json: { redirectroot: 'https://example.com/home' },
			},
		],
		gives: () => [{ updated: true, id: 31, redirectroot: 'https://example.com/home' }],
	},
	full: {
		parameters: {
			domainId: pick('list', '31'),
			updateFields: {
				redirectroot: 'https://example.com/home',
				redirect404: 'https://example.com/lost',
			},
		},
		sends: [
			{
				method: 'PUT',
				path: '/api/domain/31/update',
				json: {
					redirectroot: 'https://example.com/home',
					redirect404: 'https://example.com/lost',
				},
			},
		],
		gives: () => [
			{
				updated: true,
				id: 31,
				redirectroot: 'https://example.com/home',
				redirect404: 'https://example.com/lost',
			},
		],
	},
	perItem: {
		parameters: { domainId: idOfItem, updateFields: { redirect404: '={{ $json.to }}' } },
		items: [
			{ id: 31, to: 'https://example.com/1' },
			{ id: 32, to: 'https://example.com/2' },
			{ id: 33, to: 'https://example.com/3' },
		],
		gives: () => [
			[{ updated: true, id: 31, redirect404: 'https://example.com/1' }],
			[{ updated: true, id: 32, redirect404: 'https://example.com/2' }],
			[{ updated: true, id: 33, redirect404: 'https://example.com/3' }],
		],
	},
	unknown: [
		{
			parameters: {
				domainId: pick('id', 999),
				updateFields: { redirectroot: 'https://example.com' },
			},
			message: 'Domain not found. Please try again.',
		},
	],
};

export const domainRows = [create, remove, getAll, update];
