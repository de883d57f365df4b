import { describe, expect, it } from 'vitest';

import {
	stoppedBy,
	type StoppedRun,
} from '../../../../nodes/LinkShortener/execution/report/stopped';
import {
	type Counting,
	failuresOf,
	type ItemResult,
	Reasons,
} from '../../../../nodes/LinkShortener/execution/report/results';
import {
	allOf,
	type Explanation,
	UserFacingError,
	wrongValue,
} from '../../../../nodes/LinkShortener/shared/userFacingError';

const SEND_OTHERS =
	'To send the good rows anyway: Settings tab of this node → On Error → Continue.';
const COUNTED = 'Rows are counted from 1, without the header.';
const GO_ON = 'To continue with the other rows: Settings tab of this node → On Error → Continue.';

const explanation = { message: 'No', remedy: 'Change it.' };
const failed = (of: Partial<Explanation> = {}): ItemResult => ({
	failed: { ...explanation, ...of },
});
const done = (id: number, shorturl?: string): ItemResult => ({
	done: [{ json: { id, ...(shorturl === undefined ? {} : { shorturl }) } }],
});
const BLANK: ItemResult = 'blank';
const KEY_REFUSED = failed({ kind: 'credentialRefused' });

/** What is known of a run, with how its rows are counted beside the rest. */
type Run = Partial<StoppedRun & Counting>;

const told = (results: StoppedRun['results'], of: Run = {}) => {
	const { noun = 'row', numbers, isBatch = false, ...more } = of;
	const reasons = new Reasons();
	for (const failure of failuresOf(results, numbers)) reasons.add(failure);
	const runAgain = 'Run again so.';
	const all = results.filter((result) => result !== BLANK).length;
	const counting = { noun, all, numbers, isBatch };
	return stoppedBy({ results, counting, writes: true, runAgain, reasons, ...more });
};
const linesOf = (...run: Parameters<typeof told>) => told(...run)?.below.lines;

// With one item, or many links: contract/c11-stop.
describe('the error of a run that stops after something was sent', () => {
	it('groups the rows that failed, and names what was done', () => {
		const later = failed({ message: 'No, too' });
		const results = [done(7, 'https://sho.rt/a'), failed(), done(8), later, undefined];
		expect(told(results)).toEqual({
			explanation: {
				message: 'Rows 2, 4, such as row 2: No. Change it.',
				remedy: 'Change it.',
			},
			below: {
				list: [],
				lines: [
					'2 of 5 rows failed, 2 done, 1 not sent.',
					'Done: https://sho.rt/a, 8.',
					'Run again so.',
					COUNTED,
				],
			},
			details: {
				failed: [
					{ number: 2, itemIndex: 1, error: 'No' },
					{ number: 4, itemIndex: 3, error: 'No, too' },
				],
				done: ['https://sho.rt/a', '8'],
			},
		});
	});

	it.each<[name: string, results: ItemResult[], of: Run, lines: string[]]>([
		[
			'does not name Continue where no other row is left',
			[done(1), failed()],
			{ isRepeatable: true },
			['1 of 2 rows failed, 1 done, 0 not sent.', 'Run again so.', COUNTED],
		],
		[
			'names neither where the operation has no advice',
			[done(1), failed(), BLANK],
			{ runAgain: undefined },
			['1 of 3 rows failed, 1 done, 0 not sent.', 'Done: 1.', COUNTED],
		],
		[
			'has no advice where nothing was done',
			[failed(), failed()],
			{},
			['2 of 2 rows failed, 0 done, 0 not sent.', COUNTED],
		],
		[
			'names rows that may be done',
			[failed(), 'interrupted'],
			{ numbers: [102, 103] },
			[
				'1 of 2 rows failed, 0 done, 0 not sent.',
				'Possibly completed as well: row 103.',
				'Run again so.',
			],
		],
		[
			'counts nothing in a dry run',
			[done(1), failed()],
			{ isDryRun: true, isRepeatable: true },
			[GO_ON, COUNTED],
		],
		['counts nothing that was only read', [done(1), failed()], { writes: false }, [GO_ON, COUNTED]],
		[
			'has no advice about rows where it is not about one',
			[KEY_REFUSED, KEY_REFUSED],
			{},
			['2 of 2 rows failed, 0 done, 0 not sent.'],
		],
		[
			'counts what was done before the key was refused',
			[done(1), KEY_REFUSED],
			{},
			['1 of 2 rows failed, 1 done, 0 not sent.', 'Done: 1.', 'Run again so.'],
		],
		[
			'is the same where an earlier try of the engine sent something',
			[done(1), failed()],
			{ nothingSent: true },
			['1 of 2 rows failed, 1 done, 0 not sent.', 'Done: 1.', 'Run again so.', COUNTED],
		],
	])('%s', (_, results, of, lines) => {
		expect(linesOf(results, of)).toEqual(lines);
	});

	it.each<[what: string, of: Partial<Explanation>]>([
		['is in doubt', { kind: 'unavailable', mayBeDone: true }],
		['alone gets no response', { kind: 'unavailable' }],
	])('names the row that %s', (_, of) => {
		expect(told([done(1), failed(of), undefined])?.explanation.message).toBe(
			'Row 2: No. Change it.',
		);
	});

	it('lists the other reasons below the first one', () => {
		const other = failed({ message: 'Bad', remedy: 'Mend it.', field: 'Slug' });
		expect(told([failed(), other, KEY_REFUSED, done(1)])).toMatchObject({
			explanation: { message: '3 of 4 rows failed. Row 1: No. Change it.' },
			below: {
				list: [
					{ items: 'Row 2', text: 'Bad. Mend it.' },
					{ items: 'Row 3', text: 'No.' },
				],
			},
		});
	});

	it('is told by the number that the sheet gives the row', () => {
		expect(told([done(1), failed()], { numbers: [101, 107] })).toMatchObject({
			explanation: { message: 'Row 107: No. Change it.' },
			details: { failed: [{ number: 107 }] },
		});
		expect(told([done(1), KEY_REFUSED])?.explanation.message).toBe('No. Change it.');
	});
});

