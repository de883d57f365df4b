import { beforeEach, describe, expect, it, vi } from 'vitest';

import { type Found, Outage } from '../../../../nodes/LinkShortener/api/gate/outage';
import { atLeastOne } from '../../../lists.mts';

beforeEach(() => {
	vi.useFakeTimers({ now: 0 });
	return () => vi.useRealTimers();
});

const S = 1_000;

/** A service that is away from 0 to a second, and what of it is seen. */
function away(untilS: number) {
	const outage = new Outage();
	const asked: number[] = [];
	const ask = async () => {
		const sentAt = Date.now();
		asked.push(Math.round(sentAt / S));
		const isThere = sentAt >= untilS * S;
		await new Promise<void>((resolve) => {
			setTimeout(resolve, 1);
		});
		if (isThere) outage.answered(sentAt);
		else outage.lost(sentAt, Date.now());
		return false;
	};
	/** One that left then, is lost now, and waits for so long. */
	const wait = async (sentAtS: number, maxS = Infinity, stop?: AbortSignal) => {
		outage.lost(sentAtS * S, Date.now());
		const found = outage.wait(ask, Date.now() + maxS * S, stop);
		return await found.then((what): [Found, number] => [what, Math.round(Date.now() / S)]);
	};
	return { outage, asked, wait };
}

describe('after a loss', () => {
	it.each<[what: string, untilS: number, lostAtS: number, maxS: number, end: [Found, number]]>([
		['of one request alone it is there at once', 0, 0, Infinity, ['there', 0]],
		['a short outage is waited for', 10, 0, Infinity, ['back', 15]],
		['one of two minutes, too', 120, 0, Infinity, ['back', 125]],
		['one that is noticed late', 120, 75, Infinity, ['back', 120]],
		['a longer one is given up', 1_000, 0, Infinity, ['away', 135]],
		['also where it is noticed late', 1_000, 75, Infinity, ['away', 130]],
		['no longer than Max Wait', 1_000, 0, 20, ['away', 20]],
	])('%s', async (_, untilS, lostAtS, maxS, [found, aboutS]) => {
		const { wait } = away(untilS);
		vi.setSystemTime(lostAtS * S);
		const waiting = wait(0, maxS);
		await vi.advanceTimersByTimeAsync(300 * S);
		const [what, atS] = await waiting;
		expect(what).toBe(found);
		expect(Math.abs(atS - aboutS)).toBeLessThanOrEqual(6);
	});

	it('is no outage where others were answered while this one waited for as long as it may', async () => {
		const outage = new Outage();
		outage.lost(0, 0);
		const waiting = outage.wait(async () => await new Promise(() => undefined), 5 * S, undefined);
		await vi.advanceTimersByTimeAsync(2 * S);
		outage.answered(Date.now());
		await vi.advanceTimersByTimeAsync(10 * S);
		expect(await waiting).toBe('there');
	});

	it('an outage counts from its own first loss, not from one by itself shortly before', async () => {
		const { outage, wait } = away(165);
		outage.lost(0, 0);
		vi.setSystemTime(46 * S);
		const waiting = wait(46);
		await vi.advanceTimersByTimeAsync(300 * S);
		expect((await waiting)[0]).toBe('back');
	});

	it('the account is asked after 1, 2, 4, 8, 10, 10 … seconds, once for all', async () => {
		const { asked, wait } = away(1_000);
		const waiting = [wait(0), wait(0)];
		await vi.advanceTimersByTimeAsync(300 * S);
		expect(asked.slice(0, 7)).toEqual([0, 1, 3, 7, 15, 25, 35]);
		for (const end of atLeastOne(waiting)) expect((await end)[0]).toBe('away');
	});

	it('of an outage that was given up it fails at once, and is waited for anew after a minute', async () => {
		const { asked, wait } = away(10_000);
		/** How often it is asked for one that is lost then. */
		const asksAt = async (atS: number) => {
			vi.setSystemTime(atS * S);
			const before = asked.length;
			const waiting = wait(atS);
			await vi.advanceTimersByTimeAsync(150 * S);
			expect((await waiting)[0]).toBe('away');
			return asked.length - before;
		};
		const counts = [await asksAt(0), await asksAt(151), await asksAt(400)];
		expect(counts).toEqual([17, 1, 17]);
	});

	it('nobody asks for runs that were stopped', async () => {
		const { asked, wait } = away(1_000);
		const stopping = new AbortController();
		const waiting = wait(0, Infinity, stopping.signal).catch(() => 'stopped');
		await vi.advanceTimersByTimeAsync(5 * S);
		stopping.abort();
		await vi.advanceTimersByTimeAsync(100 * S);
		expect(await waiting).toBe('stopped');
		expect(asked).toEqual([0, 1, 3, 7]);
	});
});

it.each<[what: string, answeredAtS: number, sentAtS: number, losses: number]>([
	['count', -1, 1, 1],
	['are forgotten with what left later and was answered', 2, 1, 0],
	['are not with what left earlier', 0, 1, 1],
])('losses %s', (_, answeredAtS, sentAtS, losses) => {
	const outage = new Outage();
	outage.lost(sentAtS * S, 3 * S);
	if (answeredAtS >= 0) outage.answered(answeredAtS * S);
	expect(outage.losses).toBe(losses);
});
