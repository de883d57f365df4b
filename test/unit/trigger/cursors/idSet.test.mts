import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdSet } from '../../../../nodes/LinkShortener/trigger/cursors/idSet';

describe('a set of ids', () => {
	it('is the same set after being saved', () => {
		const ids = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 40 });
		fc.assert(
			fc.property(ids, ids, (saved, added) => {
				const first = new IdSet();
				for (const id of saved) first.add(id);
				const set = new IdSet(first.toText());
				for (const id of added) set.add(id);
				const all = new Set([...saved, ...added]);
				for (let id = 0; id <= 61; id += 1) expect(set.has(id)).toBe(all.has(id));
				expect(set.ids).toEqual([...all].sort((one, other) => one - other));
			}),
		);
	});

	it('counts down from the top', () => {
		const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 });
		fc.assert(
			fc.property(ids, fc.nat(60), fc.nat(40), (members, top, count) => {
				const set = new IdSet();
				for (const id of members) set.add(id);
				const falling = members.filter((id) => id <= top).sort((one, other) => other - one);
				expect(set.fromTop(top, count)).toBe(falling[count]);
			}),
		);
	});

	it.each([
		[[], 0, ''],
		[[5], 0, '5'],
		[[3, 1, 2, 7], 0, '1-3,7'],
		[[3, 1, 2, 7], 2, '3,7'],
		[[3, 1, 2, 7], 9, ''],
	])('%j above %i is written as "%s"', (ids, mark, text) => {
		const set = new IdSet();
		for (const id of ids) set.add(id);
		expect(set.toText(mark)).toBe(text);
	});

	it('of too many runs is kept as one', () => {
		const set = new IdSet('3-4');
		for (let id = 10; id <= 50_000; id += 2) set.add(id);
		expect(set.toText()).toBe('3-50000');
		expect(set.toText(49_998)).toBe('50000');
	});
});
