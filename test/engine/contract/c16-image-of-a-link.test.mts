import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { ServiceOptions } from '../../service/index.mts';
import { pick } from '../operations/row.mts';
import { textLike } from '../support/matchers.mts';
import { errorOf, ON_ERROR, runOn } from '../support/runs.mts';
import { scan } from '../support/scan.mts';
import { KEY, serviceWith } from '../support/service.mts';

const PAGE = 'https://example.com/door';
const CREATE = { resource: 'link', operation: 'create', url: PAGE };
const UPSERT = { resource: 'link', operation: 'upsert', url: PAGE };
const GET = { resource: 'link', operation: 'get', linkId: pick('id', 7) };
const ALL = [CREATE, UPSERT, GET];
const DOWNLOAD = { downloadImage: true };

async function imageOf(
	linkQrImages: ServiceOptions['linkQrImages'],
	parameters: INodeParameters,
	options: INodeParameters,
	items: IDataObject[] = [{}],
) {
	const service = await serviceWith({ linkQrImages });
	service.seed('links', [{ id: 7, alias: 'door', longurl: 'https://example.com/seven' }]);
	service.clearRequests();
	const run = await runOn(service, { ...parameters, options }, items, {
		onError: ON_ERROR.Continue,
	});
	const images = service.requests.filter(({ path }) => path.includes('/qr'));
	return { service, run, images };
}

describe("the image of a link's QR code", () => {
	it.each(ALL)('comes as a file that a phone reads: $operation', async (parameters) => {
		const { run, images } = await imageOf('png', parameters, {
			...DOWNLOAD,
			binaryPropertyName: 'code',
		});

		expect(errorOf(run).message).toBe('');
		expect(JSON.stringify(run.hints)).not.toContain('without its image');
		expect(scan(run, 0, 'code')).toBe(run.items[0]?.shorturl);
		const [file] = Object.values(run.outputs[0]?.[0]?.binary ?? {});
		expect(file).toMatchObject({ mimeType: 'image/png', fileName: textLike(/^[\w-]+\.png$/) });
		expect(images).toMatchObject([{ path: textLike(/^\/\w+\/qr\/512$/) }]);
		// The image is a page for everybody: the key stays here.
		expect(JSON.stringify(images.map(({ headers }) => headers))).not.toContain(KEY);
	});

	it('is that of its own row', async () => {
		const two = [{ page: `${PAGE}/1` }, { page: `${PAGE}/2` }];
		const { run } = await imageOf('png', { ...CREATE, url: '={{ $json.page }}' }, DOWNLOAD, two);
		const shortUrls = run.items.map(({ shorturl }) => shorturl);

		expect(new Set(shortUrls).size).toBe(2);
		expect(shortUrls.map((_, item) => scan(run, item))).toEqual(shortUrls);
	});

	it.each(['none', 'webPage'] as const)(
		'is named as missing where the service has it as %s',
		async (form) => {
			const { run } = await imageOf(form, GET, DOWNLOAD);
			expect(run.items).toMatchObject([
				{ error: textLike(/^This service has no QR code images for links: /) },
			]);
			for (const parameters of [CREATE, UPSERT]) {
				const { run: made, service } = await imageOf(form, parameters, DOWNLOAD);
				expect(made.items).toMatchObject([{ action: 'created', longurl: PAGE }]);
				expect(made.outputs[0]?.[0]).not.toHaveProperty('binary');
				expect(JSON.stringify(made.hints)).toMatch(
					/The link was returned without its image: This service has no QR code images for links/,
				);
				expect(service.links()).toHaveLength(2);
			}
		},
	);

	it('is asked for once a run where the service has none', async () => {
		const items = Array.from({ length: 30 }, (_, row) => ({ 'Long URL': `${PAGE}/${row}` }));
		const parameters = { ...UPSERT, url: '', dataToSend: 'autoMapInputData' };
		const { run, images } = await imageOf('none', parameters, DOWNLOAD, items);

		expect(run.items).toHaveLength(30);
		expect(images).toHaveLength(1);
		const lines = run.hints.filter(({ message }) => message.includes('without its image'));
		expect(lines).toHaveLength(1);
	});
});
