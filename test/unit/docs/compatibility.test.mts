import { describe, expect, it } from 'vitest';

import { withRows, type Row } from '../../e2e/suites/versions/table.mts';

const TITLES = ['Install', 'Create'];
const EMPTY = `Before

<!-- Written by \`npm run test:e2e -- versions --write\`. -->
<!-- End of what is written. -->

After`;

function row(n8n: string, change: Partial<Row> = {}): Row {
	return {
		n8n,
		node: '24.1.0',
		passed: { Install: true, Create: true },
		package: '1.0.0',
		date: '2026-01-31',
		...change,
	};
}

function rowsOf(page: string): string[] {
	return page
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.slice(2);
}

describe('the table of versions', () => {
	const page = withRows(EMPTY, [row('2.0.0'), row('1.9.0')], TITLES, ['2.0.0', '1.9.0']);

	it('is written between its marks', () => {
		expect(page).toMatch(/^Before\n[^]*\| n8n \| Node.js \| Install \| Create \|[^]*\nAfter$/);
		expect(rowsOf(page)).toEqual([
			'| 2.0.0 | 24.1.0 | passed | passed | 1.0.0 | 2026-01-31 |',
			'| 1.9.0 | 24.1.0 | passed | passed | 1.0.0 | 2026-01-31 |',
		]);
	});

	it.each<[string, Row[], string[], string[]]>([
		['keeps the row of a version that was not run', [row('2.0.0')], ['2.0.0', '1.9.0'], ['2.0.0', '1.9.0']],
		['drops a version that no lockfile has', [row('2.1.0')], ['2.1.0', '1.9.0'], ['2.1.0', '1.9.0']],
		['has the order of the lockfiles', [row('1.9.0')], ['1.9.0', '2.0.0'], ['1.9.0', '2.0.0']],
	])('%s', (_, rows, locked, shown) => {
		const versions = rowsOf(withRows(page, rows, TITLES, locked)).map((line) => line.split(' ')[1]);
		expect(versions).toEqual(shown);
	});

	it.each([
		['did not hold', { Install: true, Create: false }],
		['was not taken', { Install: true }],
	])('shows a step that %s', (_, passed) => {
		const [line] = rowsOf(withRows(page, [row('2.0.0', { passed })], TITLES, ['2.0.0']));
		expect(line).toBe('| 2.0.0 | 24.1.0 | passed | — | 1.0.0 | 2026-01-31 |');
	});

	it('refuses a page without its marks', () => {
		expect(() => withRows('Before', [row('2.0.0')], TITLES, ['2.0.0'])).toThrow(/no place/);
	});
});
