import { expect, it } from 'vitest';

import { refuseOtherInput } from '../../../../../nodes/LinkShortener/resources/link/columns/inputKind';

const PAGE = 'https://example.com/page';
const LINK = { Ziel: PAGE };
const OF_WEBHOOK = { headers: {}, params: {}, query: {}, webhookUrl: '', executionMode: 'test' };

it.each<[row: Record<string, unknown>, message: string, remedy: string]>([
	[
		{ '\uFEFFLong URL;Custom Alias;Domain': `${PAGE};a;` },
		'The rows have only one column, "Long URL;Custom Alias;Domain"',
		'Set Delimiter to ; in the node that reads the file.',
	],
	[
		{ 'Long URL\tCustom Alias': `${PAGE}\ta` },
		'The rows have only one column, "Long URL\tCustom Alias"',
		'Set Delimiter to the expression {{ "\\t" }} in the node that reads the file.',
	],
	[
		{ 'Ziel|Kürzel': `${PAGE}|a` },
		'The rows have only one column, "Ziel|Kürzel"',
		'Set Delimiter to | in the node that reads the file.',
	],
	[
		{ 'Page,Title': `${PAGE},"Shoes, red"` },
		'The rows have only one column, "Page,Title"',
		'Set Delimiter to , in the node that reads the file.',
	],
	[
		{ '\uFFFD\uFFFDu\0r\0l\0': 'h\0t\0' },
		'The headings have a NUL between their letters, as in a file in UTF-16',
		'Set Encoding to utf16le in the node that reads the file.',
	],
	[
		{ total: 2, links: [LINK, LINK] },
		'The rows are a list inside the field links',
		'Add a Split Out node in front of this one, with links in Fields To Split Out.',
	],
	[
		{ urls: [PAGE, PAGE] },
		'The rows are a list inside the field urls',
		'Add a Split Out node in front of this one, with urls in Fields To Split Out.',
	],
	[
		{ ...OF_WEBHOOK, body: { url: PAGE } },
		'The fields are inside body, where the Webhook node puts them',
		'Add an Edit Fields node in front of this one, with Mode set to JSON and {{ $json.body }} as its JSON.',
	],
	[
		{ ...OF_WEBHOOK, body: { links: [LINK] } },
		'The rows are a list inside the field body.links',
		'Add a Split Out node in front of this one, with body.links in Fields To Split Out.',
	],
])('the input %j is told: %s', (row, message, remedy) => {
	expect(() => {
		refuseOtherInput(row);
	}).toThrow(
		expect.objectContaining({
			explanation: expect.objectContaining({ message, remedy, endsRun: true }) as unknown,
		}),
	);
});

it.each([
	{},
	{ Address: 1 },
	{ 'a;b': 1, c: 2 },
	{ 'Page, if it is online': PAGE },
	{ 'Website | URL': PAGE },
	{ Tags: ['a', 'b'], Ziel: PAGE },
	{ Tags: [] },
	{ body: { url: PAGE } },
])('the input %j has rows', (row) => {
	expect(() => {
		refuseOtherInput(row);
	}).not.toThrow();
});
