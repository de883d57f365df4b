import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	ChosenLinks,
	type ChosenLinksState,
} from '../../../../nodes/LinkShortener/trigger/cursors/chosenLinks';
import { UserFacingError } from '../../../../nodes/LinkShortener/shared/userFacingError';

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
});
