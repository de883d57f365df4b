import { expect, it } from 'vitest';

import {
	almostAliases,
	almostProblems,
} from '../../../../../nodes/LinkShortener/resources/link/columns/almost';

const problemOf = (column: string, cell: unknown) =>
	almostProblems({ [column]: cell }, [column], () => false)[0]?.message;

it.each([
	...['Link Password', 'link_password', 'linkPassword', 'Password (guests)', 'Password for Ann'],
	...['Passwort', 'Access Kennwort', 'Mot de passe', 'Password 2 password'],
])('%s with a text may be a password', (column) => {
	const message = problemOf(column, 'open-sesame') ?? '';
	expect(message).toMatch(/ has a password, but is not used$/);
	expect(message).not.toContain('open-sesame');
});

it.each<[column: string, cell: unknown]>([
	['Link Password', 'yes'],
	['Link Password', 'FALSE'],
	['Link Password', true],
	['Link Password', ''],
	['Link Password', 'NULL'],
	['Password hint', 'my dog'],
	['Password owner', 'Ann'],
	['Password changed', '2040-12-31'],
	['hasPassword', 'some'],
	['passwordContact', 'x'],
	['Passport', 'x'],
])('%s with %j is none', (column, cell) => {
	expect(problemOf(column, cell)).toBeUndefined();
});

it.each<[column: string, cell: unknown]>([
	['Link expiry', '2040-12-31'],
	['Expiry of the link', '31.12.2040'],
	['expiryDay', '12/31/40'],
	['Offer valid until', '2040-12-31T10:00:00Z'],
	['Link expires', { start: '2040-12-31', end: null }],
	['Ablaufdatum', 47_848],
])('%s with %j may be an expiry', (column, cell) => {
	expect(problemOf(column, cell)).toMatch(/ has a date, but is not used$/);
});

it.each<[column: string, cell: unknown]>([
	['Expired', 'no'],
	['expiredURL', 'https://example.com/gone'],
	['Expires in (days)', '30'],
	['Link expiry', 'never'],
	['Published', '2040-12-31'],
	['expire_at_datetime', '2040-12-31'],
])('%s with %j is none', (column, cell) => {
	expect(problemOf(column, cell)).toBeUndefined();
});

it('a column of a field of which another one counts is none', () => {
	const row = { 'Expires At': '2040-12-31' };
	expect(almostProblems(row, Object.keys(row), () => true)).toEqual([]);
});

it('names columns that a person may take for aliases', () => {
	const row = {
		...{ 'Link Slug': 'a', url_alias: 'b', 'Alias (print)': 'c', Aliases: 'd' },
		...{ 'Vanity slug': '', Slugger: 'e', Alias: 'f', 'Old slug': 'NULL' },
	};
	expect(almostAliases(row, Object.keys(row))).toEqual([
		...['Link Slug', 'url_alias', 'Alias (print)', 'Aliases'],
	]);
});
