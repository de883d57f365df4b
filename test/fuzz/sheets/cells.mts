import fc from 'fast-check';
import mustPass from '../../engine/support/mustPass.json' with { type: 'json' };

/** Cells of every kind, some of which cannot be meant. They are written by hand, and not by what the node knows. */

/** What becomes of a cell: nothing is sent for its row, or this value of its field, or none. */
export type Fate = { kind: 'refused' } | { kind: 'sent'; value: unknown } | { kind: 'empty' };

export interface Cell {
	cell: unknown;
	fate: Fate;
}

/** A column of a field, under one of its names. */
export interface DrawnColumn {
	field: string;
	heading: string;
	cells: fc.Arbitrary<Cell>;
}

const oneOf = <Value,>(...values: readonly Value[]) => fc.constantFrom(...values);
const refused = (cell: unknown): Cell => ({ cell, fate: { kind: 'refused' } });
const sent = (cell: unknown, value: unknown = cell): Cell => ({
	cell,
	fate: { kind: 'sent', value },
});
const empty = (cell: unknown): Cell => ({ cell, fate: { kind: 'empty' } });

const word = fc
	.array(oneOf('a', 'b', 'c', 'e', 'h', 'k', 'm', 'r', 'x', 'z'), { minLength: 2, maxLength: 8 })
	.map((letters) => letters.join(''));
const number = (min: number, max: number) => fc.integer({ min, max });

/** An expression of n8n that nobody evaluated. */
const expression = fc
	.tuple(
		oneOf('', '='),
		oneOf(' ', '', '  '),
		oneOf('$json.', '$json["', "$('Node').item.json.", '$now.toISO() + $json.', '$vars.', '$env.'),
		word,
	)
	.map(
		([sign, blank, begin, name]) =>
			`${sign}{{${blank}${begin}${name}${begin.endsWith('"') ? '"]' : ''}${blank}}}`,
	);

const objectText = oneOf('Object', 'Promise', 'Undefined', 'Null', 'Date').map(
	(name) => `[object ${name}]`,
);

const lostLetters = fc.tuple(word, word).map(([one, other]) => `${one}\uFFFD${other}`);
const formulaError = oneOf('#N/A', '#REF!', '#NAME?', '#WERT!', ' #VALEUR! ');
const nothing = oneOf('NULL', 'null', 'NaN', 'nan', 'undefined', '\\N', 'None', '<NA>');
const blank = oneOf<unknown>('', ' ', null, [], '\u200B');

const several = fc.oneof(
	fc.array(word, { minLength: 2, maxLength: 4 }),
	fc.array(word, { minLength: 2, maxLength: 4 }).map((list) => JSON.stringify(list)),
	word.map((name) => ({ id: 7, name })),
);

/** What no field takes. */
const never = fc.oneof(expression, objectText, formulaError, several).map(refused);

const void_ = fc.oneof(nothing, blank).map(empty);

const host = fc
	.tuple(word, oneOf('com', 'de', 'io', 'example', 'zip', 'md'))
	.map((of) => of.join('.'));
const page = fc
	.tuple(host, word, oneOf('', '/', '?x=1', '#top', '?u=https://example.org', ';a=1'))
	.map(([on, path, rest]) => `https://${on}/${path}${rest}`);

/** In a query, another address may be part of a text to share. */
const barePage = fc.tuple(host, word).map(([on, path]) => `https://${on}/${path}`);

