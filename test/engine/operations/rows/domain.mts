import { anyNumber } from '../../support/matchers.mts';
import {
	creating,
	deleteRow,
	listRow,
	pick,
	type OperationUses,
	updating,
	rowsOf,
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

function created(domain: string, more: object = {}) {
	return { id: anyNumber, domain, ...more };
}

const ADD = '/api/domain/add';
const REDIRECTS = {
	redirectroot: 'https://example.com/home',
	redirect404: 'https://example.com/lost?from=link',
};

const create: OperationUses = {
	minimal: creating(
		ADD,
		{ domain: ' https://new.example.com ' },
		{ domain: 'https://new.example.com' },
		() => [created('https://new.example.com')],
	),
	full: creating(
		ADD,
		{ domain: 'http://new.example.com', additionalFields: REDIRECTS },
		{ domain: 'http://new.example.com', ...REDIRECTS },
		() => [created('http://new.example.com', REDIRECTS)],
	),
	more: {
		'empty fields': creating(
			ADD,
			{
				domain: 'https://new.example.com',
				additionalFields: { redirectroot: '', redirect404: ' ' },
			},
			{ domain: 'https://new.example.com' },
			() => [created('https://new.example.com')],
		),
	},
};

const remove = deleteRow('domain', 'domain', [31, 32], '/api/domains');

const getAll = listRow('/api/domains', () => domains);

const HOME = { redirectroot: 'https://example.com/home' };
const BOTH = { ...HOME, redirect404: 'https://example.com/lost' };

const update: OperationUses = {
	minimal: updating('domain', 31, { domainId: pick('id', 31), updateFields: HOME }, HOME),
	full: updating('domain', 31, { domainId: pick('list', '31'), updateFields: BOTH }, BOTH),
};

export const domainRows = rowsOf('domain', { create, delete: remove, getAll, update });
