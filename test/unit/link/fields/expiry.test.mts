import { describe, expect, it } from 'vitest';

import { UserFacingError } from '../../../../nodes/LinkShortener/shared/userFacingError';
import { readDateOrder, readExpiry } from '../../../../nodes/LinkShortener/link/fields/expiry';
import { parametersOf } from '../../../../nodes/LinkShortener/shared/n8n/parameters';
import { momentToWallClock } from '../../../../nodes/LinkShortener/shared/values/dates';
import { refuses } from '../../refusals.mts';

const NOW = Date.UTC(2026, 0, 5, 9, 0, 0);
const BERLIN = 'Europe/Berlin';

function toExpiry(...given: Parameters<typeof readExpiry>): string {
	const { wallClock, past } = readExpiry(...given);
	if (past !== undefined) throw past;
	return wallClock;
}

/** What Luxon's DateTime is known by, whichever copy of Luxon made it. */
const luxon = (epochMs: number) => ({ toMillis: () => epochMs, toJSON: () => 'unused' });

it.each([
	['2027-03-31', '2027-03-31 00:00:00'],
	['2027-03-31 18:00', '2027-03-31 18:00:00'],
	['2027-03-31T18:00', '2027-03-31 18:00:00'],
	['2027-03-31 18:00:30', '2027-03-31 18:00:30'],
	['2027-03-31T18:00:30.123', '2027-03-31 18:00:30'],
	['  2027-03-31 18:00:00 ', '2027-03-31 18:00:00'],
	['2030/12/31', '2030-12-31 00:00:00'],
	['2030.12.31', '2030-12-31 00:00:00'],
	['20301231T180000', '2030-12-31 18:00:00'],
	['2030/1/5 9:05', '2030-01-05 09:05:00'],
	['2030-1-5', '2030-01-05 00:00:00'],
	['2030-03-31 9:00:00', '2030-03-31 09:00:00'],
	['2028-02-29 00:00:00', '2028-02-29 00:00:00'],
	['2027-03-31 6:30 PM', '2027-03-31 18:30:00'],
	['1.2.2030, 9:05:30', '2030-02-01 09:05:30'],
	['12/24/2030 6:30 PM', '2030-12-24 18:30:00'],
	['12/24/2030, 6:30:15\u202Fpm', '2030-12-24 18:30:15'],
	['12/24/2030 6:30 a.m.', '2030-12-24 06:30:00'],
	['12/24/2030 12:00 AM', '2030-12-24 00:00:00'],
	['12/24/2030 12:30PM', '2030-12-24 12:30:00'],
	// In Berlin this hour does not exist; what it means is the service's business.
	['2027-03-28 02:30:00', '2027-03-28 02:30:00'],
])('a value without a zone is taken as it stands: %s is %s', (value, expiry) => {
	for (const zone of [BERLIN, 'UTC', 'America/New_York', 'Asia/Kolkata'])
		expect(toExpiry(value, zone, NOW)).toBe(expiry);
});

describe('a moment becomes the wall clock of the zone', () => {
	const moment = Date.UTC(2027, 2, 31, 16, 0, 0);

	it.each<[name: string, value: unknown]>([
		['ISO with Z', '2027-03-31T16:00:00Z'],
		['ISO without seconds', '2027-03-31T16:00Z'],
		['ISO in lower case', '2027-03-31T16:00:00z'],
		['ISO with a fraction', '2027-03-31T16:00:00.000Z'],
		['ISO with an offset', '2027-03-31T18:00:00+02:00'],
		['ISO with a short offset', '2027-03-31T18:00:00+0200'],
		['ISO with a negative offset', '2027-03-31T12:00:00-04:00'],
		['ISO with a blank', '2027-03-31 18:00:00 +02:00'],
		['a JavaScript date', new Date(moment)],
		['a Luxon date', luxon(moment)],
		['epoch seconds', moment / 1000],
		['epoch seconds as text', String(moment / 1000)],
		['epoch milliseconds', moment],
		['epoch milliseconds as text', String(moment)],
	])('%s', (_, value) => {
		expect(toExpiry(value, BERLIN, NOW)).toBe('2027-03-31 18:00:00');
		expect(toExpiry(value, 'UTC', NOW)).toBe('2027-03-31 16:00:00');
		expect(toExpiry(value, 'America/New_York', NOW)).toBe('2027-03-31 12:00:00');
		expect(toExpiry(value, 'Asia/Kolkata', NOW)).toBe('2027-03-31 21:30:00');
	});

	it.each([
		['before the clocks go forward', '2027-03-28T00:59:59Z', '2027-03-28 01:59:59'],
		['after the clocks went forward', '2027-03-28T01:00:00Z', '2027-03-28 03:00:00'],
		['in the hour that comes first', '2026-10-25T00:30:00Z', '2026-10-25 02:30:00'],
		['in the hour that comes again', '2026-10-25T01:30:00Z', '2026-10-25 02:30:00'],
		['at midnight', '2026-07-01T22:00:00Z', '2026-07-02 00:00:00'],
		['at the turn of the year', '2026-12-31T23:00:00Z', '2027-01-01 00:00:00'],
	])('%s', (_, value, expiry) => {
		expect(toExpiry(value, BERLIN, NOW)).toBe(expiry);
	});
});

