import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { createEngine, type RunOptions } from './harness/index.mts';
import { deadAddress, listen, untrustedHttps, webPage } from './support/listener.mts';
import { textLike } from './support/matchers.mts';
import { errorOf, expectNoTrace, ON_ERROR } from './support/runs.mts';
import { GATE, KEY } from './support/service.mts';

// A node of the package's own rooms whose operation downloads the image at the item's address.
const { runNode } = await createEngine(fileURLToPath(new URL('image/fixture', import.meta.url)));

const PNG = Buffer.concat([
	Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
	Buffer.from('the rest'),
]);

type Answer = (response: ServerResponse) => void;

function file(data: Buffer | string, type = 'image/png'): Answer {
	return (response) => response.writeHead(200, { 'content-type': type }).end(data);
}

function redirect(location: string): Answer {
	return (response) => response.writeHead(302, { location }).end();
}

/** Listens and answers each path in its own way. */
async function web(answers: Record<string, Answer> = { '/qr.png': file(PNG) }) {
	return await listen((response, path) => (answers[path] ?? webPage(404))(response));
}

/** Runs the node with a credential for a base URL on one item with an address. */
async function download(
	baseUrl: string,
	address: string,
	{
		options = {},
		creates = false,
		...more
	}: Partial<RunOptions> & {
		options?: INodeParameters;
		creates?: boolean;
	} = {},
) {
	const run = await runNode({
		credentials: {
			baseUrl,
			apiKey: KEY,
			addExtraHeader: true,
			extraHeaderName: GATE.name,
			extraHeaderValue: GATE.value,
			ignoreSslIssues: true,
		},
		parameters: { creates, options: { downloadImage: true, ...options } },
		items: [{ id: 7, address }],
		...more,
	});
	expectNoTrace(KEY, run);
	return run;
}

/** What arrived at a listener of what the credential holds. */
function secretsAt({ requests }: Awaited<ReturnType<typeof listen>>): unknown[] {
	return requests.map(({ headers }) => ({
		key: JSON.stringify(headers).includes(KEY),
		header: headers[GATE.name.toLowerCase()] === GATE.value,
	}));
}

const NEITHER = { key: false, header: false };
const HEADER_ALONE = { key: false, header: true };

describe('an image', () => {
	it.each<[options: INodeParameters, field: string]>([
		[{}, 'data'],
		[{ binaryPropertyName: 'qr' }, 'qr'],
		[{ binaryPropertyName: ' ' }, 'data'],
	])('comes out as a file of the item: %o', async (options, field) => {
		const service = await web();
		const run = await download(service.url, 'qr.png', { options });

		expect(run.error).toBeUndefined();
		const [item] = run.outputs[0] ?? [];
		expect(item).toMatchObject({ json: { id: 7 }, pairedItem: { item: 0 } });
		expect(item?.binary).toMatchObject({
			[field]: { mimeType: 'image/png', fileExtension: 'png', fileName: 'qr-code-7.png' },
		});
		expect(Buffer.from(item?.binary?.[field]?.data ?? '', 'base64')).toEqual(PNG);
	});

	it('is not asked for unless it is wanted', async () => {
		const service = await web();
		const run = await download(service.url, 'qr.png', { options: { downloadImage: false } });

		expect(run.outputs[0]).toEqual([{ json: { id: 7 }, pairedItem: { item: 0 } }]);
		expect(service.requests).toEqual([]);
	});
});

describe('the credential', () => {
	it('gives its extra header to the base URL alone, and its key to nobody', async () => {
		const elsewhere = await web({ '/cdn.png': file(PNG), '/moved': redirect('/cdn.png') });
		const service = await web({ '/qr.png': file(PNG), '/moved': redirect('/qr.png') });
		for (const address of ['qr.png', `${service.url}/moved`, `${elsewhere.url}/moved`]) {
			const run = await download(service.url, address);
			expect(run.outputs[0]?.[0]?.binary?.data).toMatchObject({ mimeType: 'image/png' });
		}

		expect(secretsAt(service)).toEqual(Array(3).fill(HEADER_ALONE));
		expect(secretsAt(elsewhere)).toEqual([NEITHER, NEITHER]);
	});

	it('ignores SSL issues of the own address alone', async () => {
		const service = await web();
		const secure = await untrustedHttps(service.url);
		const own = await download(secure, '/qr.png');
		const other = await download(secure, `${await untrustedHttps(service.url)}/qr.png`);

		expect(own.error).toBeUndefined();
		expect(errorOf(other).message).toMatch(
			/^The image at https:\/\/.*\/qr\.png cannot be fetched$/,
		);
		expect(errorOf(other).description).toContain('(DEPTH_ZERO_SELF_SIGNED_CERT)');
	});
});

