import { describe, expect, it } from 'vitest';
import { errorOf, rows } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';
import { changesSent, sheetOn } from '../support/sheet.mts';

const STOP = { onError: 'stopWorkflow' } as const;

const SHEET = rows(20).map((row, index) => ({ ...row, 'Custom Alias': `row-${index + 1}` }));

/** Rows 2 to 20 have a bad date, each another one. */
const BAD_DATES = SHEET.map((row, index) =>
	index === 0 ? row : { ...row, Expiry: `week ${index}` },
);

const NO_DATE = 'Rows 2, 3, 4, 5, 6 and 14 more: Expiry "week 1" is not a recognized date';

const ALSO = '; also "week 2", "week 3", "week 4" and 15 more';

const ENTER_A_DATE = /^Enter a value such as 2030-12-31/;

const CONTINUE = 'To send the other rows, set Settings → On Error to Continue.';

const COUNTED = 'Rows are counted from 1, without the header.';

const linesOf = (description: string) => description.split('\n');

describe.each(['create', 'upsert'])('C15: bad rows under Stop, with %s', (operation) => {
	it('are told at once where all have one problem, and nothing is sent', async () => {
		const service = await serviceWith();
		const run = await sheetOn(service, { operation }, STOP).run(BAD_DATES);
		const { message, description } = errorOf(run);

		expect(changesSent(service)).toEqual([]);
		expect(message).toBe(NO_DATE + ALSO);
		expect(linesOf(description)).toEqual([
			expect.stringMatching(ENTER_A_DATE),
			COUNTED,
			`Nothing was sent. ${CONTINUE}`,
		]);
		expect(run.error?.context.data).toMatchObject({
			failed: BAD_DATES.slice(1).map((_, index) => ({
				number: index + 2,
				error: `Expiry "week ${index + 1}" is not a recognized date`,
			})),
		});
	});

	it('are told with all of their problems', async () => {
		const service = await serviceWith();
		const bad = BAD_DATES.map((row, index) =>
			index === 6 ? { ...row, 'Meta Title': '#N/A' } : row,
		);
		const sheet = sheetOn(service, { operation }, STOP);
		const { message, description } = errorOf(await sheet.run(bad));

		expect(changesSent(service)).toEqual([]);
		expect(message).toBe(
			`19 of 20 rows have problems: ${NO_DATE}${ALSO}. Row 7: Meta Title has the formula error "#N/A"`,
		);
		expect(linesOf(description)).toEqual([
			expect.stringMatching(/^Rows 2, 3, 4, 5, 6 and 14 more: Enter a value such as 2030/),
			expect.stringMatching(/^Row 7: /),
			'If one of these columns is about something else, name it under Options → Inputs to Ignore.',
			COUNTED,
			`Nothing was sent. ${CONTINUE}`,
		]);
	});

	it('are not told to send other rows where there are none', async () => {
		const service = await serviceWith();
		const sheet = sheetOn(service, { operation }, STOP);
		const { description } = errorOf(await sheet.run(BAD_DATES.slice(1)));

		expect(linesOf(description)).toEqual([
			expect.stringMatching(ENTER_A_DATE),
			COUNTED,
			'Nothing was sent.',
		]);
	});
});

it('C15: a row under Stop is told by the number that its sheet gives it', async () => {
	const bad = BAD_DATES.slice(0, 2).map((row, index) => ({ ...row, row_number: index + 101 }));
	const { message } = errorOf(await sheetOn(await serviceWith(), {}, STOP).run(bad));

	expect(message).toBe('Row 102: Expiry "week 1" is not a recognized date');
});
