import { done, record } from '../answers.mts';
import { isDuplicate } from '../database.mts';
import { endpoint } from '../endpoint.mts';
import type { Endpoint } from '../endpoint.mts';
import { Failure } from '../failure.mts';
import { parseUrl, requireUrl } from '../urls.mts';
import { fields, text } from '../validation.mts';
import { deleteOf, listOf, owned } from './owned.mts';

interface Redirects {
	redirectroot?: string;
	redirect404?: string;
}

/** The address under which a domain is kept: scheme and host, nothing behind it. */
export function domainAddress(given: string): { domain: string; host: string } | undefined {
	const url = parseUrl(given);
	if (url === undefined || url.pathname !== '/' || url.search !== '') return undefined;
	return { domain: url.origin, host: url.host };
}

export const domainEndpoints: Endpoint[] = [
	listOf({
		path: '/api/domains',
		table: 'domains',
		columns: 'id, domain, redirectroot, redirect404',
	}),
	endpoint<Redirects & { domain: string }>({
		method: 'POST',
		path: '/api/domain/add',
		family: 'api',
		creates: true,
		body: fields({ domain: text, redirectroot: text, redirect404: text }, ['domain']),
		work({ db, account, body }) {
			const address = domainAddress(body.domain);
			if (address === undefined) throw new Failure('A valid domain name is required.');
			const row = { account, ...address, ...checkedRedirects(body) };
			try {
				return record({ id: db.insert('domains', row) });
			} catch (error) {
				if (!isDuplicate(error)) throw error;
				throw new Failure('The domain has been already used.');
			}
		},
	}),
	endpoint<Redirects>({
		method: 'PUT',
		path: '/api/domain/:id/update',
		family: 'api',
		body: fields({ redirectroot: text, redirect404: text }),
		work(call) {
			const { id } = owned(call, 'domains', call.params['id']);
			call.db.update('domains', id, checkedRedirects(call.body));
			return done('Domain has been updated successfully.');
		},
	}),
	deleteOf('/api/domain/:id/delete', 'domains', 'Domain has been deleted successfully.'),
];

/** An empty text takes a redirect away, anything else must be a URL. */
function checkedRedirects({ redirectroot, redirect404 }: Redirects) {
	for (const target of [redirectroot, redirect404]) {
		if (target !== undefined && target !== '') requireUrl(target);
	}
	return { redirectroot, redirect404 };
}
