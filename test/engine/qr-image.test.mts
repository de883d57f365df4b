import jsQR from 'jsqr';
import type { INodeParameters } from 'n8n-workflow';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import type { ServiceOptions } from '../service/index.mts';
import { type RunResult, runNode } from './harness/index.mts';
import { pick } from './operations/row.mts';
import { anyNumber, textLike } from './support/matchers.mts';
import { credentialsOf, serviceWith } from './support/service.mts';

const PAGE = 'https://example.com/poster';

type QrImages = NonNullable<ServiceOptions['qrImages']>;

async function serviceDrawing(qrImages: QrImages = 'png') {
	return await serviceWith({ qrImages });
}

/** The binary field of the only item, with its bytes. */
function fileOf(run: RunResult, field = 'data') {
	const { data = '', ...file } = run.outputs[0]?.[0]?.binary?.[field] ?? {};
	return { ...file, bytes: Buffer.from(data, 'base64') };
}

/** What a phone reads from a picture. */
function scan(png: Buffer): string | undefined {
	const { data, width, height } = PNG.sync.read(png);
	return jsQR(new Uint8ClampedArray(data), width, height)?.data;
}

async function createCode(qrImages: QrImages, options: INodeParameters = {}) {
	const service = await serviceDrawing(qrImages);
	const run = await runNode({
		credentials: credentialsOf(service),
		parameters: {
			resource: 'qrCode',
			operation: 'create',
			type: 'link',
			url: PAGE,
			options,
		},
	});
	return { service, run };
}

describe('a QR code that is created with its image', () => {
	it('comes with a file that a phone reads', async () => {
		const { run, service } = await createCode('png', { binaryPropertyName: 'poster' });
		const { bytes, ...file } = fileOf(run, 'poster');

		expect(file).toMatchObject({
			fileName: `poster-${Number(run.items[0]?.id)}.png`,
			mimeType: 'image/png',
		});
		expect(scan(bytes)).toBe(PAGE);
		expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
		// The image is a page for everybody: the key stays here.
		expect(service.requests[1]?.headers).not.toHaveProperty('authorization');
	});

	it('may be an SVG file', async () => {
		const { run } = await createCode('svg');
		expect(fileOf(run)).toMatchObject({ fileExtension: 'svg', mimeType: 'image/svg+xml' });
	});

	it('comes without it where it is switched off', async () => {
		const { run, service } = await createCode('png', { downloadImage: false });

		expect(run.outputs[0]?.[0]).not.toHaveProperty('binary');
		expect(service.requests.map(({ method }) => method)).toEqual(['POST']);
	});

	it.each([{}, { downloadImage: true }])(
		'comes without it from a web page: %o',
		async (options) => {
			const { run, service } = await createCode('webPage', options);

			expect(run.outputs[0]?.[0]).not.toHaveProperty('binary');
			expect(run.items).toMatchObject([{ type: 'link' }]);
			expect(JSON.stringify(run.hints)).toMatch(/came out without its image: .*web page/);
			expect(service.table('qr_codes')).toHaveLength(1);
		},
	);
});

describe('the image of a QR code that there is', () => {
	const getWithImage = async (qrImages: QrImages, options: INodeParameters = {}) => {
		const service = await serviceDrawing(qrImages);
		const [id = 0] = service.seed('qrs', [{ data: PAGE }]);
		return await runNode({
			credentials: credentialsOf(service),
			parameters: {
				resource: 'qrCode',
				operation: 'get',
				qrCodeId: pick('id', id),
				output: 'fields',
				fields: ['id'],
				options,
			},
			onError: 'continueRegularOutput',
		});
	};

	it('comes along whatever fields are selected', async () => {
		const run = await getWithImage('png');
		expect(Object.keys(run.items[0] ?? {})).toEqual(['id']);
		expect(scan(fileOf(run).bytes)).toBe(PAGE);
	});

	it('is left out where its link shows a web page', async () => {
		const run = await getWithImage('webPage');
		expect(run.items).toEqual([{ id: anyNumber }]);
		expect(JSON.stringify(run.hints)).toMatch(/came out without its image: .*web page/);
	});

	it('is said to be none there if somebody asked for it', async () => {
		const run = await getWithImage('webPage', { downloadImage: true });
		expect(run.items).toMatchObject([{ error: textLike(/web page/) }]);
	});
});
