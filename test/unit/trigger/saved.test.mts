import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { TriggerMemory } from '../../../nodes/LinkShortener/trigger/memory';
import { readSaved, save, type Saved } from '../../../nodes/LinkShortener/trigger/saved';

const state = (offset: number): Saved => ({
	configKey: 'c',
	key: 'k',
	address: 'a',
	account: '7',
	cursor: { offset },
});

/** Static data as n8n saved it, in a context of its own. */
const copy = (data: object) => JSON.parse(JSON.stringify(data)) as IDataObject;

describe('the state of a poll without events', () => {
	it('is remembered while the saved one is still that one', () => {
		const [memory, inDatabase] = [new TriggerMemory(), copy(state(1))];
		save(memory, copy(inDatabase), state(2), false);
		expect(readSaved(memory, copy(inDatabase))).toEqual(state(2));
		save(memory, copy(inDatabase), state(3), false);
		expect(readSaved(memory, copy(inDatabase))).toEqual(state(3));
		expect(readSaved(new TriggerMemory(), copy(inDatabase))).toEqual(state(1));
		expect(readSaved(memory, copy(state(9)))).toEqual(state(9));
	});

	it('is remembered where n8n has saved nothing yet, or what it saved is damaged', () => {
		for (const inDatabase of [{}, { configKey: 5 }, { configKey: 'c', key: 'k', cursor: 'x' }]) {
			const memory = new TriggerMemory();
			expect(readSaved(memory, copy(inDatabase))).toBeUndefined();
			save(memory, copy(inDatabase), state(2), false);
			expect(readSaved(memory, copy(inDatabase))).toEqual(state(2));
		}
	});

	it('is forgotten with the next events, and where nothing was saved', () => {
		const [memory, inDatabase] = [new TriggerMemory(), copy(state(1))];
		save(memory, copy(inDatabase), state(2), false);
		save(memory, inDatabase, state(3), true);
		expect(readSaved(memory, copy(state(1)))).toEqual(state(1));
		expect(readSaved(memory, inDatabase)).toEqual(state(3));
		expect(readSaved(memory, {})).toBeUndefined();
	});

	it('leaves static data untouched when nothing has changed', () => {
		const frozen = Object.freeze(copy(state(1)));
		expect(() => {
			save(new TriggerMemory(), frozen, state(1), false);
		}).not.toThrow();
	});
});
