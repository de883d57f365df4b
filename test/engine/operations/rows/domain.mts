import { anyNumber } from '../../support/matchers.mts';
import {
	deleteRow,
	idOfItem,
	listRow,
	pick,
	type OperationRow,
	posts,
	oneEach,
	puts,
} from '../row.mts';

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
		sends: [posts('/api/domain/add', { domain: 'https://new.example.com' })],
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
			posts('/api/domain/add', {
				domain: 'http://new.example.com',
				redirectroot: 'https://example.com/home',
				redirect404: 'https://example.com/lost?from=link',
			}),
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
			sends: [posts('/api/domain/add', { domain: 'https://new.example.com' })],
			gives: () => [{ id: anyNumber, domain: 'https://new.example.com' }],
		},
	},
	perItem: {
		parameters: { domain: '={{ $json.host }}' },
		items: [
			{ host: 'a.example.com' },
			{ host: 'HTTPS://B.example.com/' },
			{ host: 'c.example.com' },
		],
		gives: () =>
			oneEach(
				{ id: anyNumber, domain: 'https://a.example.com' },
				{ id: anyNumber, domain: 'https://b.example.com' },
				{ id: anyNumber, domain: 'https://c.example.com' },
			),
	},
	unknown: [
		{
			parameters: { domain: 'https://go.example.com' },
			message: 'The domain has been already used.',
		},
	],
};

const remove = deleteRow('domain', 'domain', [31, 32, 33], 'Domain not found. Please try again.');

const getAll = listRow('domain', '/api/domains', () => domains, 4);

const update: OperationRow = {
	resource: 'domain',
	operation: 'update',
	minimal: {
		parameters: {
			domainId: pick('id', 31),
			updateFields: { redirectroot: 'https://example.com/home' },
		},
		sends: [puts('/api/domain/31/update', { redirectroot: 'https://example.com/home' })],
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
			puts('/api/domain/31/update', {
				redirectroot: 'https://example.com/home',
				redirect404: 'https://example.com/lost',
			}),
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
		gives: () =>
			oneEach(
				{ updated: true, id: 31, redirect404: 'https://example.com/1' },
				{ updated: true, id: 32, redirect404: 'https://example.com/2' },
				{ updated: true, id: 33, redirect404: 'https://example.com/3' },
			),
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
