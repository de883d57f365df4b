import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runAsTool, runNode, type RunResult } from '../harness/index.mts';
import { runOperation } from '../operations/check.mts';
import { seededService } from '../operations/fixtures.mts';
import { pdf } from '../operations/rows/file.mts';
import { casesOf } from '../operations/row.mts';
import { nameOf, operationRows } from '../operations/table.mts';
import { autoMap, createOf, errorOf, ON_ERROR } from '../support/runs.mts';
import { createBodies, credentialsOf } from '../support/service.mts';
import { changesSent, complaints, outcomes, PAGE, sheetOn } from '../support/sheet.mts';

/**
 * C5, C15: a cell that cannot be meant is refused with its own words and never written, by one rule for each kind of
 * value. The addresses in comments are where such a cell was seen; its shape alone is taken from there.
 */

/** A column, what stands in it, and what the message says of it. */
type Refused = readonly [column: string, cell: unknown, why: RegExp];

/** A column, what stands in it, and what is sent for it, by field; `alias` and `url` are there anyway. */
type Sent = readonly [column: string, cell: unknown, sent: IDataObject];

const ADDRESS_COLUMNS = ['Long URL', 'Destination', 'url'];
const ALIAS_COLUMNS = ['Custom Alias', 'Slug', 'custom'];

/** A row with what it needs besides the cell. */
function rowWith(column: string, cell: unknown): IDataObject {
	const url = ADDRESS_COLUMNS.includes(column) ? {} : { 'Long URL': `${PAGE}/bad` };
	const alias = ALIAS_COLUMNS.includes(column) ? {} : { 'Custom Alias': 'bad' };
	return { ...url, ...alias, [column]: cell };
}

const GOOD = { 'Long URL': `${PAGE}/good`, 'Custom Alias': 'good' };

async function run(
	rows: IDataObject[],
	parameters: INodeParameters = autoMap(),
	onError: keyof typeof ON_ERROR = 'Continue',
) {
	const service = await seededService();
	const credentials = credentialsOf(service);
	const result = await runNode({
		credentials,
		parameters,
		items: rows,
		onError: ON_ERROR[onError],
	});
	return { service, result };
}

function nameOfCase(column: string, cell: unknown): string {
	return `${column}: ${typeof cell === 'string' ? cell : JSON.stringify(cell)}`;
}

/** The row fails alone, named by its column, and nothing is sent for it. */
function refuses(cases: readonly Refused[]): void {
	for (const [column, cell, why] of cases) {
		const name = nameOfCase(column, cell);
		it(`refuses ${name}`, async () => {
			const { service, result } = await run([GOOD, rowWith(column, cell)]);

			const words = complaints(result);
			expect(words).toHaveLength(1);
			expect(words[0]).toContain(column);
			expect(words[0]).toMatch(why);
			expect(createBodies(service)).toEqual([{ url: `${PAGE}/good`, custom: 'good' }]);
		});
	}
}

/** The row is sent with these fields, and the hint of the run says what was done, if it was anything. */
function sends(cases: readonly Sent[], hint?: RegExp): void {
	for (const [column, cell, sent] of cases) {
		const name = nameOfCase(column, cell);
		it(`takes ${name}`, async () => {
			const row = rowWith(column, cell);
			const { service, result } = await run([row]);

			const usual = { url: `${PAGE}/bad`, custom: 'bad' };
			expect(createBodies(service)).toEqual([{ ...usual, ...sent }]);
			if (hint !== undefined) expect(hintsOf(result)).toMatch(hint);
		});
	}
}

function hintsOf({ hints }: RunResult): string {
	return hints.map(({ message }) => message).join('\n');
}

const withUtm = (name: string, value: string) => ({
	url: `${PAGE}/bad?${new URLSearchParams({ [name]: value }).toString()}`,
});