describe('a redirect', () => {
	it('to another host is not followed', async () => {
		const elsewhere = await web({ '/cdn.png': file(PNG) });
		const service = await web({ '/away': redirect(`${elsewhere.url}/cdn.png?token=abc`) });
		const run = await download(service.url, '/away');

		expect(errorOf(run)).toEqual({
			message: `The image at ${service.url}/away is redirected to ${elsewhere.url}/cdn.png`,
			description: textLike(/^No more than 3 redirects are followed, and none to another host\./),
		});
		expect(elsewhere.requests).toEqual([]);
	});

	it('is followed three times', async () => {
		const service = await web({
			'/4': redirect('/3'),
			'/3': redirect('/2'),
			'/2': redirect('/1'),
			'/1': redirect('/qr.png'),
			'/qr.png': file(PNG),
		});
		const [three, four] = [await download(service.url, '/3'), await download(service.url, '/4')];

		expect(three.outputs[0]?.[0]?.binary?.data).toMatchObject({ fileExtension: 'png' });
		expect(errorOf(four).message).toMatch(/\/1 is redirected to \/qr\.png$/);
	});
});

describe('the type of an image', () => {
	it.each<[type: string, mimeType: string, fileExtension: string]>([
		['image/png', 'image/png', 'png'],
		['image/jpeg', 'image/jpeg', 'jpg'],
		['image/jpg', 'image/jpg', 'jpg'],
		['image/gif', 'image/gif', 'gif'],
		['image/webp', 'image/webp', 'webp'],
		['Image/SVG+XML; charset=utf-8', 'image/svg+xml', 'svg'],
	])('is the Content-Type: %s', async (type, mimeType, fileExtension) => {
		const service = await web({ '/qr': file('an image', type) });
		const run = await download(service.url, '/qr');

		expect(run.outputs[0]?.[0]?.binary?.data).toMatchObject({
			mimeType,
			fileExtension,
			fileName: `qr-code-7.${fileExtension}`,
		});
	});
});

describe('what is no image', () => {
	const LARGE = Buffer.alloc(11 * 1024 * 1024, PNG);

	it.each<[what: string, answer: Answer, message: RegExp]>([
		['a web page', webPage(200), /^What is at .* is a web page, and not the image$/],
		[
			'another file',
			file('%PDF-1.7', 'application/pdf'),
			/is no PNG, JPEG, GIF, WebP or SVG image/,
		],
		['a file of no type', (response) => response.writeHead(200).end(PNG), /is no PNG, JPEG/],
		['nothing', file(''), /^The image at .*\/qr is empty$/],
		['nothing at all', (response) => response.writeHead(204).end(), /is empty$/],
		['a status', webPage(404), /^There is no image at .*\/qr \(HTTP 404\)$/],
		['a failure', webPage(500), /^There is no image at .*\/qr \(HTTP 500\)$/],
		['a redirect to nowhere', (response) => response.writeHead(302).end(), /\(HTTP 302\)$/],
		['a file that is too large', file(LARGE), /^The image at .*\/qr is larger than 10 MB$/],
		['a circle', redirect('/qr'), /^The image at .*\/qr is redirected to \/qr$/],
		['a broken connection', (response) => response.destroy(), /\/qr cannot be fetched$/],
		[
			'a connection that breaks',
			(response) => {
				response.writeHead(200, { 'content-length': 100 });
				response.write(PNG, () => response.destroy());
			},
			/\/qr cannot be fetched$/,
		],
	])('is said to be: %s', async (_, answer, message) => {
		const service = await web({ '/qr': answer });
		const run = await download(service.url, '/qr');

		expect(errorOf(run).message).toMatch(message);
		expect(errorOf(run).description).toMatch(/\w+ \w+/);
		expect(run.items).toEqual([]);
	});

	it('is said where nothing listens', async () => {
		const service = await web();
		const run = await download(service.url, `${await deadAddress()}/qr?token=abc`);

		expect(errorOf(run).message).toMatch(/^The image at http:\/\/127\.0\.0\.1:\d+\/qr cannot be/);
		expect(errorOf(run).description).toContain('(ECONNREFUSED)');
	});
});

