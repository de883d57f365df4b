import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { clientOf, dateTime, envelope, pair, textLike } from '../client.mts';
import type { Client } from '../client.mts';

const BYTES = Buffer.from('%PDF-1.7 a small file');

async function upload(http: Client, path: string, body: Buffer | string = BYTES, type?: string) {
	const headers = { 'Content-Type': type ?? 'application/octet-stream' };
	return await http.post(`/api/files/upload/${path}`, body, { headers });
}

test('a file is uploaded with everything that can be said of it, and listed', async () => {
	const { http, service } = await pair();
	const query =
		'name=Price%20list&custom=prices&domain=go.demo.example&password=secret&expiry=2099-12-31%2023:59:59&maxdownloads=5';
	const { data } = await upload(http, `prices%2F2027.pdf?${query}`);
	const shorturl = 'https://go.demo.example/prices';
	expect(data).toEqual({ error: false, 0: 'id', 1: 1, shorturl });
	const sha256 = createHash('sha256').update(BYTES).digest('hex');
	expect(service.table('files')).toMatchObject([
		{
			filename: 'prices/2027.pdf',
			bytes: BYTES.length,
			sha256,
			password: 'secret',
			expiry: '2099-12-31 23:59:59',
			maxdownloads: 5,
		},
	]);
	const listed = { id: 1, name: 'Price list', downloads: 0, shorturl, date: dateTime };
	const page = (await http.get('/api/files')).data;
	expect(page).toEqual({ error: 0, ...envelope(1), list: [listed] });
});

test('files are listed in pages, by name, and to their owner only', async () => {
	const accounts = [1, 2].map((id) => ({
		id,
		email: `${String(id)}@example.com`,
		apiKeys: [`key-${String(id)}`],
	}));
	const { http, service } = await pair({ accounts });
	await upload(http, 'a.pdf');
	await upload(http, 'b.pdf?name=Menu');
	const names = async (query: string, client = http) => {
		const { data } = await client.get(`/api/files?${query}`);
		return (data as unknown as { list: Array<{ name: string }> }).list.map(({ name }) => name);
	};
	expect(await names('')).toEqual(['Menu', 'a.pdf']);
	expect(await names('limit=1&page=2')).toEqual(['a.pdf']);
	expect(await names('name=en')).toEqual(['Menu']);
	expect(await names('', clientOf(service, 'key-2'))).toEqual([]);
});

test.each([
	['a.pdf?custom=ab', BYTES, undefined, 'Custom alias must be at least 3 characters.'],
	['a.pdf?domain=x.example', BYTES, undefined, 'Domain not found. Please try again.'],
	['a.pdf?maxdownloads=0', BYTES, undefined, /^The maxdownloads field is invalid/],
	['a.pdf', Buffer.alloc(0), undefined, 'The file is empty.'],
	['a.pdf', Buffer.alloc(2_000_000), undefined, 'The file is too large. The limit is 1 MB.'],
	['a.pdf', '{}', 'application/json', /^The Content-Type must be/],
])('an upload to %s is refused', async (path, body, type, message) => {
	const { http, service } = await pair({ maxFileBytes: 1024 * 1024 });
	service.seed('files', [{ alias: 'taken' }]);
	const { data } = await upload(http, path, body, type);
	const words = typeof message === 'string' ? message : textLike(message);
	expect(data).toMatchObject({ error: 1, message: words });
	expect(service.table('files')).toHaveLength(1);
});

test('an install may have no files', async () => {
	const { http, service } = await pair({ hasFiles: false });
	expect((await upload(http, 'a.pdf')).status).toBe(404);
	expect((await http.get('/api/files')).status).toBe(404);
	service.set({ hasFiles: true });
	expect((await http.get('/api/files')).status).toBe(200);
});
