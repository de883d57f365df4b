import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RunSlots, Concurrency } from '../../../../nodes/LinkShortener/api/gate/runSlots';
import { Cancelled } from '../../../../nodes/LinkShortener/shared/userFacingError';

beforeEach(() => {
	vi.useFakeTimers({ now: 0 });
	return () => vi.useRealTimers();
});

/** A run with so many slots, and what has got one. */
function runOf(slots: number, stopSignal?: AbortSignal) {
	const policy = {
		caller: 'bulk',
		maxInFlight: slots,
		...(stopSignal && { stopSignal }),
	} as const;
	const run = new RunSlots(policy, () => false);
	const got: string[] = [];
	const ends: Array<() => void> = [];
	const take = async (name: string, isUrgent = false) => {
		const work = async () => {
			got.push(name);
			await new Promise<void>((resolve) => ends.push(resolve));
		};
		await run.hold(isUrgent, work).catch((error: unknown) => {
			got.push(`${name} ${error instanceof Cancelled ? 'canceled' : 'ended'}`);
		});
	};
	const giveBack = async () => {
		ends.shift()?.();
		await vi.advanceTimersByTimeAsync(1);
	};
	return { run, got, take, giveBack };
}

describe('the slots of a run', () => {
	it('go to what is urgent, then to who came first', async () => {
		const { got, take, giveBack } = runOf(1);
		for (const name of ['one', 'two', 'three']) void take(name);
		void take('look', true);
		for (let left = 3; left > 0; left -= 1) await giveBack();
		expect(got).toEqual(['one', 'look', 'two', 'three']);
	});

	it('wait for what is due now, such as the look of a create that was lost', async () => {
		const { got, take, giveBack } = runOf(1);
		void take('create').then(async () => await take('look', true));
		void take('other');
		await giveBack();
		expect(got).toEqual(['create', 'look']);
	});

	it('are ten at most while a limit sets the pace, however many paid before', () => {
		let isPaced = false;
		const run = new RunSlots({ caller: 'bulk' }, () => isPaced);
		for (let answers = 10; answers > 0; answers -= 1) run.answered(true, 0, 100);
		expect(run.size).toBe(20);
		isPaced = true;
		expect(run.size).toBe(10);
	});

	it('do not grow while others of the run wait at the gate', () => {
		const run = new RunSlots({ caller: 'bulk' }, () => false);
		run.begins({}, 0);
		for (let answers = 20; answers > 0; answers -= 1) run.answered(true, 0, 100);
		expect(run.size).toBe(10);
	});

	it('are refused once it was stopped, or has ended', async () => {
		const stopping = new AbortController();
		const { run, got, take } = runOf(1, stopping.signal);
		void take('one');
		void take('two');
		run.end(new Error('Away'));
		await vi.advanceTimersByTimeAsync(1);
		stopping.abort();
		void take('three');
		await vi.advanceTimersByTimeAsync(1);
		expect(got).toEqual(['one', 'two ended', 'three canceled']);
	});
});

it('waits side by side count once, also while they last', () => {
	const run = new RunSlots({ caller: 'bulk', maxWaitMs: 1_000 }, () => false);
	const [one, other] = [{}, {}];
	run.begins(one, 0);
	run.begins(other, 100);
	expect(run.leftMs(200)).toBe(800);
	run.ends(one, 300);
	expect(run.leftMs(400)).toBe(600);
	run.ends(other, 500);
	run.ends(other, 900);
	expect(run.leftMs(1_000)).toBe(500);
	expect(run.waited.ms).toBe(500);
});

/**
 * What happens: a whole round of responses that took so many milliseconds, a limit sets the pace from now on, or
 * losses that left together, as many as a number says, now or before the size was changed.
 */
type Step = number | `${number} lost` | `${number} of before lost` | 'paced';

function sizes(steps: readonly Step[], max?: number): number[] {
	const concurrency = new Concurrency(max);
	let now = 0;
	let mayGrow = true;
	return steps.map((step) => {
		now += 1;
		const sentAt = now;
		if (step === 'paced') mayGrow = false;
		else if (typeof step === 'string') {
			const leftAt = step.includes('before') ? sentAt - 2 : sentAt;
			for (let left = Number.parseInt(step, 10); left > 0; left -= 1) {
				concurrency.lost(leftAt, now);
			}
		} else {
			now += step;
			const { size } = concurrency;
			const answers = size > 10 ? size : size / 2;
			for (let got = 0; got < answers; got += 1) concurrency.answered(sentAt, now, mayGrow);
		}
		return concurrency.size;
	});
}

const CLIMB = [900, 150, 150, 150];

const SIX_SLOW = [400, 400, 400, 400, 400, 400];

it.each<[what: string, steps: Step[], sizes: number[], max?: number]>([
	[
		'doubles after the second round, since the connections of the first are new, and grows by four where that paid',
		[...CLIMB, 150],
		[10, 20, 80, 200, 200],
	],
	['never exceeds what a user allows', CLIMB, [10, 20, 25, 25], 25],
	['goes further where a user allows it', [...CLIMB, 150], [10, 20, 80, 320, 500], 500],
	['begins with what a user allows', [150, 150], [3, 3], 3],
	['grows where they take a little longer', [900, 150, 170], [10, 20, 80]],
	[
		'stays where more of them come, but not as many as the size grew',
		[60, 150, 220, 220],
		[10, 20, 20, 20],
	],
	[
		'stays for up to five slow rounds',
		[60, 150, 300, 300, 300, 300, 300, 150],
		[10, 20, 20, 20, 20, 20, 20, 80],
	],
	[
		'goes back after six',
		[60, 150, 300, 300, 300, 300, 300, 300],
		[10, 20, 20, 20, 20, 20, 20, 10],
	],
	[
		'goes back by a quarter, and doubles from there on',
		[...CLIMB.slice(0, 3), ...SIX_SLOW, 400, 400, 400],
		[10, 20, 80, 80, 80, 80, 80, 80, 20, 40, 80, 160],
	],
	['grows again from what losses have left', [150, '2 lost', 300, 300, 600], [10, 5, 10, 20, 20]],
	['stays for a single loss', [...CLIMB.slice(0, 3), '1 lost'], [10, 20, 80, 80]],
	['stays for a tenth of losses', [...CLIMB.slice(0, 3), '8 lost'], [10, 20, 80, 80]],
	[
		'begins anew for more, and doubles',
		[...CLIMB.slice(0, 3), '9 lost', 150, 150],
		[10, 20, 80, 10, 20, 40],
	],
	['counts the losses of a round', [150, '1 lost', 150, '1 lost'], [10, 10, 20, 20]],
	['halves where it is small already', ['2 lost', '1 lost', '1 lost', '1 lost'], [5, 2, 1, 1]],
	['halves once for what left together', ['2 lost', '8 of before lost'], [5, 5]],
	['does not grow while a limit sets the pace', ['paced', 150, 150, 150], [10, 10, 10, 10]],
])('the size after each step %s', (_, steps, expected, max) => {
	expect(sizes(steps, max)).toEqual(expected);
});
