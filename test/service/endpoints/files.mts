import { checkedAlias } from '../alias.mts';
import { randomName, writeDate } from '../database.mts';
import { endpoint } from '../endpoint.mts';
import type { Endpoint } from '../endpoint.mts';
import { shortUrl } from '../link-store.mts';
import { flatPage, readPage } from '../paging.mts';
import type { ReceivedFile } from '../request.mts';
import { fields, queryNumber, text } from '../validation.mts';
import { checkedExpiry, domainOf, given, unlessTaken } from './link-input.mts';

interface FileRow {
	id: number;
	name: string;
	downloads: number;
	domain: string;
	alias: string;
	date: string;
}

/** Files behind a short URL, which only some brands have. */
export const fileEndpoints: Endpoint[] = [
	endpoint({
		method: 'GET',
		path: '/api/files',
		family: 'api',
		query: fields({ limit: queryNumber, page: queryNumber, name: text }),
		work(call) {
			const page = readPage<FileRow>(call, {
				table: 'files',
				columns: 'id, name, downloads, domain, alias, date',
				where: 'account = ? AND instr(name, ?) > 0',
				values: [call.account, call.query['name'] ?? ''],
				shape: ({ domain, alias, ...row }) => ({
					...row,
					shorturl: shortUrl(call.url, domain, alias),
				}),
			});
			return flatPage(call, page);
		},
	}),
	endpoint<ReceivedFile>({
		method: 'POST',
		path: '/api/files/upload/:filename',
		family: 'api',
		creates: true,
		takesFile: true,
		query: fields({
			name: text,
			custom: text,
			domain: text,
			password: text,
			expiry: text,
			maxdownloads: queryNumber,
		}),
		work(call) {
			const { filename = '' } = call.params;
			const { name, custom, domain, password, expiry, maxdownloads } = call.query;
			const asked = given(custom);
			const alias =
				asked === undefined ? randomName() : checkedAlias(asked, call.variations.aliasForm);
			const file = {
				account: call.account,
				name: given(name) ?? filename,
				filename,
				...call.body,
				domain: domainOf(call, domain),
				alias,
				password: given(password),
				expiry: checkedExpiry(call, expiry),
				maxdownloads,
				date: writeDate(call.nowMs),
			};
			const id = unlessTaken(call, () => call.db.insert('files', file));
			// Seen in public: the id stands in a list beside its own name, and `error` is always a boolean.
			const shorturl = shortUrl(call.url, file.domain, alias);
			return { form: 'plain', status: 200, body: { error: false, 0: 'id', 1: id, shorturl } };
		},
	}),
];
