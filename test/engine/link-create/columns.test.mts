import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runNode } from '../harness/index.mts';
import { autoMap, errorOf } from '../support/runs.mts';
import { createBodies, credentialsOf, serviceWith } from '../support/service.mts';
import { bodyOf, locator, LONG, PAGE } from './body.mts';

/** The fields of the form, which hold for all rows. */
const FOR_ALL_ROWS: INodeParameters = {
	domain: locator('address', 'https://go.demo.example'),
	utm: { values: { utm_source: 'sheet', utm_medium: 'mail' } },
	additionalFields: { campaign: locator('name', 'Spring'), pixels: [1], status: 'public' },
};

describe('link → Create, columns of the input', () => {
	it.each<{ what: string; row: IDataObject; sent: IDataObject; form?: INodeParameters }>([
		{
			what: 'headings in any spelling',
			row: {
				'LONG URL': LONG,
				custom_alias: 'spelled',
				'Campaign-ID': '11',
				'pixel ids': '1, 2',
				'Meta  Title': 'T',
				'REDIRECT TYPE': 'Frame',
				'Expiry Date': '2031-05-01',
				'Link Status': 'Public',
			},
			sent: {
				url: LONG,
				custom: 'spelled',
				campaign: 11,
				pixels: [1, 2],
				metatitle: 'T',
				type: 'frame',
				expiry: '2031-05-01 00:00:00',
				status: 'public',
			},
		},
		{
			what: 'no empty cell',
			row: { url: LONG, custom: '', campaign: null, pixels: '  ', expiry: '', geotarget: [] },
			sent: { url: LONG },
		},
		{
			what: 'targets and deep links as JSON',
			row: {
				url: LONG,
				geotarget: `[{"location":"Canada","link":"${PAGE}"}]`,
				'Device Targets': `{"device":"iPhone","link":"${PAGE}"}`,
				languagetarget: [{ language: 'fr', link: PAGE }],
				'deep link': '{"auto": "yes", "apple": ""}',
			},
			sent: {
				url: LONG,
				geotarget: [{ location: 'Canada', link: PAGE }],
				devicetarget: [{ device: 'iPhone', link: PAGE }],
				languagetarget: [{ language: 'fr', link: PAGE }],
				deeplink: { auto: true },
			},
		},
		{
			what: 'parameters as an object and UTM columns',
			row: { url: LONG, parameters: '{"ref":"news"}', 'UTM Source': 'mail', utm_medium: '' },
			sent: { url: `${LONG}?ref=news&utm_source=mail` },
		},
		{
			what: 'nothing that a listing shows where there is nothing',
			row: {
				url: LONG,
				campaign: 0,
				channel: '0',
				expiry: '0000-00-00 00:00:00',
				password: false,
				type: 'links',
			},
			sent: { url: LONG },
		},
		{
			what: 'a campaign and a channel as some installs list them',
			row: { url: LONG, campaign: { id: 11, name: 'Spring' }, channel: [12] },
			sent: { url: LONG, campaign: 11, channel: 12 },
		},
		{
			what: 'addresses in full',
			row: { url: 'www.acme.example/a page', domain: 'GO.Demo.example/' },
			sent: { url: 'https://www.acme.example/a%20page', domain: 'https://go.demo.example' },
		},
		{
			what: 'the fields of the form where the row says nothing',
			row: { url: LONG, campaign: '', utm_source: ' ' },
			form: FOR_ALL_ROWS,
			sent: {
				url: `${LONG}?utm_source=sheet&utm_medium=mail`,
				domain: 'https://go.demo.example',
				campaign: 11,
				pixels: [1],
				status: 'public',
			},
		},
		{
			what: 'what the row says, field by field, rather than the form',
			row: { url: LONG, domain: 'https://to.demo.example', Pixels: '2', utm_source: 'row' },
			form: FOR_ALL_ROWS,
			sent: {
				url: `${LONG}?utm_source=row&utm_medium=mail`,
				domain: 'https://to.demo.example',
				campaign: 11,
				pixels: [2],
				status: 'public',
			},
		},
	])('sends $what', async ({ row, sent, form }) => {
		expect(await bodyOf(autoMap(form), row)).toEqual(sent);
	});

	it("prefers the API's own name, then the first column, and names what it left out", async () => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap(),
			items: [
				{
					'Long URL': 'https://example.com/heading',
					url: LONG,
					Alias: 'first',
					'Custom Alias': 'second',
				},
			],
		});

		expect(createBodies(service)).toEqual([{ url: LONG, custom: 'first' }]);
		expect(run.hints).toEqual([
			{
				message: 'Used: url, Alias. Ignored: Long URL, Custom Alias.',
				location: 'outputPane',
			},
		]);
	});

	it('has no use for a short URL or for what only says that there is a password', async () => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap(),
			items: [{ url: LONG, 'Short URL': 'https://go.example.com/old', password: true }],
		});

		expect(createBodies(service)).toEqual([{ url: LONG }]);
		expect(run.hints.map(({ message }) => message)).toEqual(['Used: url. Ignored: Short URL.']);
	});

	it('converts the expiry of a row to Expiry Time Zone, which needs no Expiry in the form', async () => {
		const service = await serviceWith();
		await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap({ additionalFields: { timezone: 'America/New_York' } }),
			items: [{ url: LONG, Expiry: '2031-05-01T10:00:00Z' }],
		});

		expect(createBodies(service)).toEqual([{ url: LONG, expiry: '2031-05-01 06:00:00' }]);
	});

	it('says once which columns were used and which were not, and nothing of those to ignore', async () => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap({ options: { inputsToIgnore: 'owner , custom' } }),
			items: [
				{ url: `${LONG}/1`, Owner: 'A', Team: 'x', custom: 'ignored' },
				{ url: `${LONG}/2`, Owner: 'B', Team: 'y', Row: 2, Note: '' },
			],
		});

		expect(createBodies(service)).toEqual([{ url: `${LONG}/1` }, { url: `${LONG}/2` }]);
		expect(run.hints.map(({ message }) => message)).toEqual(['Used: url. Ignored: Team, Row.']);
	});

	it('leaves blank rows out', async () => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap({ additionalFields: { description: 'For all rows' } }),
			items: [{ url: '', custom: null }, { url: LONG }, {}],
		});

		expect(run.items).toHaveLength(1);
		expect(createBodies(service)).toEqual([{ url: LONG, description: 'For all rows' }]);
		expect(run.hints.map(({ message }) => message)).toEqual(['1 created, 2 blank rows left out.']);
	});

	it('names the columns there are when none is the long URL', async () => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap(),
			items: [{ Address: LONG, Owner: 'A' }],
		});

		expect(errorOf(run).message).toBe('Long URL is empty');
		expect(errorOf(run).description).toContain('Its columns are: Address, Owner.');
		expect(service.requests).toEqual([]);
	});
});
