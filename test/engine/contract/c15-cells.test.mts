import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { seededService } from '../operations/fixtures.mts';
import { wordsOf } from '../support/runs.mts';
import { createBodies } from '../support/service.mts';
import { PAGE, sheetOn } from '../support/sheet.mts';

/**
 * C5, C15: a cell is sent as it is meant, and one that cannot be meant is refused with its own words and never
 * written, by one rule for each kind of value. Each class is one sheet. The addresses in comments are where such a
 * cell was seen; its shape alone is taken from there. The readers themselves have tables in `unit/shared/values`.
 */

/** A column, what stands in it, what the message says of it, and the rest of the row. */
type Refused = readonly [column: string, cell: unknown, why: RegExp, row?: IDataObject];

/** A column, what stands in it, what is sent for it, by field, and the rest of the row. */
type Sent = readonly [column: string, cell: unknown, sent: IDataObject, row?: IDataObject];

interface CellClass {
	refused?: readonly Refused[];
	sent?: readonly Sent[];
	/** What the hint of the run says was done. */
	hint?: RegExp;
}

/** Cells that are refused for one reason. */
function refusedFor(column: string, why: RegExp, cells: readonly unknown[]): Refused[] {
	return cells.map((cell) => [column, cell, why]);
}

/** Cells of a field that are sent as they stand. */
function kept(column: string, field: string, cells: readonly string[]): Sent[] {
	return cells.map((cell) => [column, cell, { [field]: cell }]);
}

/** The long URL of a row, with this parameter. */
const withUtm = (name: string, value: string) => ({ query: { [name]: value } });

const GARBLED = /has garbled letters.*Encoding/;
const EXPRESSION = /is an n8n expression that was not evaluated.*Expression/;
const OBJECT = /\[object \w+\].*is an object/;
const ONE_VALUE = /accepts one value, not/;
const HTTP_STATUS = /splash page.*direct/;
const FORMULA = /formula error/;
const LAST_PART = /Enter only what follows the last slash/;

const SHOP = 'https://example.com/a';

const PLAN = { Source: 'mail', Medium: 'email' };

/** The parameters of a row of the plan. */
const planned = (more: Record<string, string>) => ({
	query: { utm_source: 'mail', utm_medium: 'email', ...more },
});