describe('letters that could not be read', () => {
	const why = /has garbled letters.*Encoding/;
	refuses([
		['Custom Alias', 'gr\uFFFD\uFFFDe-1', why],
		['Domain', 'm\uFFFDller.example', why],
		['UTM Source', 'B\uFFFDro', why],
		['utm_content', 'Stra\uFFFDe', why],
		['Password', 'geh\uFFFDim', why],
		['Campaign', 'Fr\uFFFDhling', why],
		['Channel', 'B\uFFFDro', why],
		['Pixels', 'B\uFFFDro, Shop', why],
		['Long URL', 'https://example.com/stra\uFFFDe', why],
		['Geo Targets', '{"\uFFFDsterreich": "https://example.com/at"}', why],
		['Parameters', '{"ref": "B\uFFFDro"}', why],
		// Half of an emoji, which a cut text ends in: no request can have it.
		['Custom Alias', 'sale-\uD83D', why],
		['UTM Content', '\uDE00 Sale', why],
		['Password', 'open\uD83D', why],
		['Long URL', 'https://example.com/sale-\uD83D', why],
	]);
	// https://docs.python.org/3/library/codecs.html#error-handlers: the mark that stands for what was not read.
	sends(
		[
			['Meta Title', 'What does \uFFFD mean?', { metatitle: 'What does \uFFFD mean?' }],
			['Meta Description', 'Sale \uFFFD\uFFFD', { metadescription: 'Sale \uFFFD\uFFFD' }],
			['Description', 'Caf\uFFFD', { description: 'Caf\uFFFD' }],
			['Meta Title', 'Sale \uD83D', { metatitle: 'Sale \uFFFD' }],
			['Description', 'Sale \uD83D', { description: 'Sale \uFFFD' }],
		],
		/(Meta Title|Meta Description|Description) has garbled letters/,
	);
});

describe('an expression that was not evaluated', () => {
	const why = /is an n8n expression that was not evaluated.*Expression/;
	refuses([
		['Custom Alias', '{{ $json.slug }}', why],
		['Custom Alias', '={{ $json.slug }}', why],
		['Long URL', 'https://example.com/{{ $json.path }}', why],
		['Long URL', '{{ $json["Landing Page"] }}', why],
		['Password', '{{$json.password}}', why],
		['Description', 'For {{ $json.name }}', why],
		['Meta Title', "{{ $('Edit Fields').item.json.title }}", why],
		['UTM Campaign', '{{$now.format("yyyy-MM")}}', why],
		['UTM Source', '{{ $vars.source }}', why],
		['Campaign', '{{ $fromAI("Campaign") }}', why],
		['Meta Title', '{{ $itemIndex + 1 }}', why],
		['Description', '{{ encodeURIComponent($json.note) }}', why],
		// https://github.com/n8n-io/n8n-docs/pull/205: the older way to name another node's output
		['Custom Alias', '{{$node["Google Sheets1"].json["ID"]}}', why],
		// https://github.com/n8n-io/n8n/issues/15900: expressions in the output, with the sign of the workflow file
		['Description', '={{(function() { return "Hello" })()}}', why],
		['Geo Targets', '{"Canada": "https://example.com/{{ $json.ca }}"}', why],
		['Parameters', '{"ref": "{{ $json.ref }}"}', why],
	]);
	sends([
		['Meta Title', 'Use {{ $slug }} in Blade', { metatitle: 'Use {{ $slug }} in Blade' }],
		['Description', '{{ name }} pays $5', { description: '{{ name }} pays $5' }],
		[
			'Long URL',
			'https://example.com/a?e={{${email_address}}}',
			{ url: 'https://example.com/a?e={{${email_address}}}' },
		],
	]);
});

describe('an object that became a text', () => {
	const why = /\[object \w+\].*is an object/;
	refuses([
		['Custom Alias', '[object Object]', why],
		['Description', '[object Object]', why],
		['Password', '[object Object]', why],
		['Meta Title', '[object Object],[object Object]', why],
		['UTM Term', '[object Undefined]', why],
		['Long URL', 'https://example.com/[object Object]', why],
		['Long URL', 'https://example.com/%5Bobject%20Object%5D/x', /is an object/],
		['Long URL', '[object Object]', why],
		['Campaign', '[object Promise]', why],
		// https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Object/toString
		['Meta Title', '[object Date]', why],
	]);
	sends([
		['Meta Title', 'Why do I get [object Object]?', { metatitle: 'Why do I get [object Object]?' }],
	]);
});

/** What programs write for nothing; the last two are those of pandas and MySQL. */
const NOTHING = ['NULL', 'null', 'NaN', 'nan', 'undefined', 'None', '<NA>', '\\N'];

