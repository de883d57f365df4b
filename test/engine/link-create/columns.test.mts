import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runNode } from '../harness/index.mts';
import { autoMap, errorOf } from '../support/runs.mts';
import { createBodies, credentialsOf, serviceWith } from '../support/service.mts';
import { bodyOf, LONG, PAGE } from './body.mts';

describe('link → Create, columns of the input', () => {
	it.each<{ what: string; row: IDataObject; sent: IDataObject }>([
		{
			what: "the API's own names",
			row: { url: LONG, custom: 'own-name', campaign: 11, channel: '12', status: 'public' },
			sent: { url: LONG, custom: 'own-name', campaign: 11, channel: 12, status: 'public' },
		},
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
			what: 'a byte-order mark before the first heading',
			row: { '\uFEFFurl': LONG, custom: 'with-bom' },
			sent: { url: LONG, custom: 'with-bom' },
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
			what: 'deep links from yes',
			row: { url: LONG, deeplink: 'yes' },
			sent: { url: LONG, deeplink: { auto: true } },
		},
		{
			what: 'parameters as an object and UTM columns',
			row: { url: LONG, parameters: '{"ref":"news"}', 'UTM Source': 'mail', utm_medium: '' },
			sent: {
				url: LONG,
				parameters: [
					{ name: 'ref', value: 'news' },
					{ name: 'utm_source', value: 'mail' },
				],
			},
		},
		{
			what: 'a long URL under a name that says little',
			row: { 'Landing Page': LONG, Link: PAGE },
			sent: { url: LONG },
		},
		{
			what: 'the day number of a spreadsheet',
			row: { url: LONG, expiry: 47_968.5 },
			sent: { url: LONG, expiry: '2031-04-30 12:00:00' },
		},
		{
			what: 'a number as the text a field wants',
			row: { url: LONG, custom: 2031, password: 12345 },
			sent: { url: LONG, custom: '2031', password: '12345' },
		},
	])('sends $what', async ({ row, sent }) => {
		expect(await bodyOf(autoMap(), row)).toEqual(sent);
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

	it('says once which columns were used and which were not, and nothing of those to ignore', async () => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap({ inputsToIgnore: 'owner , custom' }),
			items: [
				{ url: `${LONG}/1`, Owner: 'A', Team: 'x', custom: 'ignored' },
				{ url: `${LONG}/2`, Owner: 'B', Team: 'y', Row: 2, Note: '' },
			],
		});

		expect(createBodies(service)).toEqual([{ url: `${LONG}/1` }, { url: `${LONG}/2` }]);
		expect(run.hints.map(({ message }) => message)).toEqual(['Used: url. Ignored: Team, Row.']);
	});

	it('hints at nothing when every column is a field', async () => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap(),
			items: [{ url: LONG }],
		});

		expect(run.hints).toEqual([]);
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
