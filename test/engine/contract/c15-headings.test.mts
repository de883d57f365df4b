import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runNode, type RunResult } from '../harness/index.mts';
import { seededService } from '../operations/fixtures.mts';
import { autoMap, errorOf, ON_ERROR } from '../support/runs.mts';
import { createBodies, credentialsOf } from '../support/service.mts';
import { changesSent, complaints, outcomes, PAGE, sheetOn } from '../support/sheet.mts';
import type { Service } from '../../service/index.mts';

/** C5, C15: what the headings of a sheet mean, which may take all of its rows to tell. */

async function run(
	rows: IDataObject[],
	parameters: INodeParameters = autoMap(),
	service?: Service,
	onError: keyof typeof ON_ERROR = 'Continue',
) {
	const own = service ?? (await seededService());
	const credentials = credentialsOf(own);
	const result = await runNode({
		credentials,
		parameters,
		items: rows,
		onError: ON_ERROR[onError],
	});
	return { service: own, result };
}

function hintsOf({ hints }: RunResult): string {
	return hints.map(({ message }) => message).join('\n');
}

/** The bodies that are sent for rows, without the order in which they arrive. */
function sentBy(service: Service): IDataObject[] {
	const bodies = createBodies(service) as Array<IDataObject & { url: string }>;
	return bodies.toSorted((one, other) => (one.url < other.url ? -1 : 1));
}

describe('a UTM plan', () => {
	const PLAN = [
		{ URL: PAGE, Source: 'newsletter', Medium: 'email', Campaign: 'autumn-26', Content: 'header' },
		{ URL: PAGE, Source: 'facebook', Medium: 'paid-social', Campaign: 'autumn-26', Content: '' },
	];
	const FIRST = `${PAGE}?utm_source=newsletter&utm_medium=email&utm_campaign=autumn-26&utm_content=header`;
	const SECOND = `${PAGE}?utm_source=facebook&utm_medium=paid-social&utm_campaign=autumn-26`;

	it('makes a link for each placement', async () => {
		const { service, result } = await run(PLAN);

		expect(complaints(result)).toEqual([]);
		expect(sentBy(service).map(({ url }) => url)).toEqual([SECOND, FIRST]);
	});

	it('makes two links by Create or Update as well, and no third', async () => {
		const service = await seededService();
		const sheet = sheetOn(service);
		expect(outcomes(await sheet.run(PLAN))).toEqual(['created', 'created']);
		expect(outcomes(await sheet.run(PLAN))).toEqual(['unchanged', 'unchanged']);
	});

	it("has the account's campaign too, if there is one", async () => {
		const rows = PLAN.map((row) => ({ ...row, Campaign: 'Spring' }));
		const { service, result } = await run(rows);

		expect(complaints(result)).toEqual([]);
		for (const body of sentBy(service)) {
			expect(body).toMatchObject({ campaign: 11 });
			expect(body.url).toContain('utm_campaign=Spring');
		}
	});

	it('has the campaign for all rows, if the account lacks that of the plan', async () => {
		const campaign = { __rl: true, mode: 'id', value: '12' };
		const { service } = await run(PLAN, autoMap({ additionalFields: { campaign } }));

		for (const body of sentBy(service)) expect(body).toMatchObject({ campaign: 12 });
	});

	it('takes a number for a name', async () => {
		const { service, result } = await run([{ ...PLAN[0], Campaign: '2026' }]);

		expect(complaints(result)).toEqual([]);
		expect(sentBy(service)).toEqual([{ url: FIRST.replace('autumn-26', '2026') }]);
	});

	it('is told, with the way to end it', async () => {
		const { result } = await run(PLAN);

		expect(hintsOf(result)).toMatch(
			/Source, Medium, Campaign,? and Content were read as UTM parameters.*Inputs to Ignore/,
		);
	});

	it('is none if Source is ignored', async () => {
		const parameters = autoMap({ options: { inputsToIgnore: 'Source' } });
		const rows = [{ URL: PAGE, Source: 'newsletter', Medium: 'email', Campaign: 'Spring' }];
		const { service } = await run(rows, parameters);

		expect(sentBy(service)).toEqual([{ url: PAGE, campaign: 11 }]);
	});

	// https://github.com/dubinc/dub/issues/214: a link for each placement of one page, by source
	it('has Term', async () => {
		const { service } = await run([
			{ 'Long URL': PAGE, Source: 'google', Medium: 'cpc', Term: 'running shoes' },
		]);

		expect(sentBy(service)).toEqual([
			{ url: `${PAGE}?utm_source=google&utm_medium=cpc&utm_term=running+shoes` },
		]);
	});

	it.each<[what: string, row: IDataObject]>([
		['a source of two words', { Source: 'Marketing team', Medium: 'email' }],
		['a medium of two words', { Source: 'estate', Medium: 'oil on canvas' }],
		['no Medium', { Source: 'newsletter' }],
		['an address as its source', { Source: 'https://news.example/feed', Medium: 'web' }],
		['more than 30 letters', { Source: 'x'.repeat(31), Medium: 'email' }],
	])('is none with %s', async (_what, row) => {
		const { service, result } = await run([
			{ 'Long URL': PAGE, ...row },
			{ 'Long URL': `${PAGE}/2`, Source: 'mail' },
		]);

		expect(complaints(result)).toEqual([]);
		expect(sentBy(service)).toEqual([{ url: PAGE }, { url: `${PAGE}/2` }]);
	});

	it('leaves a Content of more than 100 letters out', async () => {
		const post = 'A post about shoes. '.repeat(8);
		const { service } = await run([
			{ 'Long URL': PAGE, Source: 'mail', Medium: 'email', Content: post },
		]);

		expect(sentBy(service)).toEqual([{ url: `${PAGE}?utm_source=mail&utm_medium=email` }]);
	});

	it('is none where the sheet has its UTM Source already', async () => {
		const row = { 'Long URL': PAGE, utm_source: 'mail', Source: 'crm', Medium: 'email' };
		const { service } = await run([row]);

		expect(sentBy(service)).toEqual([{ url: `${PAGE}?utm_source=mail` }]);
	});
});

