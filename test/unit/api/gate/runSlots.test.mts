import { beforeEach, describe, expect, it, vi } from 'vitest';

import { RunSlots } from '../../../../nodes/LinkShortener/api/gate/runSlots';
import { Cancelled } from '../../../../nodes/LinkShortener/shared/userFacingError';

beforeEach(() => {
	vi.useFakeTimers({ now: 0 });
	return () => vi.useRealTimers();
});

/** A run with so many slots, and what has got one. */
function runOf(slots: number, isPaced = false, stopSignal?: AbortSignal) {
	const policy = {
		caller: 'bulk',
		maxInFlight: slots,
		...(stopSignal && { stopSignal }),
	} as const;
	const run = new RunSlots(policy, () => isPaced);
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

	it('are ten at most while a limit sets the pace', () => {
		expect(runOf(50, true).run.size).toBe(10);
	});

	it('are refused once it was stopped, or has ended', async () => {
		const stopping = new AbortController();
		const { run, got, take } = runOf(1, false, stopping.signal);
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
	run.begins(one, 'rateLimit', 0);
	run.begins(other, 'service', 100);
	expect(run.leftMs(200)).toBe(800);
	run.ends(one, 300);
	expect(run.leftMs(400)).toBe(600);
	run.ends(other, 500);
	run.ends(other, 900);
	expect(run.leftMs(1_000)).toBe(500);
	expect(run.waited).toEqual({ ms: 500, reasons: new Set(['rateLimit', 'service']) });
});