describe('the error of a run that stops before anything is sent', () => {
	const unsent = (results: StoppedRun['results'], of: Run = {}) =>
		told(results, { nothingSent: true, ...of });
	const error = (message: string) => new UserFacingError(message, `About ${message}.`);
	const noDate = (value: string) => wrongValue('Expires', `"${value}" is not a date`, '2030-12-31');
	const problem = (...said: Array<UserFacingError | string>): ItemResult => ({
		failed: allOf(said.map((one) => (typeof one === 'string' ? error(one) : one))).explanation,
	});
	const date = (value: string) => problem(noDate(value));

	it.each<[name: string, results: StoppedRun['results'], message: string, lines: string[]]>([
		[
			'has the one problem of one row',
			[undefined, problem('Slug is empty')],
			'Row 2: Slug is empty. About Slug is empty.',
			['Nothing was sent.', SEND_OTHERS, COUNTED],
		],
		[
			'has the one problem of many rows',
			[undefined, ...Array.from({ length: 19 }, (_, index) => date(`week ${index}`))],
			'Rows 2 to 20, such as row 2: Expires "week 0" is not a date. Enter a value such as 2030-12-31.',
			['Nothing was sent.', SEND_OTHERS, COUNTED],
		],
		[
			'says nothing of other rows where there are none',
			[problem('Slug is empty'), BLANK],
			'Row 1: Slug is empty. About Slug is empty.',
			['Nothing was sent.', COUNTED],
		],
		[
			'says nothing of rows where it is not about one',
			[KEY_REFUSED, undefined],
			'No. Change it.',
			['Nothing was sent.'],
		],
	])('%s', (_, results, message, lines) => {
		const { explanation, below } = unsent(results) ?? {};
		expect(explanation?.message).toBe(message);
		expect(below).toEqual({ list: [], lines });
	});

	it('lists all problems of all rows', () => {
		const stopped = unsent([date('a'), undefined, problem('Slug is empty', noDate('b')), BLANK]);
		expect(stopped?.explanation.message).toBe(
			'2 of 4 rows cannot be sent. Rows 1, 3, such as row 1: Expires "a" is not a date. Enter a value such as 2030-12-31.',
		);
		expect(stopped?.below).toEqual({
			list: [{ items: 'Row 3', text: 'Slug is empty. About Slug is empty.' }],
			lines: ['Nothing was sent.', SEND_OTHERS, COUNTED],
		});
	});

	it('names all rows as such where their numbers do not fit', () => {
		const unsentOf = (count: number) =>
			unsent([...Array.from({ length: count }, () => problem('No')), BLANK])?.explanation.message;
		expect([unsentOf(5), unsentOf(6)]).toEqual([
			'Rows 1 to 5: No. About No.',
			'All rows: No. About No.',
		]);
	});

	it.each<[name: string, of: Run]>([
		['a dry run', { isDryRun: true }],
		['an operation that reads', { writes: false }],
	])('says that nothing was changed, with %s', (_, of) => {
		const { below } = unsent([undefined, failed()], of) ?? {};
		expect(below?.lines).toEqual(['Nothing was changed.', GO_ON, COUNTED]);
	});

	it('says what to do about several reasons once', () => {
		const row = (message: string) => ({
			failed: { message, remedy: 'Change it.', field: message },
		});
		expect(unsent([row('One'), row('Two')])?.below.list).toEqual([
			{ items: 'Row 2', text: 'Two.' },
		]);
	});

	it('keeps the kind of a failure where there is one reason', () => {
		const { explanation } = unsent([KEY_REFUSED, KEY_REFUSED]) ?? {};
		expect(explanation).toMatchObject({ message: 'No. Change it.', kind: 'credentialRefused' });
	});

	it('lists each row with its problems, by the number that the sheet gives it', () => {
		const results = [undefined, date('a'), problem('Slug is empty', 'Status is empty')];
		expect(unsent(results, { numbers: [11, 12, 14] })?.details).toEqual({
			failed: [
				{ number: 12, itemIndex: 1, error: 'Expires "a" is not a date' },
				{
					number: 14,
					itemIndex: 2,
					error: 'Slug is empty. Status is empty',
					problems: ['Slug is empty', 'Status is empty'],
				},
			],
		});
	});

	it('lists ten reasons, and counts the rest', () => {
		const fields = Array.from({ length: 1_000 }, (_, index) => `Field ${index}`);
		const { explanation, below } =
			unsent(fields.map((field) => problem(`${field} is wrong`))) ?? {};
		expect(explanation?.message).toMatch(
			/^1000 of 1000 rows cannot be sent\. Row 1: Field 0 is wrong\. About/,
		);
		expect(below?.list).toHaveLength(10);
		expect(below?.list?.at(-1)).toEqual({ items: '990 more', text: 'See Error data below.' });
	});

	it('cuts what to do where a word ends, so no link, and has all of it below then', () => {
		const remedy = Array.from({ length: 20 }, (_, at) => `https://go.example.com/${at}`).join(' ');
		const { explanation: shown, below } = told([failed({ remedy })]) ?? {};
		expect(shown?.message).toMatch(/^No\. https:.* https:\/\/go\.example\.com\/\d+…$/);
		expect(shown?.message.length).toBeLessThanOrEqual(500);
		expect(below?.lines).toEqual([remedy]);
	});

	it('never cuts the rows or the end of a reason', () => {
		const long = problem(`Slug "${'x'.repeat(480)}" is too long`);
		const { message = '' } = unsent([long, undefined])?.explanation ?? {};
		expect(message.length).toBeLessThanOrEqual(500);
		expect(message).toMatch(/^Row 1: Slug "x+…x+" is too long\. About Slug…$/);
		const [entry] = unsent([problem('Status is empty'), long])?.below.list ?? [];
		expect(entry).toMatchObject({ items: 'Row 2' });
		expect(entry?.text).toMatch(/^Slug "x{3,150}…x+" is too long\. /);
	});
});
