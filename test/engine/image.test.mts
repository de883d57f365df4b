import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { createEngine, type RunOptions } from './harness/index.mts';
import { deadAddress, listen, untrustedHttps, webPage } from './support/listener.mts';
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
		const elsewhere = await web({ '/cdn.png': file(PNG) });
		const service = await web({
			'/qr.png': file(PNG),
			'/moved': redirect('/qr.png'),
			'/away': redirect(`${elsewhere.url}/cdn.png`),
		});
		for (const address of ['qr.png', `${service.url}/moved`, '/away', `${elsewhere.url}/cdn.png`]) {
			const run = await download(service.url, address);
			expect(run.outputs[0]?.[0]?.binary?.data).toMatchObject({ mimeType: 'image/png' });
		}

		expect(secretsAt(service)).toEqual(Array(4).fill(HEADER_ALONE));
		expect(secretsAt(elsewhere)).toEqual([NEITHER, NEITHER]);
	});

	it('ignores SSL issues of the own host alone', async () => {
		const service = await web();
		const secure = await untrustedHttps(service.url);
		const own = await download(service.url, `${secure}/qr.png`);
		const other = await download(service.url, `${secure.replace('127.0.0.1', 'localhost')}/qr.png`);

		expect(own.error).toBeUndefined();
		expect(errorOf(other).message).toMatch(/^The image at https:\/\/localhost:\d+\/qr\.png cannot/);
		expect(errorOf(other).description).toContain('(DEPTH_ZERO_SELF_SIGNED_CERT)');
	});
});

describe('what is no image', () => {
	const LARGE = Buffer.alloc(11 * 1024 * 1024, PNG);

	it.each<[what: string, answer: Answer, message: RegExp]>([
		['a web page', webPage(200), /^What is at .* is a web page, and not the image$/],
		['a web page that says image', file('<html>'), /is a web page, and not the image$/],
		['another file', file('%PDF-1.7'), /is no PNG, JPEG, GIF, WebP or SVG image, and not the/],
		['nothing', file(''), /^The image at .*\/qr is empty$/],
		['nothing at all', (response) => response.writeHead(204).end(), /is empty$/],
		['a status', webPage(404), /^There is no image at .*\/qr \(HTTP 404\)$/],
		['a failure', webPage(500), /^There is no image at .*\/qr \(HTTP 500\)$/],
		['a redirect to nowhere', (response) => response.writeHead(302).end(), /\(HTTP 302\)$/],
		['a file that is too large', file(LARGE), /^The image at .*\/qr is larger than 10 MB$/],
		['a circle', redirect('/qr'), /^The image at .*\/qr is sent on more than 3 times$/],
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

	it('is read no further than it may be', async () => {
		const block = Buffer.alloc(1024 * 1024, PNG);
		const sent = { blocks: 0, isClosed: false };
		const endless: Answer = (response) => {
			response.writeHead(200, { 'content-type': 'image/png' });
			response.on('close', () => (sent.isClosed = true));
			const next = () => {
				if (response.destroyed || sent.blocks >= 200) return;
				sent.blocks += 1;
				response.write(block, next);
			};
			next();
		};
		const service = await web({ '/qr': endless });
		const run = await download(service.url, '/qr');

		expect(errorOf(run).message).toMatch(/is larger than 10 MB$/);
		await expect.poll(() => sent.isClosed).toBe(true);
		// What is on its way when reading ends is in the buffers of two sockets.
		expect(sent.blocks).toBeLessThan(40);
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
			message: `${new URL(service.url).host} gave no complete image within 2 seconds`,
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
