import { expect, it } from 'vitest';

import { yearInFront } from '../../../../nodes/LinkShortener/shared/values/dateText';

it.each([
	['31-Dec-2030', '2030-12-31'],
	['1 jan 2030', '2030-01-01'],
	['31 December 2030', '2030-12-31'],
	['31. Dec. 2030', '2030-12-31'],
	['3rd March 2030 18:00', '2030-03-03 18:00'],
	['Dec 31, 2030', '2030-12-31'],
	['Sept. 1 2030', '2030-09-01'],
	['December 31st, 2030, 6:30 pm', '2030-12-31, 6:30 pm'],
	['2030-Dec-31', '2030-12-31'],
	['2030 May 5', '2030-05-05'],
	['20301231T100000Z', '2030-12-31T10:00:00Z'],
	['20301231T1000+0200', '2030-12-31T10:00:00+0200'],
])('%s is %s', (text, date) => {
	expect(yearInFront(text)).toBe(date);
});

it.each([
	...[
		'31 Dec',
		'Dec 2030',
		'31-Dec-30',
		'31 Dez 2030',
		'Maybe 5, 2030',
		'12/31/2030',
		'2030-12-31',
	],
	...['203012', '2030123', '20301231', '99991231T100000Z', 'by Dec 31, 2030', ''],
])('%j stays as it is', (text) => {
	expect(yearInFront(text)).toBe(text);
});