it.each<[value: unknown, expiry: string]>([
	[46477, '2027-03-31 00:00:00'],
	['46477', '2027-03-31 00:00:00'],
	[46477.75, '2027-03-31 18:00:00'],
	['46477.75', '2027-03-31 18:00:00'],
	[46477.70833, '2027-03-31 17:00:00'],
	[46477.999999, '2027-04-01 00:00:00'],
	[80_000, '2119-01-11 00:00:00'],
])("a spreadsheet's number is a date without a zone: %j is %s", (value, expiry) => {
	expect(toExpiry(value, BERLIN, NOW)).toBe(expiry);
	expect(toExpiry(value, 'UTC', NOW)).toBe(expiry);
});

describe('the past', () => {
	it.each<[value: unknown, wallClock: string]>([
		['2026-01-05 09:59:59', '2026-01-05 09:59:59'],
		['2026-01-05 10:00:00', '2026-01-05 10:00:00'],
		['2026-01-05', '2026-01-05 00:00:00'],
		['2026-01-05T08:59:59Z', '2026-01-05 09:59:59'],
		[new Date(NOW), '2026-01-05 10:00:00'],
		[20_000, '1954-10-03 00:00:00'],
		[1e9, '2001-09-09 03:46:40'],
	])('%j is refused', (value, wallClock) => {
		refuses(
			() => toExpiry(value, BERLIN, NOW),
			`" is in the past (${wallClock} in the time zone Europe/Berlin)`,
		);
	});

	it('ends now', () => {
		expect(toExpiry('2026-01-05 10:00:01', BERLIN, NOW)).toBe('2026-01-05 10:00:01');
		expect(toExpiry(NOW + 1_000, BERLIN, NOW)).toBe('2026-01-05 10:00:01');
	});
});

it.each<unknown>([
	'soon',
	'31.02.2030',
	'12.31.2030',
	'13/13/2030',
	'31/12-2030',
	'12/31/2030 24:00',
	'12/31/2030 13:00 PM',
	'12/31/2030 0:30 am',
	'2030/12-31',
	'2030-12',
	'2027-02-29',
	'2027-02-31',
	'2027-02-31T18:00:00Z',
	'2027-13-01',
	'2027-03-31 24:00:00',
	'2027-03-31 18:60:00',
	'2027-03-31T25:00:00Z',
	'2027-03-31 6 pm',
	'2027-03-31 18:00:00 CET',
	'20270331',
	2027,
	19_999,
	80_001,
	1e13,
	-46477,
	true,
	{},
	['2027-03-31'],
	new Date(NaN),
	luxon(NaN),
	NaN,
])('%j is refused as no date', (value) => {
	expect(() => toExpiry(value, BERLIN, NOW)).toThrow(/^Expiry ".*" is not a recognized date$/);
});

it('a date that may be read in two orders is refused in the words of the column', () => {
	expect(() => toExpiry('05/06/2030', BERLIN, NOW, { field: 'Expires' })).toThrow(
		'Expires "05/06/2030" may be 2030-06-05 or 2030-05-06',
	);
});

describe('the zone', () => {
	it('must exist', () => {
		expect(() => toExpiry('2027-03-31T16:00:00Z', 'Mars/Olympus', NOW)).toThrow(
			'Expiry Time Zone "Mars/Olympus" is not a time zone',
		);
		expect(() => toExpiry('2027-03-31', 'Mars/Olympus', NOW)).toThrow(UserFacingError);
	});

	it.each([
		['UTC', '2026-01-05 09:00:00'],
		['America/St_Johns', '2026-01-05 05:30:00'],
		['Pacific/Kiritimati', '2026-01-05 23:00:00'],
		['Etc/GMT+12', '2026-01-04 21:00:00'],
	])('%s shows %s', (zone, wallClock) => {
		expect(momentToWallClock(NOW, zone)).toBe(wallClock);
	});
});

it.each([
	['dayFirst', 'dayFirst'],
	['MONTHFIRST', 'monthFirst'],
	[' dayfirst ', 'dayFirst'],
	['', undefined],
	[undefined, undefined],
	[null, undefined],
])('the option for the order of day and month: %j is %j', (dateOrder, order) => {
	const parameters = parametersOf((name) => (name === 'options' ? { dateOrder } : undefined));
	expect(readDateOrder(parameters)).toBe(order);
});
