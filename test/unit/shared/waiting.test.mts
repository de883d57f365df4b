import { beforeEach, expect, it, vi } from 'vitest';
import { EventLoop, once } from '../../../nodes/LinkShortener/shared/waiting';

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['Date'], now: 0 });
	return () => vi.useRealTimers();
});

it.each<{ work: string; items: number; itemMs: number; mostMs: number }>([
	{ work: 'that takes no time', items: 10_000, itemMs: 0, mostMs: 0 },
	{ work: 'of 1 ms an item', items: 1_000, itemMs: 1, mostMs: 22 },
	{ work: 'of 5 ms an item', items: 100, itemMs: 5, mostMs: 30 },
])('items side by side, with work $work', async (row) => {
	const { items, itemMs, mostMs } = row;
	const pauses: number[] = [];
	const done: number[] = [];
	const doneMeanwhile: number[] = [];
	const eventLoop = new EventLoop(async () => {
		pauses.push(Date.now());
		const before = done.length;
		await new Promise(setImmediate);
		doneMeanwhile.push(done.length - before);
	});
	const work = async (item: number) => {
		await eventLoop.share();
		vi.setSystemTime(Date.now() + itemMs);
		done.push(item);
	};
	await Promise.all(Array.from({ length: items }, async (_, item) => await work(item)));
	expect(done).toEqual(Array.from({ length: items }, (_, item) => item));
	// The item that was let through last may still be at its work.
	expect(Math.max(0, ...doneMeanwhile)).toBeLessThanOrEqual(1);
	const moments = [0, ...pauses, Date.now()];
	const held = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
	expect(Math.max(...held)).toBeLessThanOrEqual(mostMs);
});

it('work that fails is done once more, and then not again', async () => {
	let times = 0;
	const work = once(async () => {
		times += 1;
		return await Promise.reject(new Error('No'));
	});
	for (const _ of [1, 2, 3]) await expect(work()).rejects.toThrow('No');
	expect(times).toBe(2);
});
