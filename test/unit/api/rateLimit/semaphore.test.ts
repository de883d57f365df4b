import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { Semaphore } from '../../../../nodes/LinkShortener/api/rateLimit/semaphore';
import { VirtualTime } from '../../simulation/virtualTime';

test('runs as many at once as it may, all of them, in the order they came', async () => {
	const tasks = fc.array(fc.record({ ms: fc.nat(20), breaks: fc.boolean() }), { maxLength: 40 });
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 1, max: 8 }), tasks, async (most, all) => {
			const time = new VirtualTime();
			const semaphore = new Semaphore(most);
			let inside = 0;
			let mostInside = 0;
			const begun: number[] = [];
			const runs = all.map(({ ms, breaks }, index) =>
				semaphore.run(async () => {
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

describe('without a bound', () => {
	it('runs everything at once', async () => {
		let inside = 0;
		const semaphore = new Semaphore(Infinity);
		const task = () => semaphore.run(async () => await Promise.resolve((inside += 1)));
		void task();
		void task();
		await task();
		expect(inside).toBe(3);
	});
});
