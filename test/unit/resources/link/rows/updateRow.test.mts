import { describe, expect, it } from 'vitest';

import {
	changesOfRow,
	linkOfRow,
	type RowLink,
	untouched,
} from '../../../../../nodes/LinkShortener/resources/link/rows/updateRow';

type Row = Record<string, unknown>;

const SHORT = 'https://go.example.com/summer';
const OTHER = 'https://go.example.com/winter';

/** The link of a row that has no column for it. */
const BY_SHORT_URL: RowLink = { locator: { mode: 'shortUrl', value: SHORT }, columns: [] };

describe('linkOfRow', () => {
	it.each<{
		what: string;
		row: Row;
		match?: string;
		ignored?: string[];
		by: string;
		shorturl?: string;
	}>([
		{ what: 'by its short URL', row: { shorturl: SHORT }, by: SHORT },
		{
			what: 'in any spelling',
			row: { '\uFEFFShort URL': ` ${SHORT} ` },
			by: SHORT,
		},
		{
			what: 'without its scheme',
			row: { short_url: 'go.example.com/summer' },
			by: 'go.example.com/summer',
		},
		{
			what: 'never by an id unasked',
			row: { id: 7, shorturl: SHORT },
			by: SHORT,
		},
		{
			what: 'by an id that was asked for',
			row: { id: 7 },
			match: 'id',
			by: '7',
		},
		{
			what: 'by an id and a short URL',
			row: { ID: '7', 'Short URL': SHORT },
			match: 'id',
			by: '7',
			shorturl: SHORT,
		},
		{
			what: 'by an id and an empty short URL',
			row: { id: 7, shorturl: '' },
			match: 'id',
			by: '7',
		},
		{
			what: 'by an id and a short URL that is ignored',
			row: { id: 7, shorturl: SHORT },
			match: 'id',
			ignored: ['Short URL'],
			by: '7',
		},
		{
			what: 'by a column that was named in another spelling',
			row: { 'Link ID': 7 },
			match: 'link_id',
			by: '7',
		},
		{
			what: 'by a short URL in a column of another name',
			row: { Link: SHORT },
			match: 'Link',
			by: SHORT,
		},
		{
			what: 'by Short Link where there is no other short URL',
			row: { 'Short Link': SHORT, Link: 'https://example.com' },
			by: SHORT,
		},
		{
			what: 'by its short URL rather than by Short Link',
			row: { 'Short Link': OTHER, 'Short URL': SHORT },
			by: SHORT,
		},
		{
			what: 'by an id whatever Short Link says',
			row: { id: 7, 'Short Link': OTHER },
			match: 'id',
			by: '7',
		},
		{
			what: 'twice by the same short URL',
			row: { Link: 'HTTP://GO.example.com/summer', shorturl: SHORT },
			match: 'Link',
			by: 'HTTP://GO.example.com/summer',
			shorturl: SHORT,
		},
		{
			what: 'by two short URLs, which the service tells apart',
			row: { Link: OTHER, shorturl: SHORT },
			match: 'Link',
			by: OTHER,
			shorturl: SHORT,
		},
		{
			what: 'by the cell of the two that is filled',
			row: { shorturl: '', 'Short URL': SHORT },
			by: SHORT,
		},
		{
			what: 'by the column to match on, even where it is ignored',
			row: { shorturl: SHORT },
			ignored: ['shorturl'],
			by: SHORT,
		},
	])('names a link $what', ({ row, match = 'shorturl', ignored = [], by, shorturl }) => {
		const link = linkOfRow(row, match, ignored);
		expect([link.locator.value, link.shorturl]).toEqual([by, shorturl]);
	});

	it.each<{ what: string; row: Row; match?: string; message: string; remedy?: string }>([
		{
			what: 'without the column',
			row: { id: 7, url: 'u' },
			message: 'The item has no column "shorturl", which identifies the link',
			remedy: 'Columns found: id, url.',
		},
		{
			what: 'with nothing in the column',
			row: { '\uFEFFShort URL': '  ' },
			message: 'Column "Short URL" is empty',
			remedy: `Enter a value such as ${SHORT}.`,
		},
		{
			what: 'with an alias in it',
			row: { shorturl: 'summer' },
			message: 'Column "shorturl" "summer" is not a short URL',
		},
		{
			what: 'with digits in it, which may be an alias',
			row: { shorturl: 2031 },
			message: 'Column "shorturl" "2031" is not a short URL',
		},
		{
			what: 'with digits in Short Link, which may be an alias',
			row: { 'Short Link': 2031 },
			message: 'Column "Short Link" "2031" is not a short URL',
		},
		{
			what: 'with a link only in Link, which may be either',
			row: { Link: SHORT },
			message: 'The item has no column "shorturl", which identifies the link',
			remedy: 'Columns found: Link.',
		},
		{
			what: 'by where it leads',
			row: { 'Landing Page': 'https://example.com' },
			match: 'Landing Page',
			message: 'Column to Match On "Landing Page" is Long URL, which more than one link may have',
		},
		{
			what: 'with neither in another column',
			row: { Link: 'summer' },
			match: 'Link',
			message: 'Column "Link" "summer" is neither a short URL nor an ID',
		},
		{
			what: 'with an id there cannot be',
			row: { id: '0' },
			match: 'id',
			message: 'Column "id" "0" is not an ID: it must be a positive whole number',
		},
		{
			what: 'with no short URL besides',
			row: { id: 7, shorturl: 'summer' },
			match: 'id',
			message: 'Column "shorturl" "summer" is not a short URL',
		},
		{
			what: 'by what many links have',
			row: { 'Campaign ID': 7 },
			match: 'Campaign ID',
			message: 'Column to Match On "Campaign ID" is Campaign, which more than one link may have',
			remedy: 'Enter a value such as shorturl, or use Create or Update',
		},
		{
			what: 'by an alias',
			row: { alias: 2031 },
			match: 'alias',
			message: 'Column to Match On "alias" is Custom Alias, which more than one link may have',
		},
	])('refuses a row $what', ({ row, match = 'shorturl', message, remedy = '' }) => {
		expect(() => linkOfRow(row, match, [])).toThrow(
			expect.objectContaining({
				explanation: expect.objectContaining({
					message,
					remedy: expect.stringContaining(remedy) as unknown,
				}) as unknown,
			}) as Error,
		);
	});
});