const noAddress = fc.oneof(
	page.map((address) => address.replace('https://', 'https://https://')),
	page.map((address) => address.replace('https://', 'http://https://')),
	fc.tuple(word, word).map(([one, other]) => `https://${one}.com/${other}`.repeat(2)),
	fc.tuple(number(1, 28), number(1, 12), number(2020, 2060)).map((parts) => parts.join('.')),
	fc.tuple(number(1, 99), number(10, 99)).map((parts) => parts.join('.')),
	fc
		.tuple(
			word,
			oneOf('xlsx', 'xls', 'csv', 'docx', 'pdf', 'png', 'jpg', 'html', 'php', 'txt', 'json'),
		)
		.map((parts) => parts.join('.')),
	fc
		.tuple(barePage, oneOf(', ', ' ', '\n', '; ', ' | '))
		.map(([one, gap]) => `${one}${gap}${one}x`),
	page.map((address) => `Page: ${address}`),
	fc.tuple(word, page).map(([text, address]) => `${text} ${address}`),
	fc.tuple(host, word).map(([on, path]) => `https://${on}/${path}…`),
	word.map((name) => `https://${name}...`),
	host.map((on) => `https://${on}/...`),
	oneOf(
		'https://',
		'https://www.',
		'https://.com/x',
		'https://undefined/x',
		'soon',
		'n/a',
		'C:\\x',
	),
);

/** An address, in the forms in which it is taken. */
const address = fc.oneof(
	oneOf(...mustPass.url.filter((one) => one.startsWith('http'))).map((one) => sent(one)),
	page.map((one) => sent(one)),
	page.map((one) => sent(one.replace('https://', ''), one)),
	fc
		.tuple(page, oneOf('<>', '()', '""'))
		.map(([one, [open = '', close = '']]) => sent(`${open}${one}${close}`, one)),
	fc.tuple(word, page).map(([name, one]) => sent(`[${name}](${one})`, one)),
	fc
		.tuple(page, oneOf('url', 'href', 'link'))
		.map(([one, key]) => sent({ text: 'x', [key]: one }, one)),
	page.map((one) => sent([one], one)),
);

const garbled = lostLetters.map(refused);

/** Half of the cells are as they should be. */
const mix = (good: fc.Arbitrary<Cell>, ...bad: Array<fc.Arbitrary<Cell>>) =>
	fc.oneof({ weight: 6, arbitrary: good }, { weight: 1, arbitrary: void_ }, ...bad, never);

const aliases = fc.oneof(
	oneOf(...mustPass.custom).map((one) => sent(one)),
	fc.tuple(word, number(1, 99)).map(([name, at]) => sent(`${name}-${at}`)),
	word.map((name) => sent(`${name}%C3%BC`, `${name}ü`)),
	word.map((name) => sent(`${name}%`)),
	number(1, 999_999).map((one) => sent(one, String(one))),
);
const noAlias = fc.oneof(
	fc.tuple(number(1, 9), number(1, 99_999), number(10, 30)).map(([a, b, c]) => `${a}.${b}E+${c}`),
	number(1000, 99_999).map((one) => `${one}.0`),
	fc.tuple(word, oneOf('/', '?', '#', '\\', '{', '\n'), word).map((parts) => parts.join('')),
);

const ofUtm = (name: string) => {
	const good = fc.oneof(
		oneOf(...mustPass.utm_content).map((one) => sent(one)),
		word.map((one) => sent(one)),
		word.map((one) => sent(`${name}=${one}`, one)),
		word.map((one) => sent(`?${name.toUpperCase()}=${one}`, one)),
		fc.tuple(word, word).map(([one, other]) => sent(`${one}%20${other}`, `${one} ${other}`)),
		word.map((one) => sent(`${one}%C3%A9`, `${one}é`)),
		word.map((one) => sent(`${one}%`)),
	);
	const bad = fc.oneof(
		word.map((one) => `${name}=${one}&utm_id=${one}`),
		word.map((one) => `utm_id=${one}`),
	);
	return mix(good, bad.map(refused), garbled);
};

const prose = (...texts: readonly string[]) =>
	fc.oneof(
		{ weight: 6, arbitrary: fc.oneof(oneOf(...texts), lostLetters).map((one) => sent(one)) },
		{ weight: 1, arbitrary: void_ },
		fc.oneof(expression, objectText, formulaError).map(refused),
		word.map((name) => refused({ id: 7, name })),
	);

const secret = fc.oneof(
	oneOf(...mustPass.password).map((one) => sent(one)),
	word.map((one) => sent(`${one}-27`)),
);

