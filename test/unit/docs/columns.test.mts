import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import type { Column } from '../../../nodes/LinkShortener/resources/link/columns/columns';
import { EXPORTS } from '../../../nodes/LinkShortener/resources/link/columns/exports';
import { LINK_COLUMNS } from '../../../nodes/LinkShortener/resources/link/rows/linkBody';

const PAGE = new URL('../../../docs/links-from-a-sheet.md', import.meta.url);

/** The five UTM parameters share a row. */
const isUtm = ({ name }: Column) => name.startsWith('utm_');

/** The names of a field's column, each once: the API's own first. */
function namesOf({ name, displayName, columnNames = [] }: Column): string {
	const others = [displayName, ...columnNames].filter((one) => one.toLowerCase() !== name);
	return [`\`${name}\``, ...others].join(', ');
}

/** The rows of the table, with the texts that the page has about their cells. */
function tableOf(page: string): string {
	const rows = page.split('\n').filter((line) => line.startsWith('| `'));
	const textOf = (name: string) =>
		rows.find((row) => row.startsWith(`| \`${name}\``))?.replace(/^\|[^|]*\| (.*) \|$/, '$1') ?? '';
	const utm = LINK_COLUMNS.filter(isUtm).map(({ name }) => `\`${name}\``);
	const names = [
		...LINK_COLUMNS.filter((column) => !isUtm(column)).map((column) => [
			column.name,
			namesOf(column),
		]),
		['utm_source', utm.join(', ')],
	];
	return [
		'| Column | Cell |',
		'| --- | --- |',
		...names.map(([name = '', all = '']) => `| ${all} | ${textOf(name)} |`),
	].join('\n');
}

const either = new Intl.ListFormat('en', { type: 'disjunction' });

function vagueNames(): string {
	const fields = LINK_COLUMNS.filter(({ vagueColumnNames = [] }) => vagueColumnNames.length > 0);
	const named = fields.map(
		({ displayName, vagueColumnNames = [] }) =>
			`**${displayName}** may also be called ${either.format(vagueColumnNames)}`,
	);
	return `If no column has one of these names, ${named.join('; ')}.`;
}

function exportsTable(): string {
	const code = (heading: string) => (heading === '' ? '' : `\`${heading}\``);
	const rows = Object.entries(EXPORTS).map(
		([service, { page, alias, expiry = '' }]) =>
			`| ${service} | ${code(page)} | ${code(alias)} | ${code(expiry)} |`,
	);
	return ['| Export | Long URL | Custom Alias | Expiry |', '| --- | --- | --- | --- |', ...rows].join(
		'\n',
	);
}

/** The part of a page from a line that begins so, up to the next blank line, replaced. */
function withPart(page: string, begin: string, part: string): string {
	const start = page.indexOf(`\n${begin}`) + 1;
	const end = page.indexOf('\n\n', start);
	expect(start).toBeGreaterThan(0);
	return page.slice(0, start) + part + page.slice(end);
}

// Written by `npx vitest run -u test/unit/docs`.
it('docs/links-from-a-sheet.md names every column', async () => {
	const page = readFileSync(PAGE, 'utf8');
	const parts: Array<[begin: string, part: string]> = [
		['| Column |', tableOf(page)],
		['If no column has one of these names', vagueNames()],
		['| Export |', exportsTable()],
	];
	const made = parts.reduce((text, [begin, part]) => withPart(text, begin, part), page);
	await expect(made).toMatchFileSnapshot(PAGE.pathname);
});