describe('what programs write for nothing', () => {
	// https://pandas.pydata.org/docs/reference/api/pandas.read_csv.html and
	// https://dev.mysql.com/doc/refman/8.4/en/load-data.html
	for (const nothing of NOTHING) {
		it(`is empty in every column: ${nothing}`, async () => {
			const columns = [
				...['Custom Alias', 'Password', 'UTM Source', 'Meta Title', 'Description', 'Domain'],
				...['Expiry', 'Campaign', 'Pixels', 'Redirect Type', 'Link Status', 'Meta Image URL'],
			];
			const cells = Object.fromEntries(columns.map((column) => [column, ` ${nothing} `]));
			const { service, result } = await run([GOOD, { 'Long URL': PAGE, ...cells }]);

			expect(complaints(result)).toEqual([]);
			expect(createBodies(service)).toContainEqual({ url: PAGE });
		});

		it(`is empty in a tool: ${nothing}`, async () => {
			const service = await seededService();
			const argument = (name: string) => `={{ $fromAI('${name}', '', 'string', '') }}`;
			const parameters = createOf(PAGE, {
				custom: argument('Custom_Alias'),
				utm: { values: { utm_source: argument('UTM_Source') } },
				additionalFields: { password: argument('Password'), metatitle: argument('Title') },
			});
			const credentials = credentialsOf(service);
			const toolArguments = Object.fromEntries(
				['Custom_Alias', 'UTM_Source', 'Password', 'Title'].map((name) => [name, nothing]),
			);
			await runAsTool({ credentials, parameters, toolArguments });

			expect(createBodies(service)).toEqual([{ url: PAGE }]);
		});
	}

	it('is a word in a form', async () => {
		const form = createOf(PAGE, { custom: 'NULL', additionalFields: { password: 'None' } });
		const { service } = await run([{}], form);

		expect(createBodies(service)).toEqual([{ url: PAGE, custom: 'NULL', password: 'None' }]);
	});

	sends([
		['Custom Alias', 'none', { custom: 'none' }],
		['Custom Alias', 'Null', { custom: 'Null' }],
		['Meta Title', 'n/a', { metatitle: 'n/a' }],
		['UTM Term', '-', withUtm('utm_term', '-')],
		['Password', 'NaN4ever', { password: 'NaN4ever' }],
	]);

	refuses([['Geo Targets', '{"Canada": "null"}', /Geo Targets "null" is not a web address/]]);
});

describe('lists and objects', () => {
	const why = /accepts one value, not/;
	refuses([
		['Custom Alias', ['one', 'two'], why],
		['Custom Alias', '["one","two"]', why],
		['Password', { id: 7, name: 'secret' }, why],
		['Password', '{"id":7}', why],
		['Meta Title', ['Spring', 'Summer'], why],
		['UTM Source', ['news', 'mail'], why],
		['UTM Source', { name: 'news' }, why],
		['Domain', { id: 31 }, why],
		['Long URL', { name: 'Shop', id: 'rec1' }, why],
		['Long URL', ['https://example.com/a', 'https://example.com/b'], why],
		['Long URL', { url: 'https://example.com/a', link: 'https://example.com/b' }, why],
		[
			'Meta Image URL',
			[{ url: 'https://a.example/1.png' }, { url: 'https://a.example/2.png' }],
			why,
		],
		['Expiry', { start: '2040-12-31', end: '2041-01-05' }, why],
		['Description', { note: 'x' }, why],
		['Geo Targets', [{ location: ['Canada', 'Peru'], link: 'https://a.example' }], why],
		['Parameters', { ref: ['a', 'b'] }, why],
	]);
	sends([
		// https://airtable.com/developers/web/api/field-model: attachments, and the address behind a button
		[
			'Meta Image URL',
			[{ id: 'att1', url: 'https://a.example/1.png', filename: '1.png', size: 5 }],
			{ metaimage: 'https://a.example/1.png' },
		],
		['Long URL', { label: 'Open', url: 'https://example.com/a' }, { url: 'https://example.com/a' }],
		// https://developer.monday.com/api-reference/reference/link: a link column
		['Long URL', { url: 'https://example.com/a', text: 'Shop' }, { url: 'https://example.com/a' }],
		['Long URL', [{ href: 'https://example.com/a' }], { url: 'https://example.com/a' }],
		// https://developers.notion.com/reference/page-property-values: a date
		[
			'Expiry',
			{ start: '2040-12-31', end: null, time_zone: null },
			{ expiry: '2040-12-31 00:00:00' },
		],
		['Custom Alias', ['one'], { custom: 'one' }],
		['Parameters', { ref: ['a'] }, withUtm('ref', 'a')],
		['Description', ['Spring', 'Summer'], { description: 'Spring, Summer' }],
		['Description', '{"note": 1} as text', { description: '{"note": 1} as text' }],
		['Meta Title', [], {}],
		['Meta Title', {}, {}],
	]);

	it('of one value are this value in a locator, too', async () => {
		const campaign = { __rl: true, mode: 'name', value: '={{ $json.names }}' };
		const form = createOf(PAGE, { additionalFields: { campaign } });
		const { service } = await run([{ names: ['Spring'] }], form);

		expect(createBodies(service)).toEqual([{ url: PAGE, campaign: 11 }]);
	});

	it('are refused in a form, too', async () => {
		const form = createOf(PAGE, { additionalFields: { password: '={{ $json.secret }}' } });
		const { service, result } = await run([{ secret: { id: 7 } }, { secret: 'open' }], form);

		expect(complaints(result)[0]).toMatch(/^Password accepts one value, not/);
		expect(createBodies(service)).toEqual([{ url: PAGE, password: 'open' }]);
	});
});

