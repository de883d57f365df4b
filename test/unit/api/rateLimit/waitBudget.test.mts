import { describe, expect, it, test } from 'vitest';

import { WaitBudget } from '../../../../nodes/LinkShortener/api/rateLimit/waitBudget';

test('waits side by side count once', () => {
	const { limit } = new WaitBudget();
	const endFirst = limit.begin(1_000);
	const endSecond = limit.begin(1_500);
	expect(limit.total(2_000)).toBe(1_000);
	endFirst(3_000);
	expect(limit.total(3_500)).toBe(2_500);
	endSecond(4_000);
	expect(limit.total(9_000)).toBe(3_000);
	limit.begin(10_000)(10_250);
	expect(limit.total(20_000)).toBe(3_250);
});

test('nothing waited is nothing', () => {
	expect(new WaitBudget().limit.total(5_000)).toBe(0);
});

it.each<[maxWaitMs: number | undefined, endsAt: number | undefined]>([
	[undefined, undefined],
	[5_000, 12_000],
	[3_000, 10_000],
	[1_000, 8_000],
])('a run that may wait %j ms in all and has waited 3000 ends at %j', (maxWaitMs, endsAt) => {
	const clock = new WaitBudget();
	clock.limit.begin(1_000)(3_000);
	clock.outage.begin(5_000)(6_000);
	expect(clock.waitingEndsAt(maxWaitMs, 10_000)).toBe(endsAt);
});

test('slots lie apart, and time that passed unused is not made up for', () => {
	const clock = new WaitBudget();
	expect(clock.nextSlot(1_000, 50)).toBe(50);
	expect(clock.nextSlot(1_000, 60)).toBe(1_050);
	expect(clock.nextSlot(1_000, 70)).toBe(2_050);
	expect(clock.nextSlot(1_000, 9_000)).toBe(9_000);
	expect(clock.nextSlot(1_000, 9_000)).toBe(10_000);
});

describe('a local clock that is set back ten minutes', () => {
	it('moves the slots with it', () => {
		const clock = new WaitBudget();
		expect(clock.nextSlot(1_000, 600_000)).toBe(600_000);
		expect(clock.nextSlot(1_000, 600_000)).toBe(601_000);
		expect(clock.nextSlot(1_000, 100)).toBe(2_100);
	});

	it('takes nothing off what was waited', () => {
		const { limit } = new WaitBudget();
		limit.begin(600_000)(605_000);
		const end = limit.begin(605_000);
		expect(limit.total(5_000)).toBe(5_000);
		end(5_000);
		expect(limit.total(5_000)).toBe(5_000);
	});
});
