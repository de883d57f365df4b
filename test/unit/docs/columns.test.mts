import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { COLUMN_FIELDS } from '../../../nodes/LinkShortener/link/fields/formFields';

const PAGE = new URL('../../../docs/links-from-a-sheet.md', import.meta.url);

const isUtm = (field: string) => field.startsWith('utm_');

/** The rows of the table: the title of a field, and the other names of its column. */
function tableOf(): string {
	const rows = COLUMN_FIELDS.filter(({ name }) => !isUtm(name)).map(
		({ name, displayName, columnNames = [], isNamedByTitle = false }) => {
			const own = isNamedByTitle || name === displayName.toLowerCase() ? [] : [`\`${name}\``];
			return `| ${displayName} | ${[...own, ...columnNames].join(', ')} |`;
		},
	);
	const utm = COLUMN_FIELDS.filter(({ name }) => isUtm(name));
	const titles = utm.map(({ displayName }) => displayName).join(', ');
	const names = utm.map(({ name }) => `\`${name}\``).join(', ');
	return ['| Column | Other names |', '| --- | --- |', ...rows, `| ${titles} | ${names} |`].join(
		'\n',
	);
}

// Written by `npx vitest run -u test/unit/docs`.
it('docs/links-from-a-sheet.md names every column', async () => {
	const page = readFileSync(PAGE, 'utf8');
	const start = page.indexOf('\n| Column |') + 1;
	expect(start).toBeGreaterThan(0);
	const made = page.slice(0, start) + tableOf() + page.slice(page.indexOf('\n\n', start));
	await expect(made).toMatchFileSnapshot(PAGE.pathname);
});

// Things are looked up in the table; the rest is read.
it.each([
	['how-to', /^(.*?)\n## Columns/s],
	['reference', /(\n## Columns.*)$/s],
])('the %s of docs/links-from-a-sheet.md has at most 700 words', (_, part) => {
	const [, text = ''] = part.exec(readFileSync(PAGE, 'utf8')) ?? [];
	// Without pictures, and without the table of headings.
	const words =
		text.replace(/<[^>]*>|^\| (?!`).*$/gm, '').match(/[^\s|]*[\p{L}\p{N}][^\s|]*/gu) ?? [];
	expect(words.length).toBeGreaterThan(100);
	expect(words.length).toBeLessThanOrEqual(700);
});