describe('headings with remarks', () => {
	const cases: Array<[heading: string, cell: string, sent: IDataObject]> = [
		['Custom Slug (optional)', 'sommer', { custom: 'sommer' }],
		['Long URL (required)', `${PAGE}/x`, { url: `${PAGE}/x` }],
		['Alias [max. 30 characters]', 'sommer', { custom: 'sommer' }],
		['Password *', 'open', { password: 'open' }],
		['Expiry Date (YYYY-MM-DD)', '2040-12-31', { expiry: '2040-12-31 00:00:00' }],
		['Expiry (TT.MM.JJJJ)', '31.12.2040', { expiry: '2040-12-31 00:00:00' }],
		['Meta Title (e.g. Summer sale)', 'Sale', { metatitle: 'Sale' }],
		['og:title', 'Sale', { metatitle: 'Sale' }],
		['OG Description', 'All of it', { metadescription: 'All of it' }],
		['og_image', `${PAGE}.png`, { metaimage: `${PAGE}.png` }],
		['Alias - optional', 'sommer', { custom: 'sommer' }],
		['Custom Alias (optionnel)', 'sommer', { custom: 'sommer' }],
		['Long URL (Pflichtfeld)', `${PAGE}/x`, { url: `${PAGE}/x` }],
		['Slug (opcional)', 'sommer', { custom: 'sommer' }],
		['Custom back-half (optional)', 'sommer', { custom: 'sommer' }],
		['Meta Description: max 160', 'All shoes', { metadescription: 'All shoes' }],
	];
	for (const [heading, cell, sent] of cases) {
		it(`${heading} is read`, async () => {
			const url = 'url' in sent ? {} : { url: PAGE };
			const { service, result } = await run([{ ...url, [heading]: cell }]);

			expect(complaints(result)).toEqual([]);
			expect(sentBy(service)).toEqual([{ ...url, ...sent }]);
		});
	}

	it.each([
		['URL (old)', 'https://example.com/old'],
		['Title (DE)', 'Titel'],
		['Alias (print)', 'print'],
	])('%s is another column', async (heading, cell) => {
		const { service } = await run([{ 'Long URL': PAGE, [heading]: cell }]);
		expect(sentBy(service)).toEqual([{ url: PAGE }]);
	});
});