/** A row of Get Many, from an install that tells more than the description. */
const LISTED = {
	id: 7,
	alias: 'summer',
	shorturl: SHORT,
	longurl: 'https://example.com',
	clicks: 3,
	title: 'Summer',
	description: 'A note',
	date: '2026-01-01 10:00:00',
	uniqueclicks: 2,
	domain: 'https://go.example.com',
	campaign: 11,
	channel: null,
};

describe('changesOfRow', () => {
	it.each<{
		what: string;
		row: Row;
		match?: string;
		ignored?: string[];
		values?: Row;
		columns?: { used?: string[]; ignored?: string[] };
	}>([
		{
			what: 'fields by name',
			row: { 'Short URL': SHORT, 'Long URL': 'u', custom: 'c', Expires: '', Owner: 'me' },
			values: { url: 'u', custom: 'c' },
			columns: { used: ['Short URL', 'Long URL', 'custom'], ignored: ['Owner'] },
		},
		{
			what: 'a row of a listing',
			row: LISTED,
			values: { url: 'https://example.com', description: 'A note', campaign: 11 },
			columns: {
				used: ['shorturl', 'longurl', 'description', 'domain', 'campaign'],
				ignored: ['id', 'alias', 'clicks', 'title', 'date', 'uniqueclicks'],
			},
		},
		{
			what: 'a new long URL beside the one of a listing',
			row: { shorturl: SHORT, longurl: 'old', url: 'new' },
			values: { url: 'new' },
			columns: { used: ['shorturl', 'url'], ignored: ['longurl'] },
		},
		{
			what: 'no alias that the link has already',
			row: { custom: 'summer' },
			columns: { used: ['custom'] },
		},
		{
			what: 'an alias in another case',
			row: { custom: 'Summer' },
			values: { custom: 'Summer' },
			columns: { used: ['custom'] },
		},
		{
			what: 'a domain of a link named by its id',
			row: { id: 7, domain: 'https://go.example.com' },
			match: 'id',
			values: { domain: 'https://go.example.com' },
			columns: { used: ['id', 'domain'] },
		},
		{
			what: 'nothing of what a channel says its items are',
			row: { type: 'links', title: 'Summer', link: SHORT },
			match: 'link',
			columns: { used: ['link'], ignored: ['title'] },
		},
		{
			what: 'no column that is ignored',
			row: { shorturl: SHORT, longurl: 'old', Owner: 'me' },
			ignored: ['Long URL', 'owner'],
			columns: { used: ['shorturl'] },
		},
		{
			what: 'no long URL from Link, which may be the short one',
			row: { shorturl: SHORT, Link: 'https://example.com' },
			columns: { used: ['shorturl'], ignored: ['Link'] },
		},
		{
			what: 'an alias by none of its other names',
			row: { shorturl: SHORT, Slug: 'a', 'Back-half': 'b', 'Short code': 'c' },
			columns: { used: ['shorturl'], ignored: ['Slug', 'Back-half', 'Short code'] },
		},
		{
			what: 'both columns that name the link as used',
			row: { id: 7, 'Short URL': SHORT, url: 'u' },
			match: 'id',
			values: { url: 'u' },
			columns: { used: ['id', 'Short URL', 'url'] },
		},
		{
			what: 'Short Link as no field beside another short URL',
			row: { shorturl: SHORT, 'Short Link': 'any', url: 'u' },
			values: { url: 'u' },
			columns: { used: ['shorturl', 'url'], ignored: ['Short Link'] },
		},
	])('takes $what', ({ row, match = 'shorturl', ignored = [], values = {}, columns }) => {
		const isNamed = [match, 'shorturl', 'Short URL'].some((column) => column in row);
		const link = isNamed ? linkOfRow(row, match, ignored) : BY_SHORT_URL;
		const changes = changesOfRow(row, link, ignored);
		const { used, ignored: leftOut } = changes;
		expect(changes.values).toEqual(values);
		expect({ used, ignored: leftOut }).toEqual({ used: [], ignored: [], ...columns });
	});
});

describe('untouched', () => {
	it.each<[row: Row, match: string, comesOut: object | undefined]>([
		[{ shorturl: SHORT, url: '' }, 'shorturl', { updated: false, shorturl: SHORT }],
		[{ shorturl: SHORT.slice(8), Note: '' }, 'shorturl', { updated: false, shorturl: SHORT }],
		[{ id: '7', campaign: 0 }, 'id', { updated: false, id: 7 }],
		[{ id: 7, shorturl: SHORT, url: '' }, 'id', { updated: false, id: 7, shorturl: SHORT }],
		[{ shorturl: SHORT, Owner: 'A' }, 'shorturl', undefined],
		[{ id: 7, shorturl: SHORT }, 'id', undefined],
		[{ shorturl: SHORT, description: '' }, 'shorturl', undefined],
	])('comes out of %j, whose link is named by %s: %j', (row, match, comesOut) => {
		const ignored = row.description === undefined ? [] : ['Description'];
		expect(untouched(row, linkOfRow(row, match, ignored), ignored)).toEqual(comesOut);
	});
});
