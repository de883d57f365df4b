import { Readable } from 'node:stream';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { openClient } from '../../../nodes/LinkShortener/api/client';
import { settle, UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const KEY = 'k3y-nobody-may-read';
const GATE = 'gate=0pen';

/** What answers at an address: an image, or a redirect to another address. */
type Web = Record<string, Buffer | string>;

/** n8n's own rules, by host: its look-up refuses it, or finds no such host. */
type Refused = Record<string, 'refused' | 'unknown'>;

interface Place {
	baseUrl?: string;
	web?: Web;
	/** Undefined: an n8n without such rules. */
	lookUp?: Refused;
}

/** Fetches an image with helpers that stand in for n8n's, where requests to any host have to work. */
async function fetchImage(address: string, { baseUrl, web = {}, lookUp }: Place = {}) {
	const requests: IHttpRequestOptions[] = [];
	const validateUrl = async (url: string) => {
		await Promise.resolve();
		const found = lookUp?.[new URL(url).hostname];
		if (found === 'unknown') throw new Error('getaddrinfo ENOTFOUND');
		if (found === undefined) return { ok: true };
		return { ok: false, error: new Error('The request was blocked because it resolves to a …') };
	};
	const context = {
		getCredentials: async () =>
			await Promise.resolve({
				baseUrl: baseUrl ?? 'https://links.example.com/s',
				apiKey: KEY,
				addExtraHeader: true,
				extraHeaderName: 'Cookie',
				extraHeaderValue: GATE,
				ignoreSslIssues: true,
			}),
		helpers: {
			httpRequest: async (options: IHttpRequestOptions) => {
				requests.push(options);
				const answer = web[options.url] ?? PNG;
				return await Promise.resolve(
					typeof answer === 'string'
						? { statusCode: 302, headers: { location: answer }, body: Readable.from([]) }
						: { statusCode: 200, headers: {}, body: Readable.from([answer]) },
				);
			},
			...(lookUp && { getSecureEgressFilter: () => ({ validateUrl }) }),
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
	const hops = requests.map(({ url, headers = {}, skipSslCertificateValidation: skips }) => {
		const goesAlong = headers.Cookie === GATE;
		return `${url}${goesAlong ? ' with header' : ''}${skips === true ? ' unchecked' : ''}`;
	});
	return { image, message, hops };
}

const PRIVATE = /^The image is at .*, in a private network$/;

describe('the address of an image', () => {
	it.each<[address: string, url: string]>([
		['https://links.example.com/s/qr/1', 'https://links.example.com/s/qr/1'],
		['qr/1', 'https://links.example.com/s/qr/1'],
		['/qr/1?size=2', 'https://links.example.com/qr/1?size=2'],
		[' //links.example.com/qr/1\n', 'https://links.example.com/qr/1'],
		['https://me:secret@links.example.com/qr/1', 'https://links.example.com/qr/1'],
	])('%s is asked for at %s', async (address, url) => {
		const { hops, message } = await fetchImage(address);
		expect(message).toBe('done');
		expect(hops).toEqual([`${url} with header unchecked`]);
	});

	it.each<[address: string, message: string]>([
		['', 'The service gave no address of the image'],
		['  ', 'The service gave no address of the image'],
		[
			'ftp://links.example.com/a.png?token=x',
			'The address of the image, ftp://links.example.com/a.png, does not lead to a web address',
		],
		[
			'file:///etc/passwd',
			'The address of the image, file:///etc/passwd, does not lead to a web address',
		],
		[
			'data:image/png;base64,iVBORw0KGgo=',
			'The address of the image, data:…, does not lead to a web address',
		],
		['https://', 'The address of the image, https://, does not lead to a web address'],
		[
			`ftp://${KEY}/${encodeURIComponent(GATE)}`,
			'The address of the image, ftp://[API key]/[extra header], does not lead to a web address',
		],
	])('%j is none', async (address, said) => {
		const { hops, message } = await fetchImage(address);
		expect(message).toBe(said);
		expect(hops).toEqual([]);
	});
});

describe('what the credential holds', () => {
	it.each<[what: string, address: string, web: Web, hops: string[]]>([
		['goes to no other host', 'https://cdn.example.org/a', {}, ['https://cdn.example.org/a']],
		[
			'goes to no other port',
			'https://links.example.com:8443/a',
			{},
			['https://links.example.com:8443/a unchecked'],
		],
		[
			'goes to no other scheme',
			'http://links.example.com/a',
			{},
			['http://links.example.com/a unchecked'],
		],
		[
			'is judged anew at each hop',
			'/a',
			{
				'https://links.example.com/a': '/b',
				'https://links.example.com/b': 'https://cdn.example.org/c',
				'https://cdn.example.org/c': 'https://links.example.com/d',
			},
			[
				'https://links.example.com/a with header unchecked',
				'https://links.example.com/b with header unchecked',
				'https://cdn.example.org/c',
				'https://links.example.com/d with header unchecked',
			],
		],
	])('%s', async (_, address, web, expected) => {
		const { hops, message } = await fetchImage(address, { web });
		expect(hops).toEqual(expected);
		expect(message).toBe('done');
	});
});

describe('redirects', () => {
	it('are followed three times', async () => {
		const web = Object.fromEntries(
			[0, 1, 2, 3, 4].map((n) => [`https://links.example.com/${n}`, `/${n + 1}`]),
		);
		const { hops, message } = await fetchImage('/0', { web });
		expect(hops).toHaveLength(4);
		expect(message).toBe('The image at https://links.example.com/0 is sent on more than 3 times');
	});

	it.each(['ftp://links.example.com/b', 'file:///etc/passwd', 'https://'])(
		'lead nowhere: %s',
		async (location) => {
			const web = { 'https://links.example.com/a': location };
			const { hops, message } = await fetchImage('/a', { web });
			expect(hops).toHaveLength(1);
			expect(message).toBe(
				'The address of the image, https://links.example.com/a, does not lead to a web address',
			);
		},
	);
});

describe('a network of its own', () => {
	const TO_PRIVATE = { 'https://cdn.example.org/a': 'http://169.254.169.254/latest/meta-data' };

	it.each<[what: string, address: string, place: Place, hops: number]>([
		['an address', 'http://10.0.0.1/a', {}, 0],
		['an address in another form', 'http://2130706433/a', {}, 0],
		['an address of IPv6', 'http://[::ffff:127.0.0.1]/a', {}, 0],
		['a local name', 'http://localhost:8080/a', {}, 0],
		['a redirect', 'https://cdn.example.org/a', { web: TO_PRIVATE }, 1],
		[
			'a public name of a private address',
			'https://cdn.example.org/a',
			{ lookUp: { 'cdn.example.org': 'refused' } },
			0,
		],
		[
			'the same behind a redirect',
			'/a',
			{
				web: { 'https://links.example.com/a': 'https://rebound.example.org/' },
				lookUp: { 'rebound.example.org': 'refused' },
			},
			1,
		],
	])('is not asked from a public base URL: %s', async (_, address, place, expected) => {
		const { hops, message } = await fetchImage(address, place);
		expect(message).toMatch(PRIVATE);
		expect(hops).toHaveLength(expected);
	});

	it.each<[what: string, address: string, place: Place]>([
		['where the service is one itself', 'http://10.0.0.1/a', { baseUrl: 'http://192.168.0.2' }],
		['where the service is a neighbor', 'http://minio:9000/a', { baseUrl: 'http://shortener:80' }],
		[
			'where the name of the service is one of a private address',
			'http://10.0.0.1/a',
			{ lookUp: { 'links.example.com': 'refused', '10.0.0.1': 'refused' } },
		],
		[
			'where it is the service itself',
			'https://links.example.com:8443/a',
			{ lookUp: { 'links.example.com': 'refused' } },
		],
		[
			'where a name cannot be looked up',
			'https://a.example/',
			{ lookUp: { 'a.example': 'unknown' } },
		],
		['where n8n has no such rules', 'https://a.example/', {}],
		['where n8n finds nothing wrong', 'https://a.example/', { lookUp: {} }],
	])('is asked %s', async (_, address, place) => {
		const { hops, message } = await fetchImage(address, place);
		expect(message).toBe('done');
		expect(hops).toHaveLength(1);
	});
});