describe('numbers as spreadsheets write them', () => {
	const why = /is a number as .* not an alias.*Format the column as text/;
	refuses([
		['Custom Alias', '1.23457E+11', why],
		['Custom Alias', '2024.0', why],
		['Slug', '12345.00', why],
		['Custom Alias', 1.5e21, why],
		// https://github.com/bloom-housing/bloom/issues/4458: a code with an E in it
		['Custom Alias', '2.19E+26', why],
		// https://github.com/react-csv/react-csv/issues/136: the same in much of Europe
		['Custom Alias', '4,687E+11', why],
		['Custom Alias', '1E+17', why],
		['Campaign ID', '1.1E+12', /is a number as.*not an ID.*Format the column as text/],
	]);
	sends([
		['Custom Alias', 4599, { custom: '4599' }],
		['Custom Alias', '4.0', { custom: '4.0' }],
		['Custom Alias', '1E10', { custom: '1E10' }],
		['UTM Term', '2.0', withUtm('utm_term', '2.0')],
		['Campaign ID', '11.0', { campaign: 11 }],
	]);
});

describe('addresses', () => {
	refuses([
		['Long URL', 'https://https://example.com/a', /twice/],
		['Long URL', 'http://https//example.com', /twice/],
		['Destination', 'https://HTTP://example.com', /twice/],
		['Long URL', 'https://example.com/ahttps://example.com/a', /twice/],
		['Long URL', 'https://example.comhttps://example.com/a', /twice/],
		['Long URL', '31.12.2030', /is a number or a date/],
		['Long URL', '5.99', /is a number or a date/],
		['Long URL', '12.50€', /is a number or a date/],
		['Long URL', 'https://300.1.1.1/x', /is a number or a date/],
		['Long URL', '2030.12.31/x', /is a number or a date/],
		['Long URL', 'links.xlsx', /is the name of a file/],
		['Long URL', 'https://price-list.pdf', /is the name of a file/],
		['Meta Image URL', 'preview.png', /is the name of a file/],
		['Long URL', 'page.html?x=1', /is the name of a file/],
		['Long URL', 'https://www.', /has no domain name/],
		['Long URL', 'https://.com/x', /has no domain name/],
		['Long URL', 'https://example..com/x', /has no domain name/],
		['Long URL', 'https://undefined/page', /has no domain name/],
		['Long URL', 'https://example.com/very-long…', /was cut off/],
		['Long URL', 'https://exam...', /was cut off/],
		['Long URL', 'https://example.com/...', /was cut off/],
		['Long URL', 'example.com/…/page', /was cut off/],
		['Domain', '31.12.2030', /is a number or a date/],
		['Domain', 'https://https://go.example.com', /twice/],
		['Geo Targets', '{"Canada": "ca.pdf"}', /is the name of a file/],
		// https://url.spec.whatwg.org/#concept-ipv4-parser: what makes an address of a number
		['Long URL', 'https://5.99/x', /is a number or a date/],
		['Destination', 'Page: https://example.com/a', /has other text before the address/],
		['Long URL', 'Shop https://example.com/a', /has other text before the address/],
		['Long URL', 'Website:https://example.com/a', /has other text before the address/],
		['Long URL', 'https://example.com/a;https://example.com/b', /has more than one address/],
		['Long URL', 'https://example.com/a,https://example.com/b', /has more than one address/],
		['Long URL', '[A](https://example.com/a) [B](https://example.com/b)', /more than one address/],
	]);
	sends([
		['Long URL', '<https://example.com/a>', { url: 'https://example.com/a' }],
		['Long URL', '(https://example.com/a)', { url: 'https://example.com/a' }],
		['Long URL', '"https://example.com/a"', { url: 'https://example.com/a' }],
		['Long URL', '[Our shop](https://example.com/a)', { url: 'https://example.com/a' }],
		[
			'Long URL',
			'[https://example.com/a](https://example.com/a)',
			{ url: 'https://example.com/a' },
		],
		// https://docs.slack.dev/messaging/formatting-message-text/: a link as Slack hands it out
		['Long URL', '<https://example.com/a|Our shop>', { url: 'https://example.com/a' }],
		[
			'Long URL',
			'https://ad.doubleclick.net/ddm/clk/1;2;3?https://example.com/k',
			{ url: 'https://ad.doubleclick.net/ddm/clk/1;2;3?https://example.com/k' },
		],
		[
			'Long URL',
			'https://example.com/https://example.org/a;x=1',
			{ url: 'https://example.com/https://example.org/a;x=1' },
		],
		['Long URL', 'http://10.0.0.255:8080/x', { url: 'http://10.0.0.255:8080/x' }],
		['Domain', '<https://go.example.com>', { domain: 'https://go.example.com' }],
	]);

	it('in brackets name the link that is there', async () => {
		const service = await seededService();
		const result = await sheetOn(service).run([
			{ 'Long URL': '<https://example.com/summer>' },
			{ 'Long URL': '[Spring](https://example.com/spring)' },
		]);

		expect(outcomes(result)).toEqual(['unchanged', 'unchanged']);
	});
});

