import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { openClient } from '../../../nodes/LinkShortener/api/client';
import { settle, UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';

const KEY = 'k3y-nobody-may-read';
const GATE = 'gate=0pen';

/** Fetches an image with helpers that stand in for n8n's, where requests to any host have to work. */
async function fetchImage(address: string, baseUrl = 'https://links.example.com/s') {
	const requests: IHttpRequestOptions[] = [];
	const context = {
		getCredentials: async () =>
			await Promise.resolve({
				baseUrl,
				apiKey: KEY,
				addExtraHeader: true,
				extraHeaderName: 'Cookie',
				extraHeaderValue: GATE,
				ignoreSslIssues: true,
			}),
		helpers: {
			httpRequest: async (options: IHttpRequestOptions) => {
				requests.push(options);
				const headers = { 'content-type': 'image/png' };
				return await Promise.resolve({ statusCode: 200, headers, body: Buffer.from('PNG') });
			},
		},
	};
	const client = await openClient(context as unknown as IExecuteFunctions, {
		priority: 'bulk',
		timeoutMs: 1_000,
	});
	const image = await settle(client.image(address));
	for (const request of requests) {
		expect(JSON.stringify(request)).not.toContain(KEY);
		expect(request).toMatchObject({ disableFollowRedirect: true, method: 'GET' });
	}
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
		'https://cdn.example.org/a',
		'https://links.example.com:8443/a',
		'http://links.example.com/a',
	])('%s gets nothing of what the credential holds', async (address) => {
		const { asked, message } = await fetchImage(address);
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

describe('a private network', () => {
	it.each([
		'10.0.0.1',
		'127.0.0.1',
		'169.254.169.254',
		'172.16.0.1',
		'172.31.255.255',
		'192.168.1.1',
		'0.0.0.0',
		'2130706433',
		'0x7f.1',
		'[::1]',
		'[::]',
		'[::ffff:127.0.0.1]',
		'[fc00::1]',
		'[fd12:3456::1]',
		'[fe80::1]',
		'localhost:8080',
		'LOCALHOST.',
		'minio:9000',
	])('is not asked from a public base URL: %s', async (host) => {
		const { asked, message } = await fetchImage(`http://${host}/a`);
		expect(message).toMatch(/^The image is at .*, in a private network$/);
		expect(asked).toEqual([]);
	});

	it.each([
		'8.8.8.8',
		'100.1.1.1',
		'172.15.0.1',
		'172.32.0.1',
		'192.169.0.1',
		'[2606:4700::1111]',
		'cdn.example.org',
		'10.example.org',
		'localhost.example.org',
	])('is not: %s', async (host) => {
		const { message } = await fetchImage(`http://${host}/a`);
		expect(message).toBe('done');
	});

	it.each<[what: string, address: string, baseUrl: string]>([
		['where the service is in one', 'http://10.0.0.1/a', 'http://192.168.0.2'],
		['where the service is a neighbor', 'http://10.0.0.1/a', 'http://shortener:80'],
		['where it is the service itself', 'http://10.0.0.1:9000/a', 'http://10.0.0.1'],
	])('is asked %s', async (_, address, baseUrl) => {
		const { message } = await fetchImage(address, baseUrl);
		expect(message).toBe('done');
	});
});