describe('other words for Expiry', () => {
	const headings = [
		...['Expires At', 'Expires On', 'Expires Until', 'Expires Date', 'Expiration', 'Valid Until'],
		...['End Date', 'Expiry Date', 'expires_at', 'expiresAt', 'Expiration Date'],
		// https://shlink.io/documentation and https://dub.co/docs: heads of other services
		...['validUntil', 'expiration'],
	];
	for (const heading of headings) {
		it(`${heading} is Expiry`, async () => {
			const { service } = await run([{ url: PAGE, [heading]: '2040-12-31' }]);
			expect(sentBy(service)).toEqual([{ url: PAGE, expiry: '2040-12-31 00:00:00' }]);
		});
	}

	it('beside a surer one they do not count', async () => {
		const row = {
			url: PAGE,
			expiry: '2040-12-31',
			'Expires At': '2041-12-31',
			'End Date': '2042-12-31',
		};
		const { service, result } = await run([row]);

		expect(complaints(result)).toEqual([]);
		expect(sentBy(service)).toEqual([{ url: PAGE, expiry: '2040-12-31 00:00:00' }]);
	});

	it('Date is none of them', async () => {
		const { service } = await run([{ url: PAGE, Date: '2040-12-31' }]);
		expect(sentBy(service)).toEqual([{ url: PAGE }]);
	});
});

describe('a heading that almost says Password or Expiry', () => {
	const refused: Array<[heading: string, cell: string]> = [
		['Link Password', 'open-sesame'],
		['Access password', 'geheim 27'],
		['Password (for guests)', 'open-sesame'],
		['Password for the link', 'open-sesame'],
		['Link expiry', '2040-12-31'],
		['Expiry of the link', '31.12.2040'],
		['Offer valid until', '2040-12-31'],
		['Link expires', '12/31/2040'],
		['User Password', 'open-sesame'],
		['Expiration of campaign', '2040-12-31 18:00'],
	];
	for (const [heading, cell] of refused) {
		it(`is refused where a cell would do: ${heading}`, async () => {
			const rows = [{ 'Long URL': `${PAGE}/1` }, { 'Long URL': `${PAGE}/2`, [heading]: cell }];
			const { service, result } = await run(rows);

			const [words = '', ...more] = complaints(result);
			expect(more).toEqual([]);
			expect(words).toContain(heading);
			expect(words).toMatch(/has a (password|date), but is not used/);
			expect(words).toMatch(/Drag it into.*rename it to (Password|Expiry).*Inputs to Ignore/);
			if (/password/i.test(heading)) expect(words).not.toContain(cell);
			expect(sentBy(service)).toEqual([{ url: `${PAGE}/1` }]);
			const stopped = await run(rows, autoMap(), undefined, 'Stop');
			expect(errorOf(stopped.result).message).toContain(heading);
			expect(changesSent(stopped.service)).toEqual([]);
		});
	}

	it.each([
		['Link Password', 'yes'],
		['hasPassword', 'TRUE'],
		['Password hint', "dog's name"],
		['Password owner', 'Ann'],
		['passwordContact', 'yes'],
		['Expired', 'no'],
		['expiredURL', 'https://example.com/gone'],
		['Expires in (days)', '30'],
		['Link expiry', 'never'],
	])('is ignored where no cell would do: %s with %s', async (heading, cell) => {
		const { service, result } = await run([{ 'Long URL': PAGE, [heading]: cell }]);

		expect(complaints(result)).toEqual([]);
		expect(sentBy(service)).toEqual([{ url: PAGE }]);
	});

	it('is let through if it is ignored', async () => {
		const parameters = autoMap({ options: { inputsToIgnore: 'Link Password' } });
		const rows = [{ 'Long URL': PAGE, 'Link Password': 'open-sesame' }];
		const { service } = await run(rows, parameters);
		expect(sentBy(service)).toEqual([{ url: PAGE }]);
	});

	for (const heading of ['Link Slug', 'Vanity slug', 'Alias name', 'URL Alias']) {
		it(`is told where it almost says Custom Alias: ${heading}`, async () => {
			const { service, result } = await run([{ 'Long URL': PAGE, [heading]: 'summer' }]);

			expect(sentBy(service)).toEqual([{ url: PAGE }]);
			expect(hintsOf(result)).toMatch(
				new RegExp(`${heading} was ignored.*drag it into Custom Alias`),
			);
		});
	}
});