describe('aliases with percent signs', () => {
	sends([
		['Custom Alias', 'caf%C3%A9', { custom: 'café' }],
		['Slug', '%E8%A8%88%E7%95%AB', { custom: '計畫' }],
		['Custom Alias', 'gr%c3%bc%c3%9fe', { custom: 'grüße' }],
		// https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/encodeURIComponent
		['Custom Alias', '%F0%9F%98%80-sale', { custom: '😀-sale' }],
		['Custom Alias', 'a%20b', { custom: 'a b' }],
		['Custom Alias', '50%', { custom: '50%' }],
		['Custom Alias', '100%off', { custom: '100%off' }],
		['Custom Alias', '%E8%A8', { custom: '%E8%A8' }],
	]);
	refuses([['Custom Alias', 'a%2Fb', /has "\/", which is not allowed in an alias/]]);

	it('name the link that is there', async () => {
		const service = await seededService();
		service.seed('links', [{ url: PAGE, alias: 'café' }]);
		const result = await sheetOn(service).run([{ url: PAGE, custom: 'caf%C3%A9' }]);

		expect(outcomes(result)).toEqual(['unchanged']);
	});
});

describe('parameters', () => {
	sends([
		['UTM Source', 'utm_source=news', withUtm('utm_source', 'news')],
		['UTM Source', '?utm_source=news', withUtm('utm_source', 'news')],
		['UTM Medium', '&UTM_Medium=email', withUtm('utm_medium', 'email')],
		['UTM Campaign', 'Spring%20Sale', withUtm('utm_campaign', 'Spring Sale')],
		['UTM Campaign', 'caf%C3%A9', withUtm('utm_campaign', 'café')],
		// https://github.com/mozilla/bedrock/pull/8230: parameters that were encoded before
		['UTM Source', 'www.mozilla.org%2Ffirefox', withUtm('utm_source', 'www.mozilla.org/firefox')],
		['UTM Content', 'a%3Db%25', withUtm('utm_content', 'a=b%')],
		['UTM Term', 'spring+summer', withUtm('utm_term', 'spring+summer')],
		['UTM Content', '50%25', withUtm('utm_content', '50%25')],
		['UTM Content', 'Sale 20%ab Montag', withUtm('utm_content', 'Sale 20%ab Montag')],
		['Parameters', '{"ref": "Spring%20Sale"}', withUtm('ref', 'Spring Sale')],
		['Parameters', '{"ref": "ref=news"}', withUtm('ref', 'news')],
		// https://support.google.com/google-ads/answer/6305348: placeholders of ads
		['UTM Term', '{keyword}', withUtm('utm_term', '{keyword}')],
	]);
	refuses([
		['UTM Source', 'utm_source=news&utm_medium=email', /has more than one parameter/],
		['UTM Source', 'utm_medium=email', /is utm_medium, not utm_source/],
		['UTM Campaign', '?utm_source=a&utm_campaign=b', /has more than one parameter/],
	]);

	it('are read in a form, too', async () => {
		const form = createOf(PAGE, {
			utm: { values: { utm_source: 'utm_source=news', utm_campaign: 'Spring%20Sale' } },
		});
		const { service } = await run([{}], form);

		expect(createBodies(service)).toEqual([
			{ url: `${PAGE}?utm_source=news&utm_campaign=Spring+Sale` },
		]);
	});
});

