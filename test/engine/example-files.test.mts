import { describe, expect, it } from 'vitest';

import { type Row, run } from './support/exampleCode.mts';

/** The Code nodes of the examples that read a file. */

describe.each([
	'spreadsheet-to-links.json',
	'preview-changes.json',
	'import-from-another-shortener.json',
	'bulk-create-from-csv.json',
])('Rows of %s', (file) => {
	const rowsOf = (...table: unknown[][]) =>
		run(
			file,
			'Rows',
			table.map((row) => ({ row })),
		);

	it('has the columns in their order, and blank rows between the others', () => {
		const rows = rowsOf(
			['Note', 'Long URL ', ''],
			['a', 'b', ''],
			[' ', '', ''],
			['', 'c'],
			[],
			[''],
		);
		expect(rows.map((row) => Object.entries(row))).toEqual([
			[
				['Note', 'a'],
				['Long URL', 'b'],
			],
			[
				['Note', ''],
				['Long URL', ''],
			],
			[
				['Note', ''],
				['Long URL', 'c'],
			],
		]);
	});

	it('loses no column that has no name or the name of another', () => {
		expect(rowsOf(['URL', '', 'URL'], ['a', 'b', 'c'])).toEqual([
			{ URL: 'a', 'Column 2': 'b', 'URL (column 3)': 'c' },
		]);
	});

	it.each([
		['Expiry', 47_573, '2030-03-31'],
		['Expires', 47_573.75, '2030-03-31 18:00:00'],
		['Expiry', '2030-03-31', '2030-03-31'],
		['Expiry', 30, 30],
		['Price', 47_573, 47_573],
	])('reads %s %o as %o', (heading, cell, expected) => {
		expect(rowsOf(['URL', heading], ['a', cell])[0]?.[heading]).toBe(expected);
	});

	it.each([
		['an empty file', []],
		[
			'headings alone',
			[
				['Long URL', 'Custom Alias'],
				['', ''],
			],
		],
		['a text', [['Dear colleagues'], ['Hello']]],
	])('says so for %s', (_, table) => {
		expect(() => rowsOf(...table)).toThrow('No links were found in the file.');
	});
});

describe('Results', () => {
	const rows = [
		{ URL: 'a', 'Short URL': 'old', Note: '1' },
		{ URL: '', 'Short URL': '', Note: '' },
		{ URL: 'c' },
	];
	const resultsOf = (file: string, ...results: Row[]) => {
		const source = file.startsWith('import') ? 'Map Columns' : 'Rows';
		return run(file, 'Results', results, { [source]: rows })[0] ?? {};
	};
	const unchanged = { action: 'unchanged', shorturl: 's/a' };
	const failed = (error: string, message: string) => ({ action: 'failed', error, message });
	const away = {
		...failed('Nothing answers at links.example.com', 'Check the Link Shortener API credential.'),
		details: { cause: 'temporarily-unavailable' },
	};

	it.each([
		'spreadsheet-to-links.json',
		'preview-changes.json',
		'import-from-another-shortener.json',
	])('of %s keeps rows and columns, and names the row to correct', (file) => {
		const refused = failed(
			'Item 1 asks for the same link with other values',
			'Of several items, one counts. Use an alias, or set Match On to Long URL.',
		);
		const results = resultsOf(file, unchanged, refused);
		expect(results.title).toBe('1 row needs a correction');
		expect(results.message).toMatch(
			/^1 of 2 rows .* 1 unchanged\.\n1 row needs a correction \(row 4\):/,
		);
		expect(results.rows).toEqual([
			{ URL: 'a', 'Short URL': 's/a', Note: '1', Result: 'unchanged', Problem: '' },
			{ URL: '', 'Short URL': '', Note: '', Result: '', Problem: '' },
			{
				URL: 'c',
				'Short URL': '',
				Result: 'failed',
				Problem: 'Row 2 asks for the same link with other values. Of several rows, one counts.',
			},
		]);
		expect(Object.keys((results.rows as Row[])[0] ?? {})).toEqual([
			'URL',
			'Short URL',
			'Note',
			'Result',
			'Problem',
		]);
	});

	it('sends nobody to a service that is away, and leaves the credential to its owner', () => {
		const { title, message } = resultsOf('spreadsheet-to-links.json', unchanged, away);
		expect(title).toBe('Not all links could be made');
		expect(message).toMatch(
			/tell the person who runs this form: Nothing answers at links\.example\.com\./,
		);
		expect(message).not.toMatch(/credential|correction/);
	});

	it('stop a scheduled run of which nothing could be done', () => {
		const file = 'bulk-create-from-csv.json';
		expect(() => resultsOf(file, away, away)).toThrow('the result file was left as it is');
		expect(resultsOf(file, unchanged, away)).toMatchObject({
			rowsRead: 2,
			unchanged: 1,
			failed: 1,
		});
	});
});
