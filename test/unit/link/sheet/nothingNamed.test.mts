import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { nothingFor } from '../../../../nodes/LinkShortener/link/sheet/nothingNamed';
import { parametersOf } from '../../../../nodes/LinkShortener/shared/n8n/parameters';

const PAGE = 'https://example.com/page';

const saidOf = (json: IDataObject, dataToSend = 'autoMapInputData') =>
	nothingFor({
		parameters: parametersOf((name) => (name === 'dataToSend' ? dataToSend : undefined)),
		item: { json },
		sheet: { columns: Object.keys(json), columnsOf: new Map(), plan: [], rowNumbers: undefined },
	}).explanation;

it.each<[row: IDataObject, remedy: string]>([
	[
		{ Logo: `${PAGE}.png`, Seite: PAGE, Owner: 'me' },
		'Drag the column "Seite" into Long URL, or name it Long URL. Columns found: "Logo", "Seite", "Owner".',
	],
	// A picture is no page.
	[
		{ Handle: 'mug', 'Image Src': PAGE },
		'Drag the column with your pages into Long URL, or name it Long URL. Columns found: "Handle", "Image Src".',
	],
	// A list or an object only if it has an address.
	[
		{ Tags: ['a', 'b'], Site: PAGE },
		'Drag the column "Site" into Long URL, or name it Long URL. Columns found: "Tags", "Site".',
	],
	[
		{ Tags: ['a', 'b'], Site: { url: PAGE } },
		'Drag the column "Site" into Long URL, or name it Long URL. Columns found: "Tags", "Site".',
	],
	[{ Seite: 'soon' }, 'Drag the column with your pages into Long URL, or name it Long URL. Columns found: "Seite".'],
])('of %j no column matches Long URL', (row, remedy) => {
	expect(saidOf(row)).toMatchObject({
		...{ message: 'No column matches Long URL', remedy, endsRun: true },
	});
});

it('a form without a value names the mode that takes the columns', () => {
	expect(saidOf({ Site: PAGE }, 'defineBelow')).toMatchObject({
		message: 'No field is filled in',
		remedy:
			'Drag the column "Site" into Long URL, or set Mapping Column Mode to Map Automatically for a column named Long URL. Columns found: "Site".',
	});
});

it('a heading that is an address shows that the file has no headings', () => {
	const { message, remedy, endsRun } = saidOf({ [PAGE]: PAGE, summer: 'b' });
	expect(message).toBe(
		`The file has no headings: its first line, such as ${PAGE}, was taken for them`,
	);
	expect(remedy).toContain('{{ $json.row[0] }}');
	expect(endsRun).toBe(true);
});