const CLASSES: Record<string, CellClass> = {
	'letters that could not be read': {
		refused: [
			['Custom Alias', 'gr\uFFFD\uFFFDe-1', GARBLED],
			['Password', 'geh\uFFFDim', GARBLED],
			['Parameters', '{"ref": "B\uFFFDro"}', GARBLED],
			// Half of an emoji, which a cut text ends in: no request can have it.
			['Custom Alias', 'sale-\uD83D', GARBLED],
		],
		// https://docs.python.org/3/library/codecs.html#error-handlers: the mark that stands for what was not read.
		sent: [
			['Meta Title', 'What does \uFFFD mean?', { metatitle: 'What does \uFFFD mean?' }],
			['Meta Description', 'Sale \uFFFD\uFFFD', { metadescription: 'Sale \uFFFD\uFFFD' }],
			['Description', 'Caf\uFFFD', { description: 'Caf\uFFFD' }],
			['Description', 'Sale \uD83D', { description: 'Sale \uFFFD' }],
		],
		hint: /(Meta Title|Meta Description|Description) has garbled letters/,
	},

	// Every field of every operation: c15-meant.
	'an expression that was not evaluated': {
		refused: [
			['Custom Alias', '{{ $json.slug }}', EXPRESSION],
			['Parameters', '{"ref": "{{ $json.ref }}"}', EXPRESSION],
		],
		sent: [
			...kept('Meta Title', 'metatitle', ['Use {{ $slug }} in Blade']),
			...kept('Long URL', 'url', ['https://example.com/a?e={{${email_address}}}']),
		],
	},

	'an object that became a text': {
		refused: [
			['Custom Alias', '[object Object]', OBJECT],
			['Meta Title', '[object Object],[object Object]', OBJECT],
		],
		sent: kept('Meta Title', 'metatitle', ['Why do I get [object Object]?']),
	},

	'what looks like nothing': {
		refused: [['Geo Targets', '{"Canada": "null"}', /Geo Targets "null" is not a web address/]],
		sent: [
			...kept('Custom Alias', 'custom', ['none', 'Null']),
			...kept('Meta Title', 'metatitle', ['n/a']),
			['UTM Term', '-', withUtm('utm_term', '-')],
			...kept('Password', 'password', ['NaN4ever']),
			['Custom Alias', '\u200B', {}],
		],
	},

	'lists and objects': {
		refused: [
			...refusedFor('Custom Alias', ONE_VALUE, [['one', 'two'], '["one","two"]']),
			['Password', { id: 7, name: 'secret' }, ONE_VALUE],
			['Long URL', { url: SHOP, link: 'https://example.com/b' }, ONE_VALUE],
			['Expiry', { start: '2040-12-31', end: '2041-01-05' }, ONE_VALUE],
			['Geo Targets', [{ location: ['Canada', 'Peru'], link: SHOP }], ONE_VALUE],
			['Parameters', { ref: ['a', 'b'] }, ONE_VALUE],
			['Campaign', ['Spring', 'Summer'], /accepts one value, not 2: .*Spring.*Summer/],
		],
		sent: [
			// https://developer.monday.com/api-reference/reference/link: a link column
			['Long URL', { url: SHOP, text: 'Shop' }, { url: SHOP }],
			['Expiry', { start: '2040-12-31', end: null }, { expiry: '2040-12-31 00:00:00' }],
			['Parameters', { ref: ['a'] }, withUtm('ref', 'a')],
			['Description', ['Spring', 'Summer'], { description: 'Spring, Summer' }],
			['Meta Title', [], {}],
			[
				'Geo Targets',
				{ Canada: 'https://example.com/ca' },
				{ geotarget: [{ location: 'Canada', link: 'https://example.com/ca' }] },
			],
		],
	},

	'countries and languages': {
		refused: [
			[
				'Geo Targets',
				'{"Germny": "example.com/de"}',
				/^Geo Targets "Germny" is not one of its.*Germany/,
			],
			['Language Targets', { 'en-US': SHOP }, /^Language Targets "en-US" .*such as English \(en\)/],
		],
		sent: [
			['Geo Targets', { de: SHOP }, { geotarget: [{ location: 'Germany', link: SHOP }] }],
			['Language Targets', { french: SHOP }, { languagetarget: [{ language: 'fr', link: SHOP }] }],
		],
	},

	'numbers as spreadsheets write them': {
		refused: [
			...refusedFor('Custom Alias', /is a number as .* not an alias.*Format the column as text/, [
				'1.23457E+11',
				'2024.0',
				1.5e21,
			]),
			['Campaign ID', '1.1E+12', /is a number as.*not an ID.*Format the column as text/],
		],
		sent: [
			['Custom Alias', 4599, { custom: '4599' }],
			['UTM Term', '2.0', withUtm('utm_term', '2.0')],
			['Campaign ID', '11.0', { campaign: 11 }],
		],
	},

	addresses: {
		refused: [
			['Destination', 'https://HTTP://example.com', /twice/],
			['Domain', '31.12.2030', /is a number or a date/],
			['Meta Image URL', 'preview.png', /is the name of a file/],
			['Destination', `Page: ${SHOP}`, /has other text before the address/],
			['Destination', `${SHOP}\nhttps://example.com/b`, /has more than one address/],
			['Short URL', 'summer', /is not a short URL/],
			['Short Link', 'https://go.example.com/a, https://go.example.com/b', /more than/],
		],
		sent: [
			['Long URL', `[Our shop](${SHOP})`, { url: SHOP }],
			['Domain', '<https://go.example.com>', { domain: 'https://go.example.com' }],
			['url', 'mailto:me@example.com', { url: 'mailto:me@example.com' }, { utm_source: 'mail' }],
		],
	},

	aliases: {
		refused: [
			['Custom Alias', 'a%2Fb', /has "\/", which is not allowed in an alias/],
			...refusedFor('Custom Alias', /has "[,;|]", which is not/, ['a, b', 'a;b', 'a | b']),
			...refusedFor('Slug', LAST_PART, ['/summer', 'abc?', '#abc', 'blog\\summer', '{alias}']),
			...refusedFor('Slug', LAST_PART, ['blog/summer', 'https://']),
			[
				'Custom Alias',
				'https://go.example.com/summer',
				/is https:\/\/go\.example\.com\/summer, but Domain is https:\/\/to\.example\.com/,
				{ Domain: 'https://to.example.com' },
			],
			['Custom Alias', 'summer\nwinter', /has a line break/],
			// The service would make a link of another kind.
			...refusedFor('Custom Alias', /is a domain of this account, not an alias/, [
				'go.example.com',
				'GO.example.com',
				'to%2Eexample.com',
			]),
		],
		sent: [
			['Custom Alias', 'caf%C3%A9', { custom: 'café' }],
			['Custom Alias', 'cafe\u0301-2', { custom: 'café-2' }],
			['Custom Alias', 'win\u00ADter', { custom: 'winter' }],
			...kept('Custom Alias', 'custom', ['50%', '%E8%A8']),
			[
				'Custom Alias',
				'https://go.example.com/new',
				{ custom: 'new', domain: 'https://go.example.com' },
			],
		],
	},

	parameters: {
		refused: [['UTM Source', 'utm_source=news&utm_medium=email', /has more than one parameter/]],
		sent: [
			['UTM Medium', '&UTM_Medium=email', withUtm('utm_medium', 'email')],
			['UTM Campaign', 'Spring%20Sale', withUtm('utm_campaign', 'Spring Sale')],
			['Parameters', '{"ref": "Spring%20Sale"}', withUtm('ref', 'Spring Sale')],
			['Parameters', '{"ref": "ref=news"}', withUtm('ref', 'news')],
		],
	},

	'redirect types and other choices': {
		refused: [
			// https://developers.short.io/docs: redirect types of another service
			...refusedFor('Redirect Type', HTTP_STATUS, ['301', 302, '307', '301 Permanent', 'HTTP 302']),
			// https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Status/308
			['Redirect Type', '308.0', HTTP_STATUS],
			['Redirect Type', 'Newsletter', /If the column Redirect Type is about/],
			['Channel', 'Instagram', /If the column Channel is about something else/],
			['Campaign Name', 'Sprnig', /If the column Campaign Name is about/],
			['Domain', 'not yet', /If the column Domain is about something else/],
			['Link Status', 'high', /^Link Status "high" is not one of private, public/],
			['Expires', 'soon', /^Expires "soon" is not a recognized date/],
		],
		sent: [
			['Redirect Type', '81', { type: '81' }],
			['Campaign', 'Spr\u200Bing', { campaign: 11 }],
			['Expiry', '2040/1/5', { expiry: '2040-01-05 00:00:00' }],
		],
	},

	'errors of formulas': {
		refused: [
			...refusedFor('Password', FORMULA, [
				...[
					'Loading...',
					'#N/A',
					'#REF!',
					'#NAME?',
					'#VALUE!',
					'#DIV/0!',
					'#NULL!',
					'#NUM!',
					'#SPILL!',
				],
				...['#ERROR!', '#NV', '#WERT!', '#BEZUG!', '#ZAHL!', '#ÜBERLAUF!', '#VALEUR!', '#NOM?'],
				...['#NOMBRE!', '#¡VALOR!', '#¿NOMBRE?', '#N/D', '#VALORE!', '#RIF!', '#NOME?', '#NÚM!'],
				...['#WAARDE!', '#NAAM?', '#N/B', '#ARG!', '#NAZWA?', '#DZIEL/0!', '#ARVO!', '#PUUTTUU!'],
				...['#VÄRDEFEL!', '#SAKNAS!', '#VÆRDI!', '#NAVN?', '#I/T'],
			]),
			...[
				...['Custom Alias', 'UTM Source', 'Meta Title', 'Description', 'Campaign', 'Pixels'],
				...['Expires', 'Geo Targets', 'shorturl'],
			].flatMap((column) => refusedFor(column, FORMULA, [' #REF! '])),
		],
		sent: [
			...kept('Description', 'description', ['#SALE!']),
			...kept('Meta Title', 'metatitle', ['#1 of 3']),
		],
	},

	passwords: {
		refused: refusedFor('Password', /looks like a yes or no, or a number as .*, not a password/, [
			...['TRUE', 'yes', 'x', '1', 1, 'WAHR', 'ja', 'oui', 'PRAWDA', 'Sant', 'kyllä', '1.23E+11'],
		]),
		sent: [
			...['no', 'FALSE', '0', 'nein', 'FALSO', 'epätosi', 'nee', 'NIE'].map((none): Sent => [
				'Password',
				none,
				{},
			]),
			...kept('Password', 'password', ['a\u200Bb', 'yes please']),
		],
	},

	// https://github.com/dubinc/dub/issues/214: a link for each placement of one page, by source
	'a UTM plan': {
		refused: [
			['Content', 'A post about shoes. '.repeat(8), /is too long: with Source and Medium as/, PLAN],
			['UTM Source', 'crm', /"Source" and "UTM Source" are both UTM Source/, PLAN],
		],
		sent: [
			['Term', 'running shoes', planned({ utm_term: 'running shoes' }), PLAN],
			['Campaign', '2026', planned({ utm_campaign: '2026' }), PLAN],
		],
		hint: /Source → UTM Source, Medium → UTM Medium, .*Inputs to Ignore/,
	},

	'invisible characters': {
		sent: [
			['url', `\u200B${SHOP}\u2060`, { url: SHOP }],
			['\u202AMeta Title', '\u202ASpring\u202C', { metatitle: 'Spring' }],
			...kept('Meta Description', 'metadescription', ['می\u200Cخواهم']),
		],
	},
};

