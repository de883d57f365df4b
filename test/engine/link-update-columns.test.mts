import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service, ServiceOptions } from '../service/index.mts';
import { runNode } from './harness/index.mts';
import { seededService } from './operations/fixtures.mts';
import { pick } from './operations/row.mts';
import { textLike } from './support/matchers.mts';
import { autoMapUpdate, errorOf } from './support/runs.mts';
import { credentialsOf, requestLines } from './support/service.mts';

async function updateRows(service: Service, items: IDataObject[], more: INodeParameters = {}) {
	return await runNode({
		credentials: credentialsOf(service),
		parameters: autoMapUpdate(more),
		items,
		onError: 'continueRegularOutput',
	});
}

/** What a listing says of a link with a domain. */
const BRANDED = { shorturl: 'https://go.example.com/branded', domain: 'https://go.example.com' };

/** Bodies of the updates in the order of arrival. */
function updates(service: Service): unknown[] {
	return service.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
}

describe('link → Update, columns of the input', () => {
	it('converts what the columns hold as Create does', async () => {
		const service = await seededService();
		const run = await updateRows(service, [
			{
				'\uFEFFShort URL': `${service.url}/summer`,
				'Long URL': 'https://example.com/new',
				'Custom Alias': 'sommer',
				'Pixel IDs': '41, 42',
				'Expiry Date': '2040-01-02',
				geotarget: '[{"location":"Canada","link":"https://example.com/ca"}]',
				'Deep Link': 'yes',
				'Redirect Type': 'Frame',
				campaign: '',
				'UTM Source': 'mail',
			},
		]);

		expect(run.items).toMatchObject([{ id: 102, shorturl: `${service.url}/sommer` }]);
		expect(run.hints).toEqual([]);
		expect(updates(service)).toEqual([
			{
				url: 'https://example.com/new?utm_source=mail',
				custom: 'sommer',
				pixels: [41, 42],
				expiry: '2040-01-02 00:00:00',
				geotarget: [{ location: 'Canada', link: 'https://example.com/ca' }],
				deeplink: { auto: true },
				type: 'frame',
			},
		]);
	});

	it.each<Partial<ServiceOptions>>([{}, { variations: { extraLinkFields: true } }])(
		'leaves links as they are where its rows come out of Get Many: %j',
		async (options) => {
			const service = await seededService(options);
			const before = service.links();
			const { items } = await runNode({
				credentials: credentialsOf(service),
				parameters: { resource: 'link', operation: 'getAll', returnAll: true },
			});
			const run = await updateRows(service, items);

			expect(items).toHaveLength(3);
			expect(run.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
			expect(service.links()).toEqual(before);
			const told = options.variations
				? 'Used: shorturl, longurl, domain, description, campaign, channel. Ignored: id, alias, clicks, title, date, uniqueclicks.'
				: 'Used: shorturl, longurl, description. Ignored: id, alias, clicks, title, date.';
			expect(run.hints.map(({ message }) => message)).toEqual([told]);
		},
	);

	it('feeds a row of Get back whose link has expired, and refuses another date in the past', async () => {
		const service = await seededService();
		const [id = 0] = service.seed('links', [
			{ url: 'https://example.com/old', alias: 'expired', expiry: '2020-01-02 03:04:05' },
		]);
		const { items } = await runNode({
			credentials: credentialsOf(service),
			parameters: { resource: 'link', operation: 'get', linkId: pick('id', id) },
		});
		const [row = {}] = items;
		const run = await updateRows(service, [
			{ ...row, description: 'New' },
			{ ...row, expiry: '2020-01-02' },
			{ ...row, expiry: '2040-01-02' },
		]);

		expect(row.expiry).toBe('2020-01-02 03:04:05');
		expect(run.items).toMatchObject([
			{ id },
			{ error: textLike(/^Expiry "2020-01-02 00:00:00" is in the past/) },
			{ id },
		]);
		const url = 'https://example.com/old';
		expect(updates(service)).toEqual([
			{ url, description: 'New' },
			{ url, expiry: '2040-01-02 00:00:00' },
		]);
	});

	it('sends the long URL of a listing without the escapes of a page', async () => {
		const service = await seededService();
		const longurl = 'https://example.com/?a=1&amp;b=2';
		const [id = 0] = service.seed('links', [{ url: longurl, alias: 'escaped' }]);
		await updateRows(service, [{ id, longurl, description: 'Any' }], { columnToMatchOn: 'ID' });

		expect(updates(service)).toEqual([{ url: 'https://example.com/?a=1&b=2', description: 'Any' }]);
	});

	it.each([
		// The first one that shows something to keep is read once more, to see what the service left of it.
		{ links: 'links that show something to keep', description: 'Kept', looks: 1 },
		{ links: 'links that show nothing else', description: '', looks: 0 },
	])(
		'works off a sheet of 50 corrections with a look-up and an update each: $links',
		async ({ description, looks }) => {
			const service = await seededService();
			const numbers = Array.from({ length: 50 }, (_, index) => index + 1);
			service.seed(
				'links',
				numbers.map((n) => ({ alias: `page-${n}`, url: `https://example.com/${n}`, description })),
			);
			const rows = numbers.map((n) => ({
				'Short URL': `${service.url}/page-${n}`,
				'Long URL': `https://example.com/new/${n}`,
			}));
			const run = await updateRows(service, rows);

			expect(run.items.map(({ shorturl, longurl }) => [shorturl, longurl])).toEqual(
				rows.map((row) => Object.values(row)),
			);
			expect(service.links().slice(3)).toMatchObject(
				rows.map((row) => ({ longurl: row['Long URL'], description })),
			);
			expect(service.requests).toHaveLength(2 * 50 + looks);
		},
	);

	it('sends an id and a long URL without a look-up', async () => {
		const service = await seededService();
		const rows = [101, 102, 103].map((id) => ({ id, url: `https://example.com/${id}` }));
		await updateRows(service, rows, { columnToMatchOn: 'id' });

		expect(requestLines(service).slice(3).sort()).toEqual([
			'PUT /api/url/102/update',
			'PUT /api/url/103/update',
		]);
	});

	it('updates a link that several rows name in their order, so that the last one wins', async () => {
		const service = await seededService();
		const row = (id: number, more: IDataObject) => ({ id, ...more });
		const run = await updateRows(
			service,
			[
				row(101, { url: 'https://example.com/101' }),
				// Its domain has to be looked up first.
				row(102, { url: 'https://example.com/1', domain: 31 }),
				row(102, { url: 'https://example.com/2' }),
				row(102, { description: 'Last' }),
			],
			{ columnToMatchOn: 'id' },
		);

		expect(run.items.map(({ longurl }) => longurl)).toEqual([
			'https://example.com/101',
			'https://example.com/1',
			'https://example.com/2',
			'https://example.com/2',
		]);
		expect(service.links()[1]).toMatchObject({
			longurl: 'https://example.com/2',
			domain: 'https://go.example.com',
			description: 'Last',
		});
	});

	it('gives all rows what the form says where they say nothing themselves', async () => {
		const service = await seededService();
		await updateRows(
			service,
			[
				{ id: 101, url: 'https://example.com/1', channel: '0' },
				{ id: 102, url: 'https://example.com/2', campaign: 'Spring', channel: 22 },
				{ id: 103, url: 'https://example.com/3', ...BRANDED },
			],
			{
				columnToMatchOn: 'id',
				utm: { values: { utm_source: 'mail' } },
				updateFields: {
					campaign: pick('name', 'Summer'),
					channel: pick('id', 21),
					domain: pick('address', 'to.example.com'),
					// From before the mode was changed; they cannot hold for all rows.
					url: 'https://example.com/same',
					custom: 'same',
				},
			},
		);

		const domain = 'https://to.example.com';
		expect(updates(service)).toEqual([
			{ url: 'https://example.com/1?utm_source=mail', domain, campaign: 12, channel: 21 },
			{ url: 'https://example.com/2?utm_source=mail', domain, campaign: 11, channel: 22 },
			{ url: 'https://example.com/3?utm_source=mail', campaign: 12, channel: 21 },
		]);
	});

	it('goes on behind rows that name no link, or two', async () => {
		const service = await seededService();
		const run = await updateRows(
			service,
			[
				{ id: 101, url: 'https://example.com/1' },
				{ id: '', url: 'https://example.com/2' },
				{ id: 102, url: 'https://example.com/3', shorturl: `${service.url}/spring` },
				{ id: 103, url: 'https://example.com/4', shorturl: 'go.example.com/branded' },
			],
			{ columnToMatchOn: 'id', options: { includeInputFields: true } },
		);

		expect(run.items).toMatchObject([
			{ id: 101, input: { id: 101 } },
			{ error: 'Column "id" is empty', input: { id: '' } },
			{
				error: `Link 102 has the short URL ${service.url}/summer, not ${service.url}/spring as the row says`,
				details: {
					item: {
						...{ index: 2, number: 3 },
						...{ longUrl: 'https://example.com/3', shortUrl: `${service.url}/spring` },
					},
				},
				input: { id: 102 },
			},
			{ id: 103 },
		]);
		expect(updates(service)).toHaveLength(2);
	});

	it('changes nothing where two columns name different links', async () => {
		const service = await seededService();
		const [link, shorturl] = [`${service.url}/summer`, `${service.url}/spring`];
		const run = await updateRows(service, [{ link, shorturl, description: 'New' }], {
			columnToMatchOn: 'Link',
		});

		expect(run.items).toMatchObject([
			{ error: `Link 102 has the short URL ${link}, not ${shorturl} as the row says` },
		]);
		expect(updates(service)).toEqual([]);
	});

	it('leaves blank rows out', async () => {
		const service = await seededService();
		const run = await updateRows(service, [
			{ shorturl: '', url: ' ' },
			{ shorturl: `${service.url}/summer`, url: 'https://example.com/new' },
			{},
		]);

		expect(run.items).toMatchObject([{ id: 102 }]);
		expect(run.hints.map(({ message }) => message)).toEqual(['2 blank rows left out.']);
	});

	it('names the columns there are where no other says what to change', async () => {
		const service = await seededService();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: autoMapUpdate(),
			items: [{ shorturl: `${service.url}/summer`, url: '', Owner: 'A' }],
		});

		expect(errorOf(run)).toEqual({
			message: 'There is nothing to update',
			description:
				'Besides the column that names the link the item needs one with a new value, such as url, Description or Expiry. An empty cell changes nothing. Its columns are: shorturl, url, Owner.',
		});
		expect(service.requests).toEqual([]);
	});
});
