import type { IDataObject } from 'n8n-workflow';

import { isRecord, toText } from '../shared/json';
import type { Owner } from './account';

/** The state in n8n's static data. */
export interface Saved extends Owner {
	/** The event and its settings. */
	configKey: string;
	cursor: IDataObject;
}

/**
 * The state after a poll without events, and the saved state it began with. n8n saves static data only when
 * a poll emits, and may build a new context for every poll from the saved data.
 */
export interface Unsaved {
	basis: string;
	saved: Saved;
}

/** The part of the trigger's memory that n8n does not save. */
interface UnsavedMemory {
	unsaved: Unsaved | undefined;
}

/** The state from which a trigger goes on; undefined if there is none that can be read. */
export function readSaved({ unsaved }: UnsavedMemory, staticData: IDataObject): Saved | undefined {
	return unsaved?.basis === basisOf(staticData) ? unsaved.saved : parse(staticData);
}

/** Whether n8n has a state. */
export function hasSaved({ configKey, cursor }: IDataObject): boolean {
	return configKey !== undefined || cursor !== undefined;
}

/**
 * Writes the state into the static data, and only properties that have changed, so that an idle poll leaves
 * n8n nothing to save.
 */
export function save(
	memory: UnsavedMemory,
	staticData: IDataObject,
	next: Saved,
	hasEvents: boolean,
): void {
	memory.unsaved = hasEvents ? undefined : { basis: basisOf(staticData), saved: next };
	for (const [name, value] of Object.entries(next) as Array<[string, IDataObject[string]]>) {
		if (JSON.stringify(staticData[name]) !== JSON.stringify(value)) staticData[name] = value;
	}
}

function basisOf({ configKey, key, address, account, cursor }: IDataObject): string {
	return JSON.stringify([configKey, key, address, account, cursor]);
}

function parse({ configKey, key, address, account, cursor }: IDataObject): Saved | undefined {
	if (typeof configKey !== 'string' || typeof key !== 'string') return undefined;
	if (!isRecord(cursor)) return undefined;
	const known = account === undefined ? undefined : toText(account);
	return { configKey, key, address: toText(address), account: known, cursor };
}