describe('an image that does not come', () => {
	const drip: Answer = (response) => {
		response.writeHead(200, { 'content-type': 'image/png' });
		const timer = setInterval(() => response.write('.'), 200);
		response.on('close', () => clearInterval(timer));
	};
	const hanging: Answer = (response) => {
		response.writeHead(302, { location: '/drip' });
		response.write('.');
	};

	it.each<[what: string, answer: Answer]>([
		['silence', () => undefined],
		['a slow drip', drip],
		['a slow drip behind a redirect that does not end', hanging],
	])('is waited for as long as any other answer: %s', async (_, answer) => {
		const open = new Set<ServerResponse>();
		const service = await listen((response, path) => {
			open.add(response);
			response.on('close', () => open.delete(response));
			(path === '/drip' ? drip : answer)(response);
		});
		const run = await download(service.url, '/qr', { options: { batching: { timeout: 2 } } });

		expect(errorOf(run)).toEqual({
			message: `The image at ${service.url}/qr cannot be fetched: no complete answer within 2 seconds`,
			description: 'Try again later, or raise Timeout under Options → Speed and Time Limits.',
		});
		expect(run.durationMs).toBeLessThan(4_000);
		await expect.poll(() => [...open].map((r) => r.req.url)).toEqual([]);
	});

	it.each<[what: string, answer: Answer]>([
		['silence', () => undefined],
		['a slow drip', drip],
	])('ends with the execution: %s', async (_, answer) => {
		const service = await web({ '/qr': answer });
		const run = await download(service.url, '/qr', { cancelAfterMs: 1_000 });

		expect(run.status).toBe('canceled');
		expect(run.durationMs).toBeLessThan(3_000);
	});
});

describe('a record without its image', () => {
	it('comes out all the same where it was just created', async () => {
		const service = await web({ '/qr': webPage(404) });
		const run = await download(service.url, '/qr', {
			creates: true,
			items: [1, 2].map((id): IDataObject => ({ id, address: id === 1 ? '/qr' : '/none' })),
		});

		expect(run.items).toEqual([{ id: 1 }, { id: 2 }]);
		expect(run.hints).toHaveLength(2);
		expect(run.hints[0]?.message).toMatch(
			/^The QR code came out without its image: There is no image at .*\/qr \(HTTP 404\)\. Open the address/,
		);
	});

	it('is that of a cancelled execution, which names what was created', async () => {
		const service = await web({ '/qr': () => undefined });
		const run = await download(service.url, '/qr', { creates: true, cancelAfterMs: 1_000 });

		expect(run.status).toBe('canceled');
		expect(run.logs.map(({ message }) => message).join()).toContain('1 of 1 items: 7');
	});

	it('is a failed item where it was only read, and the others go on', async () => {
		const service = await web();
		const items = ['/none', '/qr.png'].map((address, id): IDataObject => ({ id, address }));
		const run = await download(service.url, '', {
			items,
			onError: ON_ERROR['Error Output'],
		});

		expect(run.outputs[0]).toMatchObject([{ json: { id: 1 }, pairedItem: { item: 1 } }]);
		expect(run.outputs[0]?.[0]?.binary?.data).toMatchObject({ fileName: 'qr-code-1.png' });
		expect(run.errorItems).toMatchObject([{ details: { httpStatus: 404 } }]);
	});

	it('is that of a field that no file can be in, before anything is asked', async () => {
		const service = await web();
		const run = await download(service.url, 'qr.png', { options: { binaryPropertyName: 'a.b' } });

		expect(errorOf(run).message).toBe('Put Output File in Field "a.b" is not the name of a field');
		expect(service.requests).toEqual([]);
	});
});
