import { describe, expect, it } from 'vitest';
import { errorOf, linesOf, rows, STOP } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';
import { changesSent, sheetOn } from '../support/sheet.mts';

const SHEET = rows(20).map((row, index) => ({ ...row, 'Custom Alias': `row-${index + 1}` }));

/** Rows 2 to 20 have a bad date, each another one. */
const BAD_DATES = SHEET.map((row, index) =>
	index === 0 ? { ...row, Owner: 'Kim' } : { ...row, Expiry: `week ${index}` },
);

const NO_DATE = 'Rows 2 to 20, such as row 2: Expiry "week 1" is not a recognized date';

const ENTER_A_DATE = /^Enter a value such as 2030-12-31/;

const CONTINUE = 'To send the good rows anyway: Settings tab of this node → On Error → Continue.';

const COUNTED = 'Rows are counted from 1, without the header.';

describe.each(['create', 'upsert'])('C15: bad rows under Stop, with %s', (operation) => {
	it('are told at once where all have one problem, and nothing is sent', async () => {
		const service = await serviceWith();
		const run = await sheetOn(service, { operation }, STOP).run(BAD_DATES);
		const { message, description } = errorOf(run);

		expect(changesSent(service)).toEqual([]);
		expect(message).toBe(NO_DATE);
		expect(linesOf(description)).toEqual([
			expect.stringMatching(ENTER_A_DATE),
			'Nothing was sent.',
			CONTINUE,
			COUNTED,
			expect.stringContaining('Not used: Owner.'),
		]);
		expect(run.error?.context.data).toMatchObject({
			failed: BAD_DATES.slice(1).map((_, index) => ({
				number: index + 2,
				error: `Expiry "week ${index + 1}" is not a recognized date`,
			})),
		});
	});
});

describe('C15: what a cell holds is shown as it is under Stop, and is never part of the page', () => {
	const TAG = '<img src=x onerror="alert(1)">';

	it.each([1, 2])('in %i cells, and in a heading', async (count) => {
		const bad = SHEET.slice(0, 2).map((row, index) => ({
			...row,
			[TAG]: 'any',
			...(index < count ? { [['Expiry', 'Redirect Type'][index] ?? '']: TAG } : {}),
		}));
		const run = await sheetOn(await serviceWith(), {}, STOP).run(bad);
		const { message, description } = errorOf(run);

		expect(message).not.toMatch(/[<>]/);
		expect(description).not.toContain('<img');
		expect((message + description).match(/(‹|&lt;)img src=x/g)).toHaveLength(count + 1);
	});

	it('in the words of the service, too', async () => {
		const service = await serviceWith();
		service.addFault({ match: { method: 'POST' }, kind: 'failureOn400', message: `No ${TAG}` });
		const { message, description } = errorOf(await sheetOn(service, {}, STOP).run(SHEET));

		expect(message).not.toMatch(/[<>]/);
		expect(description).not.toContain('<img');
	});
});

it.each([
	['a value that the user can mend', { Expiry: 'soon' }, 'NodeOperationError'],
	['a refusal by the service', {}, 'NodeApiError'],
])('a stop for %s has the error class that says so', async (_, cells, name) => {
	const service = await serviceWith();
	service.addFault({ match: { method: 'POST' }, kind: 'failureOn400' });
	const run = await sheetOn(service, {}, STOP).run(SHEET.map((row) => ({ ...row, ...cells })));

	expect(run.error?.name).toBe(name);
	expect(run.error?.context).toHaveProperty('data.failed.0.itemIndex', 0);
});
