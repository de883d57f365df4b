import type { ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import type { ServiceOptions } from '../../service/index.mts';
import { runNode, type RunOptions, type RunResult } from '../harness/index.mts';
import { pick } from '../operations/row.mts';
import { answerJson, listen, webPage } from '../support/listener.mts';
import { anyNumber, textLike } from '../support/matchers.mts';
import { errorOf, expectNoTrace, hintsOf, ON_ERROR, runOn } from '../support/runs.mts';
import { scan } from '../support/scan.mts';
import { GATE, KEY, serviceWith } from '../support/service.mts';

const PAGE = 'https://example.com/poster';
const CREATE = { resource: 'qrCode', operation: 'create', type: 'link', address: PAGE };
const GET = { resource: 'qrCode', operation: 'get', qrCodeId: pick('id', 7) };
const IMAGE = PNG.sync.write(new PNG({ width: 1, height: 1 }));

async function imageOf(
	qrImages: NonNullable<ServiceOptions['qrImages']>,
	parameters: INodeParameters,
	options: INodeParameters = {},
) {
	const service = await serviceWith({ qrImages });
	service.seed('qrs', [{ id: 7, data: PAGE }]);
	const run = await runOn(service, { ...parameters, options }, undefined, {
		onError: ON_ERROR.Continue,
	});
	return { service, run };
}

describe('a QR code comes with its image', () => {
	it.each([CREATE, GET])('as a file that a phone reads: $operation', async (parameters) => {
		const { run, service } = await imageOf('png', parameters, { binaryPropertyName: 'poster' });

		expect(run.outputs[0]?.[0]?.binary?.poster).toMatchObject({
			fileName: textLike(/\.png$/),
			mimeType: 'image/png',
		});
		expect(scan(run, 0, 'poster')).toBe(PAGE);
		// The image is a page for everybody: the key stays here.
		expect(service.requests.at(-1)?.headers).not.toHaveProperty('authorization');
	});

	it('whatever fields are selected, and as SVG', async () => {
		const { run } = await imageOf('svg', { ...GET, output: 'fields', fields: ['id'] });

		expect(run.items).toEqual([{ id: 7 }]);
		expect(run.outputs[0]?.[0]?.binary?.data).toMatchObject({ mimeType: 'image/svg+xml' });
	});

	it.each([CREATE, GET])('unless it is switched off: $operation', async (parameters) => {
		const { run, service } = await imageOf('png', parameters, { downloadImage: false });

		expect(run.outputs[0]?.[0]).not.toHaveProperty('binary');
		expect(service.requests).toHaveLength(1);
	});

	it.each([
		{ what: 'was created', parameters: CREATE, options: { downloadImage: true } },
		{ what: 'is read', parameters: GET, options: {} },
	])('or says why it $what without', async ({ parameters, options }) => {
		const { run } = await imageOf('webPage', parameters, options);

		expect(run.outputs[0]?.[0]).not.toHaveProperty('binary');
		expect(run.items).toMatchObject([{ id: anyNumber }]);
		expect(JSON.stringify(run.hints)).toMatch(/was returned without its image: .*web page/);
	});

	it('and where somebody asked for the image of one that is read, its item fails', async () => {
		const { run } = await imageOf('webPage', GET, { downloadImage: true });

		expect(run.items).toMatchObject([{ error: textLike(/web page/) }]);
	});

	it('in a field that can hold a file, or nothing is asked', async () => {
		const { run, service } = await imageOf('png', CREATE, { binaryPropertyName: 'a.b' });

		expect(run.items).toMatchObject([
			{ error: 'Output Data Field Name "a.b" is not the name of a field' },
		]);
		expect(service.requests).toEqual([]);
	});
});

type Answer = (response: ServerResponse) => void;

function file(data: Buffer | string, type = 'image/png'): Answer {
	return (response) => response.writeHead(200, { 'content-type': type }).end(data);
}

function redirect(location: string): Answer {
	return (response) => response.writeHead(302, { location }).end();
}

/** An install that has its images at any address, and answers each path in its own way. */
async function install(answers: Record<string, Answer> = {}) {
	const place = { image: '/qr', short: '' };
	const service = await listen((response, path) => {
		const isApi = path.startsWith('/api/');
		const code = { id: 7, name: '', link: place.image };
		const record = path.endsWith('/add') ? code : { details: code, data: {} };
		const link = { id: 1, alias: 'a', shorturl: `${place.short}/a`, longurl: PAGE };
		const page = { currentpage: 1, maxpage: 1, result: 1, perpage: 100 };
		const list = { data: { ...page, urls: [link], domains: [] } };
		const isList = /^\/api\/(urls|domains)/.test(path);
		const answer = { error: 0, ...(isList ? list : record) };
		const api = file(JSON.stringify(answer), 'application/json');
		const otherwise = isApi ? api : webPage(404);
		(answers[path.replace(/\?.*/, '')] ?? otherwise)(response);
	});
	/** Has its links on another host. */
	const shortenOn = (short: string) => {
		place.short = short;
	};
	/** Gets the code whose image is there. */
	const get = async (image = '/qr', { parameters = GET, ...more }: Partial<RunOptions> = {}) => {
		place.image = image;
		const run = await runNode({
			credentials: {
				baseUrl: service.url,
				apiKey: KEY,
				addExtraHeader: true,
				extraHeaderName: GATE.name,
				extraHeaderValue: GATE.value,
				ignoreSslIssues: true,
			},
			parameters: { ...parameters, options: { downloadImage: true, batching: { timeout: 2 } } },
			...more,
		});
		expectNoTrace(KEY, run);
		return run;
	};
	const imageRequests = () => service.requests.filter(({ url }) => !url.startsWith('/api/'));
	return { ...service, get, imageRequests, shortenOn };
}

function typeOf(run: RunResult): string | undefined {
	return run.outputs[0]?.[0]?.binary?.data?.mimeType;
}

describe('C16: an image', () => {
	it('is asked for on the host of short URLs, and on no other one', async () => {
		const service = await install({ '/qr': file(IMAGE) });
		const other = service.url.replace('127.0.0.1', 'localhost');
		service.shortenOn('https://go.example.com');
		const refused = await service.get(`${other}/qr?token=abc`);

		expect(errorOf(refused)).toEqual({
			message: `The image is at ${other}/qr, which is not on the host of the service or of its short URLs`,
			description: textLike(/HTTP Request node/),
		});
		expect(service.imageRequests()).toEqual([]);

		service.shortenOn(other);
		expect(typeOf(await service.get(`${other}/qr`))).toBe('image/png');
	});

	const MAY_NOT: Answer = (response) =>
		answerJson(response, { error: 1, message: 'You do not have this permission.' }, 403);

	it('is asked for on no other host either where the domains cannot be read', async () => {
		const service = await install({ '/qr': file(IMAGE), '/api/domains': MAY_NOT });
		const other = service.url.replace('127.0.0.1', 'localhost');
		service.shortenOn('https://go.example.com');
		for (const image of [`${other}/qr`, 'http://169.254.169.254/latest/meta-data/qr']) {
			expect(errorOf(await service.get(image)).message).toBe(
				`The image is at ${image}, which is not on the host of the service or of its short URLs`,
			);
		}
		expect(service.imageRequests()).toEqual([]);

		service.shortenOn(other);
		expect(typeOf(await service.get(`${other}/qr`))).toBe('image/png');
	});

	it('of a link that is read is asked for at its short URL, also where no list shows the host', async () => {
		const link = { id: 7, alias: 'a', longurl: PAGE };
		const place = { shorturl: '' };
		const service = await install({
			'/a/qr/512': file(IMAGE),
			'/api/domains': MAY_NOT,
			'/api/urls': MAY_NOT,
			'/api/url/7': (response) =>
				answerJson(response, { error: 0, details: { ...link, ...place } }),
		});
		place.shorturl = `${service.url.replace('127.0.0.1', 'localhost')}/a`;
		const parameters = { resource: 'link', operation: 'get', linkId: pick('id', 7) };

		expect(typeOf(await service.get('', { parameters }))).toBe('image/png');
		expect(service.imageRequests()).toMatchObject([{ url: '/a/qr/512' }]);
		expect(service.imageRequests()[0]?.headers).not.toHaveProperty(GATE.name.toLowerCase());
	});

	it('is not followed to another host', async () => {
		const elsewhere = await install({ '/cdn': file(IMAGE) });
		const service = await install({ '/qr': redirect(`${elsewhere.url}/cdn?token=abc`) });

		expect(errorOf(await service.get())).toEqual({
			message: `There is no image at ${service.url}/qr: it redirects to ${elsewhere.url}/cdn`,
			description: textLike(/follows no redirect to another host/),
		});
		expect(elsewhere.requests).toEqual([]);
	});

	const LARGE = Buffer.alloc(11 * 1024 * 1024, IMAGE);
	const drip: Answer = (response) => {
		response.writeHead(200, { 'content-type': 'image/png' });
		const timer = setInterval(() => response.write('.'), 200);
		response.on('close', () => clearInterval(timer));
	};
	const cut: Answer = (response) => {
		response.writeHead(200, { 'content-length': 100 });
		response.write(IMAGE, () => response.destroy());
	};

	it.each<[what: string, answer: Answer, message: RegExp]>([
		['a web page', webPage(200), /^There is no image at .*\/qr: a web page$/],
		['another file', file('%PDF-1.7', 'application/pdf'), /\/qr: another file$/],
		['nothing', file(''), /\/qr: a file of 0 MB$/],
		['a status', webPage(404), /\/qr: HTTP 404$/],
		['a redirect to nowhere', (response) => response.writeHead(302).end(), /\/qr: HTTP 302$/],
		['a file that is too large', file(LARGE), /\/qr: a file of 11 MB$/],
		['a connection that breaks', cut, /\/qr: no response$/],
	])('that is none is told, and what to do: %s', async (_, answer, message) => {
		const service = await install({ '/qr': answer });
		const run = await service.get();

		expect(errorOf(run).message).toMatch(message);
		expect(errorOf(run).description).toMatch(/^Open the address in a browser\./);
		expect(errorOf(run).description).not.toMatch(/\([A-Z_]+\)/);
	});

	it.each<[what: string, answer: Answer]>([
		['silence', () => undefined],
		['a slow drip', drip],
	])('that does not come in the timeout is told beside the QR code: %s', async (_, answer) => {
		const service = await install({ '/qr': answer });
		const run = await service.get('/qr', { parameters: CREATE });

		expect(run.items).toMatchObject([{ id: 7 }]);
		expect(hintsOf(run)).toMatch(/\/qr: no response/);
		expect(run.durationMs).toBeLessThan(4_000);
	});

	it('that does not come ends with the execution, which names what was created', async () => {
		const service = await install({ '/qr': () => undefined });
		const run = await service.get('/qr', { parameters: CREATE, cancelAfterMs: 1_000 });

		expect(run.status).toBe('canceled');
		expect(run.durationMs).toBeLessThan(3_000);
		expect(run.logs.map(({ message }) => message).join()).toContain(`1 of 1 items: `);
	});
});
