import { describe, expect, it } from 'vitest';

import { Congestion, type Departure } from '../../../../nodes/LinkShortener/api/gate/congestion';

const PAGE = { kind: 'busy', status: 503, title: '' } as const;

/** A host with some requests under way, whose pages and responses a test gives. */
class Play {
	readonly congestion = new Congestion();

	readonly underWay: Departure[] = [];

	private endedAt = -Infinity;

	/** @param s seconds */
	send(count: number, s: number): void {
		for (let left = count; left > 0; left -= 1)
			this.underWay.push(this.congestion.leaves(1_000 * s));
	}

	turnAway(count: number, s: number): void {
		this.end(count, s, (departure) => {
			this.congestion.turnedAway(PAGE, departure, 1_000 * s);
		});
	}

	answer(count: number, s: number): void {
		this.end(count, s, ({ at }) => {
			this.congestion.answered(at, 1_000 * s);
		});
	}

	/** How many may leave at a moment. */
	free(s: number): number {
		let count = 0;
		const sent: Departure[] = [];
		while (count < 100 && this.congestion.waitOf(1_000 * s) === undefined) {
			count += 1;
			sent.push(this.congestion.leaves(1_000 * s));
		}
		// They have not left in truth, so they come back before anything was known of them.
		for (const { at } of sent) this.congestion.ends(Math.min(at, this.endedAt));
		return count;
	}

	private end(count: number, s: number, learn: (departure: Departure) => void): void {
		for (const departure of this.underWay.splice(0, count)) {
			learn(departure);
			this.endedAt = 1_000 * s;
			this.congestion.ends(1_000 * s);
		}
	}
}

describe('how many more requests may leave', () => {
	it('are any, also after a single page', () => {
		const play = new Play();
		play.send(20, 0);
		play.turnAway(1, 0.1);
		expect(play.free(0.1)).toBe(100);
		play.turnAway(1, 2);
		expect(play.free(2)).toBe(100);
	});

	it('are half as many as were under way once two pages come together, whatever else had left by then', () => {
		const play = new Play();
		play.send(40, 0);
		play.turnAway(20, 0.1);
		play.answer(20, 0.4);
		expect(play.free(0.4)).toBe(19);
	});

	it('grow by one a round, and not to the number that was refused within a minute, then two', () => {
		const play = new Play();
		const grow = (s: number) => {
			for (let round = 0; round < 10; round += 1) {
				const size = play.free(s);
				play.send(size, s);
				play.answer(size, s);
			}
			return play.free(s);
		};
		play.send(8, 0);
		play.turnAway(2, 0.1);
		play.answer(6, 0.3);
		expect([grow(1), grow(59)]).toEqual([6, 6]);
		expect(grow(61)).toBeGreaterThan(7);
		const size = play.free(62);
		play.send(size, 62);
		play.turnAway(2, 62.1);
		play.answer(size - 2, 62.3);
		expect([grow(63), grow(150)].every((most) => most < size)).toBe(true);
		expect(grow(183)).toBeGreaterThanOrEqual(size);
	});

	it('are all again ten minutes after the latest page', () => {
		const play = new Play();
		play.send(8, 0);
		play.turnAway(2, 0.1);
		play.answer(6, 0.3);
		play.send(3, 700);
		play.turnAway(1, 700);
		expect(play.free(700)).toBe(100);
	});
});

describe('a request that goes alone and gets a page', () => {
	it('is followed by pauses of about 1, 2, 4, 8, 10, 10 … s, and is given up after two minutes', () => {
		const play = new Play();
		const pauses: number[] = [];
		let at = 0;
		while (at < 200) {
			play.send(1, at);
			play.turnAway(1, at);
			const wait = play.congestion.waitOf(1_000 * at);
			if (wait?.isHopeless) break;
			pauses.push(Math.floor(((wait?.until ?? 0) - 1_000 * at) / 1_000));
			at = (1 + (wait?.until ?? 0)) / 1_000;
			expect(play.free(at)).toBe(1);
		}
		expect(pauses.slice(0, 6)).toEqual([1, 2, 4, 8, 10, 10]);
		expect(at).toBeGreaterThan(120);
		expect(at).toBeLessThan(140);
		expect(play.congestion.waitOf(1_000 * (at + 30))).toMatchObject({ isHopeless: true });
		expect(play.free(at + 61)).toBe(1);
	});

	it('starts over with any response, also to another request', () => {
		const play = new Play();
		play.send(1, 0);
		play.turnAway(1, 0);
		play.send(1, 0.1);
		play.answer(1, 0.2);
		expect(play.free(0.2)).toBe(100);
	});

	it('tells of itself only after a rest', () => {
		const play = new Play();
		const [first, second] = [play.congestion.leaves(0), play.congestion.leaves(0)];
		expect([first.isRested, second.isRested]).toEqual([true, false]);
		play.congestion.ends(500);
		play.congestion.ends(500);
		expect(play.congestion.leaves(1_000)).toMatchObject({ isAlone: true, isRested: false });
	});
});
