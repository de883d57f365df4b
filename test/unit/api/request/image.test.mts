import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { openClient } from '../../../../nodes/LinkShortener/api/client';
import { settle, UserFacingError } from '../../../../nodes/LinkShortener/shared/userFacingError';

const KEY = 'k3y-nobody-may-read';
const GATE = 'gate=0pen';

/** Fetches an image with helpers that stand in for n8n's, where requests to any host have to work. */
async function fetchImage(
	address: string,
	ownHosts: string[] = [],
	redirects: Record<string, string> = {},
) {
	const requests: IHttpRequestOptions[] = [];
	const context = {
		getCredentials: async () =>
			await Promise.resolve({
				baseUrl: 'https://links.example.com/s',
				apiKey: KEY,
				addExtraHeader: true,
				extraHeaderName: 'Cookie',
				extraHeaderValue: GATE,
				ignoreSslIssues: true,
			}),
		helpers: {
			httpRequest: async (options: IHttpRequestOptions) => {
				requests.push(options);
				const location = redirects[options.url];
				const headers = location === undefined ? { 'content-type': 'image/png' } : { location };
				const statusCode = location === undefined ? 200 : 302;
				return await Promise.resolve({ statusCode, headers, body: Buffer.from('PNG') });
			},
		},
	};
	const client = await openClient(context as unknown as IExecuteFunctions, {
		caller: 'bulk',
		timeoutMs: 1_000,
	});
	const isOwn = async (host: string) => await Promise.resolve(ownHosts.includes(host));
	const image = await settle(client.image(address, isOwn));
	expect(JSON.stringify(requests)).not.toContain(KEY);
	expect(requests).toMatchObject(
		requests.map(() => ({ disableFollowRedirect: true, method: 'GET' })),
	);
	const message = image instanceof UserFacingError ? image.message : 'done';
	const asked = requests.map(({ url, headers = {}, skipSslCertificateValidation: skips }) => {
		const goesAlong = headers.Cookie === GATE;
		return `${url}${goesAlong ? ' with header' : ''}${skips === true ? ' unchecked' : ''}`;
	});
	return { message, asked };
}

describe('the address of an image', () => {
	it.each<[address: string, url: string]>([
		['https://links.example.com/s/qr/1', 'https://links.example.com/s/qr/1'],
		['qr/1', 'https://links.example.com/s/qr/1'],
		['/qr/1?size=2', 'https://links.example.com/qr/1?size=2'],
		[' //links.example.com/qr/1\n', 'https://links.example.com/qr/1'],
	])('%s is asked for at %s', async (address, url) => {
		const { asked, message } = await fetchImage(address);
		expect(message).toBe('done');
		expect(asked).toEqual([`${url} with header unchecked`]);
	});

	it.each([
		'https://go.example.org/a',
		'https://links.example.com:8443/a',
		'http://links.example.com/a',
	])('%s gets nothing of what the credential holds', async (address) => {
		const { asked, message } = await fetchImage(address, ['go.example.org']);
		expect(message).toBe('done');
		expect(asked).toEqual([address]);
	});

	it.each([
		'',
		'  ',
		'ftp://links.example.com/a.png',
		'file:///etc/passwd',
		'data:image/png;base64,iVBORw0KGgo=',
		'https://',
	])('%j is none', async (address) => {
		const { asked, message } = await fetchImage(address);
		expect(message).toBe('The service did not return a web address for the image');
		expect(asked).toEqual([]);
	});
});

describe('an image on a host that is neither the base URL’s nor one of short URLs', () => {
	it.each([
		'https://cdn.example.org/a?token=b',
		'https://links.example.com.example.org/a',
		'http://10.0.0.1/a',
		'http://localhost:8080/a',
		'http://[::1]/a',
		'http://2130706433/a',
	])('is not asked for: %s', async (address) => {
		const { asked, message } = await fetchImage(address, ['go.example.org']);
		expect(message).toMatch(
			/^The image is at [^?]*, which is not on the host of the service or of its short URLs$/,
		);
		expect(asked).toEqual([]);
	});
});

describe('a redirect of an image', () => {
	it.each<[from: string, location: string, to: string]>([
		['http://links.example.com/a', 'https://links.example.com/b', 'https://links.example.com/b'],
		['https://links.example.com:8443/a', '/b', 'https://links.example.com:8443/b'],
		['http://go.example.org/a', 'https://go.example.org/a', 'https://go.example.org/a'],
	])('from %s to %s is followed', async (from, location, to) => {
		const { asked, message } = await fetchImage(from, ['go.example.org'], { [from]: location });
		expect(message).toBe('done');
		const goesAlong = to.startsWith('https://links.example.com/') ? ' with header unchecked' : '';
		expect(asked).toEqual([from, `${to}${goesAlong}`]);
	});

	it.each<[from: string, location: string]>([
		['http://links.example.com/a', 'http://links.example.com/b'],
		['https://links.example.com:8443/a', 'http://links.example.com:8443/a'],
		['http://links.example.com:8080/a', 'https://links.example.com/b'],
		['http://links.example.com/a', 'https://links.example.com:8443/b'],
		['http://links.example.com/a', 'https://links.example.com.example.org/a'],
		['http://links.example.com/a', 'https://go.example.org/a'],
		['http://links.example.com/a', 'https://['],
	])('from %s to %s is told', async (from, location) => {
		const redirects = { [from]: `${location}?token=b` };
		const { asked, message } = await fetchImage(from, ['go.example.org'], redirects);
		expect(message).toBe(`There is no image at ${from}: it redirects to ${location}`);
		expect(asked).toEqual([from]);
	});

	it('after another one is told', async () => {
		const [first, second] = ['http://links.example.com/a', 'https://links.example.com/a'];
		const { asked, message } = await fetchImage(first, [], { [first]: second, [second]: '/b' });
		expect(message).toBe(`There is no image at ${first}: it redirects to /b`);
		expect(asked).toHaveLength(2);
	});
});