describe('redirect types', () => {
	const why = /is an HTTP status, not a redirect type.*direct/;
	refuses([
		['Redirect Type', '301', why],
		['Redirect Type', 302, why],
		// https://developers.short.io/docs: redirect types of another service
		['Redirect Type', '307', why],
		// https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Status/308
		['Redirect Type', '308.0', why],
		['Redirect Type', '301 Permanent', why],
		['Redirect Type', 'HTTP 302', why],
	]);
	sends([
		['Redirect Type', '81', { type: '81' }],
		['Redirect Type', 'Direct', { type: 'direct' }],
	]);

	it('are looked up first', async () => {
		const service = await seededService();
		service.seed('splash', [{ id: 301, name: 'Three' }]);
		await sheetOn(service, { operation: 'create' }).run([{ url: PAGE, 'Redirect Type': '301' }]);

		expect(createBodies(service)).toEqual([{ url: PAGE, type: '301' }]);
	});
});

describe('fields of other operations', () => {
	it.each<[name: string, parameters: INodeParameters, value: unknown, why: RegExp]>([
		['campaign.create', { name: '={{ $json.value }}' }, 'Fr\uFFFDhling', /^Name .*garbled letters/],
		['campaign.create', { name: '={{ $json.value }}' }, ['a', 'b'], /^Name accepts one value/],
		[
			'campaign.create',
			{ name: 'A', additionalFields: { slug: '={{ $json.value }}' } },
			'1.23457E+11',
			/^Rotator Slug .* not an alias/,
		],
		['file.upload', { filename: '={{ $json.value }}' }, 'Sale \uD83D.pdf', /^File Name .*garbled/],
		['channel.create', { name: '={{ $json.value }}' }, '[object Object]', /^Name .* is an object/],
		[
			'pixel.create',
			{ name: 'A', type: 'facebook', value: '={{ $json.value }}' },
			'1.23457E+15',
			/^Pixel or Tag ID .* not an ID/,
		],
		[
			'domain.create',
			{ domain: '={{ $json.value }}' },
			'31.12.2030',
			/^Domain .* a number or a date/,
		],
		['qrCode.create', { type: 'link', url: '={{ $json.value }}' }, 'a.pdf', /^Link .* of a file/],
		['qrCode.create', { type: 'text', text: '={{ $json.value }}' }, { a: 1 }, /^Text accepts one/],
		[
			'qrCode.create',
			{ type: 'wifi', ssid: 'Guests', pass: '={{ $json.value }}' },
			'geh\uFFFDim',
			/^Password has garbled letters/,
		],
		[
			'account.update',
			{ updateFields: { password: '={{ $json.value }}' } },
			{ secret: 1 },
			/^Password accepts one value, not an object with secret$/,
		],
	])('%s with %j refuses %j', async (name, parameters, value, why) => {
		const service = await seededService();
		const row = operationRows.find((one) => nameOf(one) === name);
		if (row === undefined) throw new Error(`There is no operation ${name}`);
		const items = [{ value } as IDataObject];
		const result = await runOperation(service, row, parameters, { items });

		expect(errorOf(result).message).toMatch(why);
		expect(changesSent(service)).toEqual([]);
	});

	it('a file whose own name has half of an emoji is refused', async () => {
		const service = await seededService();
		const file = { ...pdf, fileName: 'Sale \uD83D.pdf' };
		const use = { resource: 'file', operation: 'upload', binary: { data: file } };
		const result = await runOperation(service, use, {});

		expect(errorOf(result).message).toMatch(/^File Name .* has garbled letters/);
		expect(changesSent(service)).toEqual([]);
	});

	it('a note with garbled letters is sent and told', async () => {
		const service = await seededService();
		const parameters = { name: 'Mail 2', additionalFields: { description: 'Caf\uFFFD' } };
		const use = { resource: 'channel', operation: 'create' };
		const result = await runOperation(service, use, parameters);

		expect(hintsOf(result)).toMatch(/^Description has garbled letters, which were sent/);
		expect(service.requests.at(-1)?.body).toMatchObject({ description: 'Caf\uFFFD' });
	});
});