const ADDRESS_COLUMNS = ['Long URL', 'Destination', 'url'];
const ALIAS_COLUMNS = ['Custom Alias', 'Slug', 'custom'];

/** A row with what it needs besides the cell. */
function rowWith([column, cell, , more]: Refused | Sent, index: number): IDataObject {
	const url = ADDRESS_COLUMNS.includes(column) ? {} : { 'Long URL': `${PAGE}/${index}` };
	const alias = ALIAS_COLUMNS.includes(column) ? {} : { 'Custom Alias': `row-${index}` };
	return { ...url, ...alias, [column]: cell as IDataObject[string], ...more };
}

/** What is sent for such a row. */
function bodyOf([column, , { query, ...sent }]: Sent, index: number): IDataObject {
	const search = query ? `?${new URLSearchParams(query as Record<string, string>).toString()}` : '';
	const alias = ALIAS_COLUMNS.includes(column) ? {} : { custom: `row-${index}` };
	return { url: `${PAGE}/${index}${search}`, ...alias, ...sent };
}

it.each(Object.entries(CLASSES))(
	'%s: a cell is sent as it is meant, or refused by its column',
	async (_, cells) => {
		const { refused = [], sent = [], hint = /^/ } = cells;
		const service = await seededService();
		const rows = [...sent, ...refused].map(rowWith);
		const { items, hints } = await sheetOn(service).run(rows);

		for (const [index, [column, cell, why]] of refused.entries()) {
			const words = wordsOf(items[sent.length + index] ?? {});
			expect.soft(words, `${column}: ${JSON.stringify(cell)}`).toMatch(why);
			expect.soft(words).toContain(column);
			// No column of that name is about something else.
			if (column !== 'Long URL') expect.soft(words).toContain('Options → Inputs to Ignore');
		}
		expect(new Set(createBodies(service))).toEqual(new Set(sent.map(bodyOf)));
		expect(hints.map(({ message }) => message).join('\n')).toMatch(hint);
	},
);