describe('an empty Short Link', () => {
	it('takes no alias away', async () => {
		const { service } = await run([
			{ 'Long URL': PAGE, 'Vanity URL': 'summer', 'Short Link': '' },
			{ 'Long URL': `${PAGE}/2`, Vanity: 'winter', Short: null },
		]);

		expect(sentBy(service)).toEqual([
			{ url: PAGE, custom: 'summer' },
			{ url: `${PAGE}/2`, custom: 'winter' },
		]);
	});

	it('is filled by the first run, and the second changes nothing', async () => {
		const service = await seededService();
		const sheet = sheetOn(service, { options: { inputFields: 'columns' } });
		const rows = [{ 'Long URL': PAGE, 'Vanity URL': 'july', 'Short Link': '' }];
		const first = await sheet.run(rows);
		const again = await sheet.run(first.items);

		expect(first.items).toMatchObject([{ action: 'created', 'Short Link': `${service.url}/july` }]);
		expect(again.items).toMatchObject([{ action: 'unchanged' }]);
	});
});

/** A row of each export, as the service writes it, and what it means. */
const EXPORTS: Array<[service: string, row: IDataObject, sent: IDataObject]> = [
	// https://dev.bitly.com/api-reference
	[
		'Bitly',
		{ title: 'T', long_url: PAGE, custom_bitlinks: 'https://bit.ly/sale' },
		{ custom: 'sale' },
	],
	// https://dub.co/docs/api-reference/endpoint/retrieve-a-list-of-links
	['Dub', { domain: '', key: 'sale', url: PAGE }, { custom: 'sale' }],
	// https://developers.short.io/reference
	['Short.io', { originalURL: PAGE, path: 'sale', title: 'T' }, { custom: 'sale' }],
	// https://developers.rebrandly.com/docs
	['Rebrandly', { destination: PAGE, slashtag: 'sale', title: 'T' }, { custom: 'sale' }],
	// https://shlink.io/documentation/import-short-urls
	['Shlink', { longUrl: PAGE, shortCode: 'sale', tags: '' }, { custom: 'sale' }],
	// https://docs.kutt.to
	['Kutt', { address: 'sale', target: PAGE, visit_count: 5 }, { custom: 'sale' }],
	// https://t.ly/docs
	['T.LY', { long_url: PAGE, short_id: 'sale', public_stats: 'yes' }, { custom: 'sale' }],
	// https://github.com/YOURLS/YOURLS
	[
		'YOURLS',
		{ keyword: 'sale', url: PAGE, timestamp: '2020-01-01', ip: '::1' },
		{ custom: 'sale' },
	],
	// https://github.com/miantiao-me/Sink
	['Sink', { slug: 'sale', url: PAGE, comment: 'note' }, { custom: 'sale' }],
];

