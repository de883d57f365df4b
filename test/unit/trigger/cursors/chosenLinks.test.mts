import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	ChosenLinks,
	type ChosenLinksState,
} from '../../../../nodes/LinkShortener/trigger/cursors/chosenLinks';
import { toText } from '../../../../nodes/LinkShortener/shared/json';
import { UserFacingError } from '../../../../nodes/LinkShortener/shared/userFacingError';
import { runs } from '../../../random.mts';

/** Reads chosen links one after the other. */
function look(
	cursor: ChosenLinks,
	read: (link: string) => IDataObject | UserFacingError,
	budget = Infinity,
) {
	const reading = cursor.read();
	let next = reading.next();
	for (let links = 0; links < budget && next.done !== true; links += 1) {
		next = reading.next(read(next.value));
	}
	return cursor.result();
}

describe('clicks of chosen links', () => {
	it('emit nothing at the first look and count from there, one link after the other', () => {
		const poll = (clicks: number[], saved?: IDataObject, budget = 3) => {
			const cursor = new ChosenLinks(['1', '2', '3'], saved as ChosenLinksState | undefined);
			const read = (link: string) => ({ id: Number(link), clicks: clicks[Number(link) - 1] });
			return look(cursor, read, budget);
		};
		const first = poll([1, 2, 3]);
		expect(first.events).toEqual([]);
		const cut = poll([2, 3, 4], first.state, 2);
		expect(cut.events).toMatchObject([
			{ id: 1, newClicks: 1 },
			{ id: 2, newClicks: 1 },
		]);
		const rest = poll([2, 3, 4], cut.state);
		expect(rest.events).toMatchObject([{ id: 3, clicksBefore: 3, newClicks: 1 }]);
		expect(poll([0, 3, 4], rest.state).events).toEqual([]);
	});

	it('of a link chosen by id and by short URL are counted once, over polls without time too', () => {
		const short = 'https://go.example.com/one';
		const poll = (clicks: number, saved?: IDataObject, budget = 2) => {
			const cursor = new ChosenLinks(['1', short], saved as ChosenLinksState | undefined);
			return look(cursor, () => ({ id: 1, clicks }), budget);
		};
		const first = poll(5);
		expect(first.state).toEqual({ clicks: { 1: 5 }, ids: { [short]: '1' } });
		const cut = poll(8, first.state, 1);
		expect(cut.events).toMatchObject([{ id: 1, newClicks: 3 }]);
		expect(poll(8, cut.state).events).toEqual([]);
		expect(poll(9, cut.state).events).toMatchObject([{ id: 1, clicksBefore: 8, newClicks: 1 }]);
	});

	it('of a link that is gone are kept for when it comes back', () => {
		const poll = (clicks: Record<string, number>, saved?: IDataObject) => {
			const cursor = new ChosenLinks(['1', '2'], saved as ChosenLinksState | undefined);
			return look(cursor, (link) =>
				clicks[link] === undefined
					? new UserFacingError({
							message: `Link ${link}: gone`,
							remedy: 'Look.',
							kind: 'notFound',
						})
					: { id: Number(link), clicks: clicks[link] },
			);
		};
		expect(() => poll({ 2: 5 })).toThrow('Link 1: gone');
		const first = poll({ 1: 5, 2: 5 });
		const { state, events, notes } = poll({ 2: 6 }, first.state);
		expect([events.length, notes.length]).toEqual([1, 1]);
		expect(poll({ 1: 7, 2: 6 }, state).events).toMatchObject([{ id: 1, newClicks: 2 }]);
		expect(() => poll({}, state)).toThrow('gone');
	});

	it('are told once each, whatever is gone, unreadable, cut short or answered by a copy that lags', () => {
		fc.assert(
			fc.property(fc.array(happening, { maxLength: 25 }), (happenings) => {
				const play = new Play();
				for (const one of happenings) play.take(one);
				play.calmDown();
				play.take({ kind: 'poll', budget: 9, lag: 0 });
				play.take({ kind: 'poll', budget: 9, lag: 0 });
				expect(play.told).toEqual(play.clicked());
			}),
			{ numRuns: runs(2_000) },
		);
	});
});

const SHORT = 'https://go.example.com/three';

const happening = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('click' as const),
			link: fc.nat(2),
			times: fc.integer({ min: 1, max: 2_000 }),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('poll' as const),
			budget: fc.constantFrom(1, 2, 9),
			// How many steps the copy of the database that answers lags behind.
			lag: fc.constantFrom(0, 0, 1, 3),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('gone' as const), link: fc.nat(2) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('unread' as const), link: fc.nat(2) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

/** Three links that are clicked, and a trigger that watches them, one of them by its short URL. */
class Play {
	/** Clicks told, by id. */
	readonly told: Record<string, number> = {};

	private readonly chosen = ['1', '2', SHORT];

	/** The clicks of the three links after each step. */
	private readonly steps: number[][] = [[1_000, 20_000, 5_000]];

	/** The clicks of the first reading, by id. */
	private readonly first: Record<string, number | undefined> = {};

	private readonly gone = new Set<number>();

	private readonly unread = new Set<number>();

	private state: IDataObject | undefined;

	take(one: Happening): void {
		const now = this.steps.at(-1) ?? [];
		switch (one.kind) {
			case 'click':
				this.steps.push(now.map((clicks, at) => clicks + (at === one.link ? one.times : 0)));
				break;
			case 'gone':
				flip(this.gone, one.link);
				break;
			case 'unread':
				flip(this.unread, one.link);
				break;
			case 'restart':
				// What n8n saves goes through JSON.
				this.state = this.state && (JSON.parse(JSON.stringify(this.state)) as IDataObject);
				break;
			case 'poll':
				this.poll(one.budget, one.lag);
		}
	}

	private poll(budget: number, lag: number): void {
		const cursor = new ChosenLinks(this.chosen, this.state as ChosenLinksState | undefined);
		const shown = this.steps.at(-1 - lag) ?? this.steps[0] ?? [];
		const read = (link: string): IDataObject | UserFacingError => {
			const at = this.chosen.indexOf(link);
			if (this.gone.has(at)) {
				return new UserFacingError({ message: 'gone', remedy: 'Look.', kind: 'notFound' });
			}
			if (this.unread.has(at)) return { id: at + 1, clicks: 'many' };
			this.first[at + 1] ??= shown[at] ?? 0;
			return { id: at + 1, clicks: shown[at] };
		};
		let result;
		try {
			result = look(cursor, read, budget);
		} catch {
			// A poll that fails saves nothing; the first reading of a link may be one of those.
			const known = Object.keys((this.state?.clicks ?? {}) as IDataObject);
			for (const id of Object.keys(this.first)) {
				if (!known.includes(id)) Reflect.deleteProperty(this.first, id);
			}
			return;
		}
		this.state = result.state;
		for (const { id, clicksBefore, clicks, newClicks } of result.events) {
			expect(newClicks).toBe(Number(clicks) - Number(clicksBefore));
			const key = toText(id);
			this.told[key] = (this.told[key] ?? 0) + Number(newClicks);
		}
	}

	calmDown(): void {
		this.gone.clear();
		this.unread.clear();
	}

	/** The clicks since the first reading, by id. */
	clicked(): Record<string, number> {
		const now = this.steps.at(-1) ?? [];
		const since = now.map((clicks, at): [string, number] => {
			const id = String(at + 1);
			return [id, clicks - (this.first[id] ?? clicks)];
		});
		return Object.fromEntries(since.filter(([, clicks]) => clicks > 0));
	}
}

function flip(places: Set<number>, place: number): void {
	if (!places.delete(place)) places.add(place);
}