describe('every field', () => {
	/** A domain beside a short URL, which has its own. */
	const UNREAD_THERE = ['link.upsert: additionalFields.domain.value'];

	/** Not read by these: dates where there is none, and fields of another type of QR code, which the editor hides. */
	const UNREAD = ['dateOrder', 'subject', 'phone'];

	/** The values in parameters that somebody enters as a text, each with the parameters that have another one. */
	function textsIn(value: unknown, path: string[] = []): string[][] {
		if (typeof value === 'string') {
			const isShown = !['mode', '__rl', 'dataToSend', 'inputFields'].includes(path.at(-1) ?? '');
			return isShown && !value.startsWith('=') && value.trim() !== '' ? [path] : [];
		}
		if (typeof value !== 'object' || value === null) return [];
		return Object.entries(value).flatMap(([key, one]) => textsIn(one, [...path, key]));
	}

	function withTextAt(value: unknown, [key = '', ...rest]: string[], text: string): unknown {
		const copy = (
			Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }
		) as Record<string, unknown>;
		copy[key] = rest.length === 0 ? text : withTextAt(copy[key], rest, text);
		return copy;
	}

	it('of every operation refuses an expression that was not evaluated', async () => {
		const written: string[] = [];
		for (const row of operationRows) {
			for (const [, { parameters, items }] of casesOf(row)) {
				for (const path of textsIn(parameters)) {
					const service = await seededService();
					const changed = withTextAt(parameters, path, '={{ "{" + "{ $json.slug }" + "}" }}');
					const result = await runOperation(service, row, changed as INodeParameters, {
						...(items && { items }),
					});
					// A dry run does not stop.
					const isTold = result.error !== undefined || complaints(result).length > 0;
					const isRefused = isTold && changesSent(service).length === 0;
					if (!isRefused && !UNREAD.includes(path.at(-1) ?? ''))
						written.push(`${nameOf(row)}: ${path.join('.')}`);
				}
			}
		}

		expect(written).toEqual(UNREAD_THERE);
	});
});

describe('a row with several such cells', () => {
	const BAD = {
		'Long URL': '31.12.2030',
		'Custom Alias': '{{ $json.slug }}',
		Password: '[object Object]',
		'UTM Source': 'B\uFFFDro',
		'Meta Title': ['a', 'b'],
		'Redirect Type': '301',
	};

	it('is told all of them at once, and with Stop nothing is sent', async () => {
		const { service, result } = await run([GOOD, BAD], autoMap(), 'Stop');

		const told = JSON.stringify([errorOf(result), result.error?.context]);
		for (const column of Object.keys(BAD)) expect(told).toContain(column);
		expect(changesSent(service)).toEqual([]);
	});
});
