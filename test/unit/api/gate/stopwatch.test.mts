import { expect, it, test } from 'vitest';

import { Run } from '../../../../nodes/LinkShortener/api/gate/run';
import { Stopwatch } from '../../../../nodes/LinkShortener/api/gate/stopwatch';

test('waits side by side count once', () => {
	const watch = new Stopwatch();
	watch.begin(1_000);
	watch.begin(1_500);
	expect(watch.total(2_000)).toBe(1_000);
	watch.end(3_000);
	expect(watch.total(3_500)).toBe(2_500);
	watch.end(4_000);
	expect(watch.total(9_000)).toBe(3_000);
	watch.begin(10_000);
	watch.end(10_250);
	expect(watch.total(20_000)).toBe(3_250);
});

test('nothing waited is nothing', () => {
	expect(new Stopwatch().total(5_000)).toBe(0);
});

test('a local clock that is set back takes nothing off what was waited', () => {
	const watch = new Stopwatch();
	watch.begin(600_000);
	watch.end(605_000);
	watch.begin(605_000);
	expect(watch.total(5_000)).toBe(5_000);
	watch.end(5_000);
	expect(watch.total(5_000)).toBe(5_000);
});

it.each<[maxWaitMs: number | undefined, endsAt: number]>([
	[undefined, Infinity],
	[5_000, 12_000],
	[3_000, 10_000],
	[1_000, 8_000],
])('a run that may wait %j ms in all and has waited 3000 ends at %j', (maxWaitMs, endsAt) => {
	const run = new Run({ priority: 'bulk', ...(maxWaitMs === undefined ? {} : { maxWaitMs }) });
	for (const [reason, from, to] of [
		['rateLimit', 1_000, 2_000],
		['ownRate', 3_000, 4_000],
		['service', 5_000, 6_000],
	] as const) {
		run.waited[reason].begin(from);
		run.waited[reason].end(to);
	}
	expect(run.waitingEndsAt(10_000)).toBe(endsAt);
});

test('the slots of Requests per Minute move with a local clock that is set back', () => {
	const run = new Run({ priority: 'bulk', requestsPerMinute: 60 });
	run.takeSlot(600_000);
	expect(run.nextSlotAt).toBe(601_000);
	run.takeSlot(100);
	expect(run.nextSlotAt).toBeLessThanOrEqual(2_100);
});
