import { done, record } from '../answers.mts';
import type { Fields } from '../answers.mts';
import { isDuplicate } from '../database.mts';
import { endpoint } from '../endpoint.mts';
import type { Endpoint } from '../endpoint.mts';
import { Failure } from '../failure.mts';
import { UNKNOWN } from '../messages.mts';
import { listPage, ownRows, readPage } from '../paging.mts';
import { parseUrl, requireUrl } from '../urls.mts';
import { fields, paging, text } from '../validation.mts';
import { owned } from './owned.mts';

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
	endpoint({
		method: 'GET',
		path: '/api/domains',
		family: 'api',
		query: paging,
		work(call) {
			const listing = ownRows(call, 'domains', 'id, domain, redirectroot, redirect404');
			return listPage(call, 'domains', listing, (page) => readPage<Fields>(call, listing, page));
		},
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
			const { redirectroot = '', redirect404 = '' } = checkedRedirects(body);
			try {
				const row = { account, ...address, redirectroot, redirect404 };
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
			const { id } = owned(call, 'domains', call.params['id'], UNKNOWN.domain);
			const { redirectroot, redirect404 } = checkedRedirects(call.body);
			call.db.run(
				'UPDATE domains SET redirectroot = coalesce(?, redirectroot), redirect404 = coalesce(?, redirect404) WHERE id = ?',
				redirectroot ?? null,
				redirect404 ?? null,
				id,
			);
			return done('Domain has been updated successfully.');
		},
	}),
	endpoint({
		method: 'DELETE',
		path: '/api/domain/:id/delete',
		family: 'api',
		work(call) {
			const { id } = owned(call, 'domains', call.params['id'], UNKNOWN.domain);
			call.db.run('DELETE FROM domains WHERE id = ?', id);
			return done('Domain has been deleted successfully.');
		},
	}),
];

/** An empty text takes a redirect away, anything else must be a URL. */
function checkedRedirects(redirects: Redirects): Redirects {
	for (const target of [redirects.redirectroot, redirects.redirect404]) {
		if (target !== undefined && target !== '') requireUrl(target);
	}
	return redirects;
}
