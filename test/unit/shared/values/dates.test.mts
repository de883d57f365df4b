import { describe, expect, it } from 'vitest';

import {
	readWallClock,
	yearFirst,
	type OrderChosen,
} from '../../../../nodes/LinkShortener/shared/values/dates';
import { UserFacingError } from '../../../../nodes/LinkShortener/shared/userFacingError';

const WAY_OUT =
	'Set Options → Date Order to the order of your dates, or enter a value such as 2030-12-31.';

function read(text: string, order: OrderChosen = {}): string {
	return yearFirst(text, 'Expires', order);
}

function refusalOf(text: string, order: OrderChosen = {}) {
	try {
		return read(text, order);
	} catch (error) {
		if (error instanceof UserFacingError) return error.explanation;
		throw error;
	}
}

describe('a date with its year behind', () => {
	it.each<[text: string, order: OrderChosen, date: string]>([
		['24/12/2026', {}, '2026-12-24'],
		['12-24-2026', {}, '2026-12-24'],
		['31.12.2026', {}, '2026-12-31'],
		['5.6.2026', {}, '2026-06-05'],
		['31. 12. 2026', {}, '2026-12-31'],
		['31.12.2026.', {}, '2026-12-31'],
		['05/05/2026', {}, '2026-05-05'],
		['05/05/2026', { chosen: 'monthFirst' }, '2026-05-05'],
		['05/06/2026', { chosen: 'dayFirst' }, '2026-06-05'],
		['5-6-2026', { chosen: 'monthFirst' }, '2026-05-06'],
		['24/12/2026', { chosen: 'dayFirst' }, '2026-12-24'],
		['12-24-2026', { chosen: 'monthFirst' }, '2026-12-24'],
		['05.06.2026', { chosen: 'monthFirst' }, '2026-06-05'],
		['31.12.2026 18:00', {}, '2026-12-31 18:00'],
		['12/24/2026, 6:30 PM', {}, '2026-12-24, 6:30 PM'],
		['24/12/2026T18:00', {}, '2026-12-24T18:00'],
	])('%s with %j is %s', (text, order, date) => {
		expect(read(text, order)).toBe(date);
	});

	it.each<[text: string, order: OrderChosen, message: string]>([
		['05/06/2026', {}, 'Expires "05/06/2026" may be 2026-06-05 or 2026-05-06'],
		['5-6-2026 9:00', {}, 'Expires "5-6-2026 9:00" may be 2026-06-05 or 2026-05-06'],
		[
			'12/24/2026',
			{ chosen: 'dayFirst' },
			'Expires "12/24/2026" is month first, but Options → Date Order is Day First',
		],
		[
			'24-12-2026',
			{ chosen: 'monthFirst' },
			'Expires "24-12-2026" is day first, but Options → Date Order is Month First',
		],
	])('%s with %j is refused', (text, order, message) => {
		expect(refusalOf(text, order)).toMatchObject({ message, remedy: WAY_OUT });
	});

	it('names no option where the form offers none', () => {
		const refusal = refusalOf('05/06/2030', { isOffered: false });
		expect(refusal).toMatchObject({ remedy: 'Enter a value such as 2030-12-31.' });
	});

	it.each(['24/12/26', '5.6.30', '05-06-30', '30-12-31', '31.12.26 18:00'])(
		'%s is refused for its short year',
		(text) => {
			expect(refusalOf(text, { chosen: 'dayFirst' })).toMatchObject({
				message: `Expires "${text}" has a two-digit year`,
				remedy: 'Enter a four-digit year, such as 2030-12-31.',
			});
		},
	);

	it.each(['soon', '2030-12-31', '12.31.2030', '32/01/2030', '13/13/2030', '0/5/2030', '1/2/203'])(
		'%s is none',
		(text) => {
			expect(refusalOf(text)).toBe(text);
		},
	);
});

it.each([
	['31-Dec-2030', '2030-12-31 00:00:00'],
	['1 jan 2030', '2030-01-01 00:00:00'],
	['31 December 2030', '2030-12-31 00:00:00'],
	['31. Dec. 2030', '2030-12-31 00:00:00'],
	['3rd March 2030 18:00', '2030-03-03 18:00:00'],
	['Dec 31, 2030', '2030-12-31 00:00:00'],
	['Sept. 1 2030', '2030-09-01 00:00:00'],
	['December 31st, 2030, 6:30 pm', '2030-12-31 18:30:00'],
	['2030-Dec-31', '2030-12-31 00:00:00'],
	['2030 May 5', '2030-05-05 00:00:00'],
	['20301231T100000Z', '2030-12-31 10:00:00'],
	['20301231T1000+0200', '2030-12-31 08:00:00'],
	// PostgreSQL's own text.
	['2030-12-31 10:00:00+02', '2030-12-31 08:00:00'],
	...['31 Dec', 'Dec 2030', '31-Dec-30', '31 Dez 2030', 'Maybe 5, 2030', '12/31/2030', ''].map(
		none,
	),
	...['203012', '2030123', '20301231', '99991231T100000Z', 'by Dec 31, 2030'].map(none),
])('%j is %s', (text, wallClock) => {
	expect(readWallClock(text, 'UTC')).toBe(wallClock);
});

function none(text: string): [text: string, wallClock: undefined] {
	return [text, undefined];
}
