import { beforeEach, describe, expect, it, vi } from 'vitest';

import { Lane, Lanes } from '../../../nodes/LinkShortener/links/lanes';
import { wantedLink } from '../../../nodes/LinkShortener/links/wantedLink';

beforeEach(() => {
	vi.useFakeTimers();
	return () => vi.useRealTimers();
});

const client = {
	waitFor: async (work: Promise<unknown>) => {
		await work;
	},
};

/** A run that was stopped: it waits for nobody. */
const stopped = { waitFor: async () => await Promise.reject(new Error('stopped')) };

/** Work that notes when it began, and ends when it is told to. */
function workOf(log: string[], name: string) {
	let end: () => void = () => undefined;
	const ended = new Promise<void>((resolve) => (end = resolve));
	const work = async () => {
		log.push(name);
		await ended;
	};
	return { work, end: () => end() };
}

const soon = async () => await vi.advanceTimersByTimeAsync(0);

describe('a lane', () => {
	it('lets creates leave side by side, and whoever looks wait until all of them were answered', async () => {
		const lane = new Lane('page');
		const log: string[] = [];
		const look = workOf(log, 'looks');
		expect([lane.leave(), lane.leave()]).toEqual([true, true]);
		void lane.alone(client, look.work);
		expect(lane.leave()).toBe(false);
		lane.land();
		await soon();
		expect(log).toEqual([]);
		lane.land();
		await soon();
		expect(log).toEqual(['looks']);
		expect(lane.leave()).toBe(false);
		void lane.whenFree(client).then(() => log.push('free'));
		look.end();
		await soon();
		expect([log, lane.leave()]).toEqual([['looks', 'free'], true]);
	});

	it('lets those who want to be alone go in turn, but first whoever waits for what was sent', async () => {
		const lane = new Lane('page');
		const log: string[] = [];
		const [one, other] = [workOf(log, 'one'), workOf(log, 'other')];
		void lane.alone(client, one.work);
		void lane.alone(client, other.work);
		void lane.hold(12_000);
		one.end();
		await vi.advanceTimersByTimeAsync(11_000);
		expect(log).toEqual(['one']);
		await vi.advanceTimersByTimeAsync(1_000);
		expect(log).toEqual(['one', 'other']);
		other.end();
		await soon();
		expect(lane.leave()).toBe(true);
	});

	it('is left by a run that was stopped while it waited', async () => {
		const lane = new Lane('page');
		expect(lane.leave()).toBe(true);
		await expect(lane.alone(stopped, async () => await Promise.resolve())).rejects.toThrow();
		expect(lane.leave()).toBe(true);
	});

	it('knows whether a create that asks for something else is lost', () => {
		const lane = new Lane('page');
		const lost = [lane.lose('one'), lane.lose('one')];
		expect([lane.isAmbiguous('one'), lane.isAmbiguous('other')]).toEqual([false, true]);
		const isLost = lost.map((one) => {
			lane.resolve(one);
			return lane.isAmbiguous('other');
		});
		expect(isLost).toEqual([true, false]);
	});
});

it('is shared by creates of one alias in any spelling, or of one page, for as long as one uses it', async () => {
	const lanes = new Lanes();
	const url = 'https://example.com/page';
	const laneOf = async (body: object) =>
		await lanes.use(wantedLink({ url, ...body }), async (lane) => await Promise.resolve(lane));
	await lanes.use(wantedLink({ url, custom: 'Summer Sale' }), async (lane) => {
		expect(await laneOf({ custom: 'summer-sale', url: 'https://other.example' })).toBe(lane);
		expect(await laneOf({})).not.toBe(lane);
	});
	await lanes.use(wantedLink({ url }), async (lane) => {
		expect(await laneOf({ metatitle: 'Another' })).toBe(lane);
		void lanes.hold(lane, 12_000);
		await Promise.resolve();
	});
	await vi.advanceTimersByTimeAsync(12_000 + 60_000);
	const [one, other] = [await laneOf({}), await laneOf({})];
	expect(one).not.toBe(other);
});
