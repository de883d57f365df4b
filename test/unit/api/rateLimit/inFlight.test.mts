import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { InFlight } from '../../../../nodes/LinkShortener/api/rateLimit/inFlight';
import { VirtualTime } from '../../simulation/virtualTime.mts';

test('runs as many at once as it may, all of them, in the order they came', async () => {
	const tasks = fc.array(fc.record({ ms: fc.nat(20), breaks: fc.boolean() }), { maxLength: 40 });
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 1, max: 8 }), tasks, async (most, all) => {
			const time = new VirtualTime();
			const inFlight = new InFlight(most);
			let inside = 0;
			let mostInside = 0;
			const begun: number[] = [];
			const runs = all.map(({ ms, breaks }, index) =>
				inFlight.run(async () => {
					begun.push(index);
					mostInside = Math.max(mostInside, (inside += 1));
					await time.sleep(ms);
					inside -= 1;
					if (breaks) throw new Error('It broke');
					return index;
				}),
			);
			const ends = await time.until(Promise.allSettled(runs), 10_000);
			expect(ends.map(({ status }) => status)).toEqual(
				all.map(({ breaks }) => (breaks ? 'rejected' : 'fulfilled')),
			);
			expect(begun).toEqual(all.map((_, index) => index));
			expect(mostInside).toBe(Math.min(most, all.length));
		}),
	);
});

describe('the bound', () => {
	it('moves with what becomes of the requests', async () => {
		const inFlight = new InFlight();
		let inside = 0;
		const task = () =>
			inFlight.run(async () => {
				inside += 1;
				await new Promise(() => undefined);
			});
		for (let count = 0; count < 30; count += 1) void task();
		await Promise.resolve();
		expect(inside).toBe(10);
		for (let count = 0; count < 10; count += 1) inFlight.succeeded();
		await Promise.resolve();
		expect(inside).toBe(20);
		inFlight.lost(Date.now());
		expect(inFlight.limit).toBe(10);
	});
});
