import { describe, expect, it } from 'vitest';
import { overlappingWindow, Walk } from '../../../../nodes/LinkShortener/trigger/cursors/scan';

const SIZES = Array.from({ length: 51 }, (_, index) => 100 - index);

describe('the next window', () => {
	it('is 90 on page 2 and 85 on page 3 after 100 on page 1', () => {
		expect(overlappingWindow(100, 'end', 10, SIZES)).toEqual({ number: 2, size: 90 });
		expect(overlappingWindow(180, 'end', 10, SIZES)).toEqual({ number: 3, size: 85 });
	});

	it('always repeats rows and brings new ones, however far the walk has come', () => {
		for (let edge = 100; edge < 20_000; edge += 37) {
			const { number, size } = overlappingWindow(edge, 'end', 10, SIZES) ?? { number: 0, size: 0 };
			expect((number - 1) * size).toBeLessThanOrEqual(edge - 10);
			expect(number * size - edge).toBeGreaterThan(40);
		}
	});

	it('does so backward too', () => {
		for (let edge = 100; edge < 20_000; edge += 37) {
			const { number, size } = overlappingWindow(edge, 'start', 10, SIZES) ?? {
				number: 0,
				size: 0,
			};
			expect(number * size).toBeGreaterThanOrEqual(edge + 10);
			expect(edge - (number - 1) * size).toBeGreaterThan(40);
		}
	});

	it('does not exist where all sizes end at the same row', () => {
		expect(overlappingWindow(100, 'end', 10, [100, 50, 25, 10])).toBeUndefined();
	});
});

describe('a walk', () => {
	const rows = Array.from({ length: 40 }, (_, index) => String(1000 - index));
	const page = (all: string[], number: number, size: number) =>
		all.slice((number - 1) * size, number * size);
	const begin = (fixed: boolean) =>
		new Walk({
			toward: 'end',
			edge: 10,
			pageLength: 10,
			fixed,
			newestId: 1000,
			last: { window: { number: 1, size: 10 }, keys: page(rows, 1, 10) },
		});

	it('reaches further back when rows were deleted between two pages', () => {
		const walk = begin(false);
		const left = rows.slice(4);
		const first = walk.next();
		expect(walk.take(first, page(left, first.number, first.size), false)).toBe('apart');
		const second = walk.next();
		expect((second.number - 1) * second.size).toBeLessThan((first.number - 1) * first.size);
	});

	it('reads the page before and page 1 again where pages have one size', () => {
		const walk = begin(true);
		expect(walk.next()).toEqual({ number: 2, size: 10 });
		expect(walk.take({ number: 2, size: 10 }, page(rows, 2, 10), false)).toBe('apart');
		expect(walk.next()).toEqual({ number: 1, size: 10 });
		// Page 1 is the page before at the same time.
		expect(walk.take({ number: 1, size: 10 }, page(rows, 1, 10), false)).toBe('joined');
		expect(walk.take({ number: 3, size: 10 }, page(rows, 3, 10), false)).toBe('apart');
		expect(walk.next()).toEqual({ number: 2, size: 10 });
		expect(walk.take({ number: 2, size: 10 }, page(rows, 2, 10), false)).toBe('apart');
		expect(walk.next()).toEqual({ number: 1, size: 10 });
		expect(walk.take({ number: 1, size: 10 }, page(rows, 1, 10), false)).toBe('joined');
		expect(walk.edge).toBe(30);
	});

	it('takes nothing for granted when the page before has changed', () => {
		const walk = begin(true);
		walk.take({ number: 2, size: 10 }, page(rows.slice(1), 2, 10), false);
		expect(walk.take({ number: 1, size: 10 }, page(rows.slice(1), 1, 10), false)).toBe('apart');
		expect(walk.next()).toEqual({ number: 2, size: 10 });
	});

	it('is not deceived by a deletion and a creation that cancel each other out', () => {
		const walk = new Walk({
			toward: 'end',
			edge: 20,
			pageLength: 10,
			fixed: true,
			newestId: 1000,
			last: { window: { number: 2, size: 10 }, keys: page(rows, 2, 10) },
		});
		// The first row is deleted, so that a row slips from page 3 to page 2; then one is created.
		walk.take({ number: 3, size: 10 }, page(rows.slice(1), 3, 10), false);
		const moved = ['1001', ...rows.slice(1)];
		expect(page(moved, 2, 10)).toEqual(page(rows, 2, 10));
		expect(walk.take({ number: 2, size: 10 }, page(moved, 2, 10), false)).toBe('apart');
		expect(walk.next()).toEqual({ number: 1, size: 10 });
		expect(walk.take({ number: 1, size: 10 }, page(moved, 1, 10), false)).toBe('apart');
		expect(walk.edge).toBe(20);
		expect(walk.next()).toEqual({ number: 3, size: 10 });
	});

	it('notices a service that keeps to its own page size by what it says', () => {
		const walk = begin(false);
		const window = walk.next();
		expect(walk.take(window, page(rows, 2, 10), false, 10)).toBe('apart');
		expect(walk.fixed).toBe(true);
	});
});