const dates = fc.oneof(
	fc.tuple(number(2040, 2060), number(10, 12), number(10, 28)).map(([year, month, day]) => {
		const text = `${year}-${month}-${day}`;
		return sent(text, `${text} 00:00:00`);
	}),
	fc
		.tuple(number(2040, 2060), number(10, 12), number(10, 28))
		.map(([year, month, day]) =>
			sent(`${day}.${month}.${year}`, `${year}-${month}-${day} 00:00:00`),
		),
	number(2040, 2060).map((year) =>
		sent({ start: `${year}-12-31`, end: null }, `${year}-12-31 00:00:00`),
	),
);

/** A heading as people write it. */
const spelled = (name: string) =>
	oneOf(name, name.toLowerCase(), ` ${name}`, `${name} (optional)`, `${name}*`, `\uFEFF${name}`);

const column = (field: string, names: readonly string[], cells: fc.Arbitrary<Cell>) =>
	oneOf(...names)
		.chain(spelled)
		.map((heading): DrawnColumn => ({ field, heading, cells }));

const COLUMNS: Array<fc.Arbitrary<DrawnColumn>> = [
	column(
		'custom',
		['Custom Alias', 'Slug', 'Back-half'],
		mix(aliases, noAlias.map(refused), garbled),
	),
	column('utm_source', ['UTM Source', 'utm_source'], ofUtm('utm_source')),
	column('utm_campaign', ['UTM Campaign'], ofUtm('utm_campaign')),
	column(
		'metatitle',
		['Meta Title'],
		fc.oneof(prose(...mustPass.metatitle), several.filter(Array.isArray).map(refused)),
	),
	column('metadescription', ['Meta Description'], prose(...mustPass.description)),
	column('metaimage', ['Meta Image URL'], mix(address, noAddress.map(refused), garbled)),
	column(
		'password',
		['Password', 'Link Password', 'Passwort'],
		mix(secret, oneOf('yes', 'TRUE', 'x', 'ja').map(refused), garbled),
	),
	column(
		'expiry',
		['Expiry', 'Expires At', 'Gültig bis'],
		mix(dates, oneOf('soon', '31/31/2040').map(refused)),
	),
	column(
		'type',
		['Redirect Type'],
		mix(
			oneOf('direct', 'Frame', 'SPLASH').map((one) => sent(one, one.toLowerCase())),
			oneOf<unknown>('301', '302', 308, '307.0', 'HTTP 301').map(refused),
		),
	),
	column(
		'campaign',
		['Campaign', 'Campaign Name'],
		// A record with an ID is a campaign.
		fc.oneof(
			{
				weight: 6,
				arbitrary: oneOf('Spring', ' summer ').map((one) => sent(one, one === 'Spring' ? 11 : 12)),
			},
			{ weight: 1, arbitrary: void_ },
			fc.oneof(expression, objectText, formulaError).map(refused),
			several.filter(Array.isArray).map(refused),
			garbled,
		),
	),
	// Not its heading: nothing of it is used.
	oneOf('Access password', 'Offer ends', 'Old URL').map((heading) => ({
		field: '',
		heading,
		cells: fc.oneof(secret, dates, address, never).map(({ cell }) => empty(cell)),
	})),
];

export interface DrawnSheet {
	columns: Array<Omit<DrawnColumn, 'cells'>>;
	rows: Cell[][];
}

/** The columns of a sheet, always with its long URLs in front, and the cells of each row. */
export const sheets: fc.Arbitrary<DrawnSheet> = fc
	.tuple(
		column(
			'url',
			['Long URL', 'Destination URL', 'url'],
			mix(address, noAddress.map(refused), garbled),
		),
		fc.subarray(COLUMNS, { maxLength: 6 }).chain((some) => fc.tuple(...some)),
	)
	.chain(([first, others]) => {
		const columns = [first, ...others];
		return fc.record({
			columns: fc.constant(columns.map(({ field, heading }) => ({ field, heading }))),
			rows: fc.array(fc.tuple(...columns.map(({ cells }) => cells)), {
				minLength: 1,
				maxLength: 8,
			}),
		});
	});
