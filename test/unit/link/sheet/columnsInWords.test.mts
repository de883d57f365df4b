import { expect, it } from 'vitest';

import { matchHeadings, titleOf } from '../../../../nodes/LinkShortener/link/sheet/columns';
import { columnsInWords, planInWords } from '../../../../nodes/LinkShortener/link/sheet/linkSheet';
import { UPSERT_COLUMNS } from '../../../../nodes/LinkShortener/link/rows/newLink';
import { headingsOf } from '../../../../nodes/LinkShortener/link/sheet/headings';

const match = (headings: string[], setInForm: string[] = []) =>
	matchHeadings(headingsOf(headings), UPSERT_COLUMNS, new Set(setInForm));

/** What a sheet, its form and its options have. */
interface Told {
	setInForm?: string[];
	taken?: string[];
	unknown?: string[];
}

const inWords = (headings: string[], { setInForm = [], taken = [], unknown = [] }: Told = {}) =>
	columnsInWords(match(headings, setInForm), {
		...{ taken, unknown },
		isOwn: (column) => column === 'Link Error',
		isSet: (field) => setInForm.includes(field),
		titleOf: (field) => titleOf(field, UPSERT_COLUMNS),
	});

const DRAG = 'If one of them is about the links, drag it into its field, such as';

it.each<[headings: string[], told: Told, line?: string]>([
	[['Long URL', 'Campaign'], {}],
	[['Long URL', 'Kurzname'], { taken: ['Kurzname'] }],
	// It is written by a run.
	[['Long URL', 'Link Error'], {}],
	[
		['\uFEFFLong URL', 'Keyword', 'PIN', ''],
		{},
		`Used: Long URL. Not used: Keyword, PIN, a column without a heading. ${DRAG} Custom Alias, Expiry, or Password.`,
	],
	[
		['Owner', 'url', 'Slug', 'Expires'],
		{ taken: ['Seite'] },
		`Used: Seite, url, Slug, Expires. Not used: Owner. ${DRAG} Password.`,
	],
	[
		['url', 'Slug', 'Expires', 'Password', 'Owner'],
		{},
		'Used: url, Slug, Expires, Password. Not used: Owner.',
	],
	[['Owner'], {}, `Not used: Owner. ${DRAG} Long URL, Custom Alias, Expiry, or Password.`],
	[
		['Seite', 'Kurzname', 'Owner'],
		{ taken: ['Seite', 'Kurzname'], setInForm: ['url', 'custom'] },
		`Used: Seite, Kurzname. Not used: Owner. ${DRAG} Expiry or Password.`,
	],
	// What this node returns comes last.
	[
		['id', 'Action', 'Owner'],
		{},
		`Not used: Owner, id, Action. ${DRAG} Long URL, Custom Alias, Expiry, or Password.`,
	],
	[
		['url', 'Status', 'TYPE'],
		{},
		`Used: url. Not used: Status, TYPE. ${DRAG} Custom Alias, Expiry, or Password. The columns of a link are called Redirect Type and Link Status.`,
	],
	[
		['url', 'UTM Source', 'Slug'],
		{ setInForm: ['utm_source', 'custom'] },
		'Used: url. UTM Source: set in the form. Slug: Custom Alias is set in the form.',
	],
	[
		['url'],
		{ unknown: ['Ownr'] },
		'Used: url. Inputs to Ignore lists Ownr, but no column has that name.',
	],
])('the use of the columns %j with %j', (headings, told, line) => {
	expect(inWords(headings, told)).toBe(line);
});

it('names every column', () => {
	const columns = Array.from({ length: 60 }, (_, at) => `Column ${at}`);
	expect(inWords(columns)).toContain(`Not used: ${columns.join(', ')}.`);
});

it.each<[headings: string[], names?: string]>([
	[['Source', 'Campaign', 'UTM Medium']],
	[['Source', 'Medium'], 'Source and Medium'],
	[['Campaign Source', 'Medium', 'Content', 'Owner'], 'Campaign Source, Medium, and Content'],
])('the plan of %j is told', (headings, names) => {
	expect(planInWords(match(headings))).toBe(
		names &&
			`${names} were read as UTM parameters, since Source and Medium are headings. To use them in another way, name them under Options → Inputs to Ignore.`,
	);
});

it('a plan of one column is told as such', () => {
	expect(planInWords(match(['Source', 'Medium'], ['utm_source']))).toMatch(
		/^Medium was read as a UTM parameter, /,
	);
});
