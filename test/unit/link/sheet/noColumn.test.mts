import { expect, it } from 'vitest';

import { noColumn } from '../../../../nodes/LinkShortener/link/sheet/nothingNamed';

const PAGE = 'https://example.com/page';

it.each<[row: Record<string, unknown>, remedy: string]>([
	[
		{ Logo: `${PAGE}.png`, Seite: PAGE, Owner: 'me' },
		'Drag the column "Seite" into Long URL. Columns found: "Logo", "Seite", "Owner".',
	],
	[{ Image: PAGE }, 'Drag the column "Image" into Long URL. Columns found: "Image".'],
	[
		{ Seite: 'soon' },
		'Drag the column with the addresses of your pages into Long URL, or enter one address there for all rows. Columns found: "Seite".',
	],
	...[{ urls: [PAGE, PAGE] }, { urls: { page: PAGE } }].map((row): [typeof row, string] => [
		row,
		'The column "urls" has a list or an object: take it apart with a Split Out or Edit Fields node first. Columns found: "urls".',
	]),
])('of %j no column matches Long URL', (row, remedy) => {
	expect(noColumn(row, Object.keys(row)).explanation).toMatchObject({
		...{ message: 'No column matches Long URL', remedy, endsRun: true },
	});
});

it('a heading that is an address shows that the file has no headings', () => {
	const { explanation } = noColumn({ [PAGE]: PAGE, summer: 'b' }, [PAGE, 'summer']);
	expect(explanation).toMatchObject({
		message: `The file has no headings: its first line, such as ${PAGE}, was taken for them`,
		endsRun: true,
	});
	expect(explanation.remedy).toContain('{{ $json.row[0] }}');
});
