import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { linkId, Watermark } from '../../../nodes/LinkShortener/links/watermark';

const START = Date.UTC(2026, 0, 5, 9);
const [SECOND, MINUTE] = [1_000, 60_000];

beforeEach(() => vi.useFakeTimers({ now: START }));

afterEach(() => vi.useRealTimers());

/** A watermark that learned of these ids, each so many ms after the start and at once. */
function after(...seen: Array<[afterMs: number, id: number]>): Watermark {
	const watermark = new Watermark();
	for (const [afterMs, id] of seen) {
		vi.setSystemTime(START + afterMs);
		watermark.seeNewest([{ id }], Date.now());
	}
	return watermark;
}

describe('what was known at a moment', () => {
	it('is nothing in the beginning', () => {
		const watermark = new Watermark();

		expect(watermark.at(START)).toEqual({ isFresh: false });
		expect([watermark.isKnown, watermark.isFresh]).toEqual([false, false]);
	});

	it.each([
		{ atMs: -1, known: { isFresh: false } },
		{ atMs: 0, known: { id: 10, isFresh: true } },
		{ atMs: 4_999, known: { id: 10, isFresh: true } },
		{ atMs: 5_000, known: { id: 20, isFresh: true } },
		{ atMs: 5_000 + 2 * MINUTE, known: { id: 20, isFresh: true } },
		{ atMs: 5_001 + 2 * MINUTE, known: { id: 20, isFresh: false } },
	])('$atMs ms after 10 was seen, and 20 five seconds later', ({ atMs, known }) => {
		const watermark = after([0, 10], [5_000, 20]);

		expect(watermark.at(START + atMs)).toEqual(known);
		expect(watermark.isKnown).toBe(true);
	});

	it('is as old as the question, not as the answer', () => {
		const watermark = new Watermark();
		watermark.seeNewest([{ id: 10 }], START - 3 * MINUTE);

		expect(watermark.isFresh).toBe(false);
	});

	it('keeps the higher id and the later moment, whichever answer comes last', () => {
		const watermark = after([0, 20]);
		vi.setSystemTime(START + 3 * MINUTE);
		watermark.seeNewest([{ id: 15 }], START + 3 * MINUTE);
		watermark.seeNewest([{ id: 12 }], START - MINUTE);

		expect(watermark.at(START + 3 * MINUTE)).toEqual({ id: 20, isFresh: true });
		expect(watermark.knownAt(START + 3 * MINUTE, 5)).toMatchObject([{ id: 20, knownFrom: START }]);
	});

	it('keeps the first id of a second, and the last: between them the lower one was known', () => {
		const watermark = after([5_000, 20], [5_200, 30], [5_999, 40], [6_999, 50]);

		expect(watermark.knownAt(START + 7_000, 9).map(({ id }) => id)).toEqual([50, 40, 20]);
	});

	it('is the highest of a list, or 0 where the list is empty', () => {
		const watermark = new Watermark();
		watermark.seeNewest([], START);
		expect(watermark.at(START)).toEqual({ id: 0, isFresh: true });

		watermark.seeNewest([{ id: 7 }, { id: '9' }, { id: null }], START);
		expect(watermark.at(START).id).toBe(9);
	});

	it('is not learned from a list without ids', () => {
		const watermark = new Watermark();
		watermark.seeNewest([{}, { id: undefined }], START);

		expect(watermark.isKnown).toBe(false);
	});
});

it('names the ids known at a moment, the highest first and no more than wanted', () => {
	const watermark = after([0, 10], [2 * SECOND, 20], [4 * SECOND, 30], [6 * SECOND, 40]);
	const ids = (afterMs: number, most: number) =>
		watermark.knownAt(START + afterMs, most).map(({ id }) => id);

	expect(ids(4 * SECOND, 5)).toEqual([30, 20, 10]);
	expect(ids(7 * SECOND, 2)).toEqual([40, 30]);
});

it('lets go of what was known a quarter of an hour ago, but for the newest of it', () => {
	const watermark = after([0, 10], [MINUTE, 20], [16 * MINUTE, 30], [17 * MINUTE, 40]);
	const ids = watermark.knownAt(START + 17 * MINUTE, 9).map(({ id }) => id);

	expect(ids).toEqual([40, 30, 20]);
});

describe('the id in the answer to a create', () => {
	it('is an older link where it was known when the create left', () => {
		const watermark = after([0, 10], [5_000, 20]);

		expect(watermark.seeCreated(10, START)).toBe(true);
		expect(watermark.seeCreated(11, START)).toBe(false);
		expect(watermark.seeCreated(20, START + 5_000)).toBe(true);
		expect(watermark.at(Date.now()).id).toBe(20);
	});

	it('is no older link where nothing was known, and is known from then on', () => {
		const watermark = new Watermark();

		expect(watermark.seeCreated(3, START)).toBe(false);
		expect(watermark.at(START).id).toBe(3);
	});
});

it('forgets a link that is gone, and no other', () => {
	const watermark = after([0, 10], [2_000, 20], [4_000, 30]);
	watermark.forget(30);

	expect(watermark.knownAt(START + 5_000, 9).map(({ id }) => id)).toEqual([20, 10]);
});

it('begins anew where the service numbers its links anew', () => {
	const watermark = after([0, 500]);
	expect(watermark.restartedAt).toBe(-Infinity);
	vi.setSystemTime(START + MINUTE);
	watermark.restart(3, START + MINUTE);

	expect(watermark.restartedAt).toBe(START + MINUTE);
	expect(watermark.at(START + MINUTE)).toEqual({ id: 3, isFresh: true });
	expect(watermark.at(START)).toEqual({ isFresh: false });
});

it.each([
	[7, 7],
	['7', 7],
	['123456789012345', 123_456_789_012_345],
	['1234567890123456', undefined],
	['7a', undefined],
	['a7', undefined],
	['', undefined],
	[0, undefined],
	[-1, undefined],
	[1.5, undefined],
	[null, undefined],
	[false, undefined],
	[true, undefined],
	[[7], undefined],
])('%j as the id of a link is %j', (value, id) => {
	expect(linkId(value)).toBe(id);
});