describe('the exports of other services', () => {
	for (const [name, row, sent] of EXPORTS) {
		it(`have their aliases and pages: ${name}`, async () => {
			const { service } = await run([row]);

			expect(sentBy(service)).toMatchObject([{ url: PAGE, ...sent }]);
		});
	}

	const ORDINARY: IDataObject[][] = [
		[{ 'Long URL': PAGE, Keyword: 'running shoes' }],
		[{ URL: PAGE, Keyword: 'shoes', 'Match type': 'Exact' }],
		[{ url: PAGE, Key: 'PROJ-12' }],
		[{ 'Long URL': PAGE, key: 'PROJ-12' }],
		[{ url: PAGE, Path: 'C:\\files' }],
		[{ url: PAGE, path: '/var/files' }],
		[{ url: PAGE, Target: '500' }],
		[{ url: PAGE, address: '1 Main St' }],
		[{ url: PAGE, Code: 'SAVE20' }],
	];
	for (const row of ORDINARY.flat()) {
		const name = JSON.stringify(row);
		it(`lend no word to ${name}`, async () => {
			const { service, result } = await run([row]);
			expect(complaints(result)).toEqual([]);
			expect(sentBy(service)).toEqual([{ url: PAGE }]);
		});
	}
});

describe('Status and Type of a sheet', () => {
	it('are its own in two rows as well', async () => {
		const { service, result } = await run([
			{ 'Long URL': `${PAGE}/1`, Status: 'done', Type: 'Shoes' },
			{ 'Long URL': `${PAGE}/2`, Status: 'to do', Type: 'Hats' },
		]);

		expect(complaints(result)).toEqual([]);
		expect(sentBy(service)).toEqual([{ url: `${PAGE}/1` }, { url: `${PAGE}/2` }]);
		expect(hintsOf(result).split('Status was ignored')).toHaveLength(2);
		expect(hintsOf(result).split('Type was ignored')).toHaveLength(2);
	});

	it("are the link's where a cell has one of its words", async () => {
		const { service, result } = await run([
			{ 'Long URL': `${PAGE}/1`, Status: 'Private', Type: 'Frame' },
			{ 'Long URL': `${PAGE}/2`, Status: 'pubilc', Type: 'Shoes' },
			{ 'Long URL': `${PAGE}/3`, Status: '', Type: '' },
		]);

		const [words = ''] = complaints(result);
		expect(words).toContain('Status "pubilc" is not one of private, public');
		expect(words).toContain('"Shoes"');
		expect(sentBy(service)).toEqual([
			{ url: `${PAGE}/1`, status: 'private', type: 'frame' },
			{ url: `${PAGE}/3` },
		]);
	});

	it("are the link's where a cell has the name of a page", async () => {
		const { service, result } = await run([
			{ 'Long URL': `${PAGE}/1`, Type: 'thank you' },
			{ 'Long URL': `${PAGE}/2`, Type: 'Shoes' },
		]);

		expect(complaints(result)[0]).toContain('"Shoes"');
		expect(sentBy(service)).toEqual([{ url: `${PAGE}/1`, type: '81' }]);
	});

	it('Redirect Type is always meant', async () => {
		const { service, result } = await run([{ 'Long URL': PAGE, 'Redirect Type': 'Shoes' }]);

		expect(complaints(result)[0]).toContain('"Shoes"');
		expect(sentBy(service)).toEqual([]);
	});

	it('in other languages is its own', async () => {
		const { service } = await run([{ 'Long URL': PAGE, Status: 'öffentlich' }]);
		expect(sentBy(service)).toEqual([{ url: PAGE }]);
	});
});

describe('the way to leave a column out', () => {
	const WAY_OUT = 'Inputs to Ignore';
	const messageOf = async (rows: IDataObject[]) => {
		const { result } = await run(rows, autoMap(), undefined, 'Stop');
		const { message, description } = errorOf(result);
		return `${message}\n${description}`;
	};

	it('is told with what is wrong in it', async () => {
		const pages = [{ 'Landing Page': 'TBD' }, { 'Landing Page': PAGE }];
		expect(await messageOf(pages)).toContain(WAY_OUT);
		expect(await messageOf([{ url: PAGE, Expires: 'soon' }])).toContain(WAY_OUT);
	});
});
