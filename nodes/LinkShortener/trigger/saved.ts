import type { IDataObject } from 'n8n-workflow';

import { isRecord, toText } from '../shared/json';
import type { Owner } from './account';

/** What is kept in n8n's static data. */
export interface Saved extends Owner {
	/** What was watched. */
	configKey: string;
	cursor: IDataObject;
}

/**
 * What a poll without events left, and the saved state it began with. n8n saves static data only with
 * what a poll emits, and may build a new context for every poll from what it saved.
 */
export interface Unsaved {
	basis: string;
	saved: Saved;
}

/** What this process remembers of a trigger besides what n8n saves. */
interface UnsavedMemory {
	unsaved: Unsaved | undefined;
}

/** The state that a trigger goes on from; undefined where there is none. */
export function readSaved({ unsaved }: UnsavedMemory, staticData: IDataObject): Saved | undefined {
	const saved = parse(staticData);
	return saved !== undefined && unsaved?.basis === JSON.stringify(saved) ? unsaved.saved : saved;
}

/** Written in place and only where something has changed: an idle poll leaves n8n nothing to save. */
export function save(
	memory: UnsavedMemory,
	staticData: IDataObject,
	next: Saved,
	hasEvents: boolean,
): void {
	const saved = parse(staticData);
	const isUnsaved = !hasEvents && saved !== undefined;
	memory.unsaved = isUnsaved ? { basis: JSON.stringify(saved), saved: next } : undefined;
	for (const [name, value] of Object.entries(next) as Array<[string, IDataObject[string]]>) {
		if (JSON.stringify(staticData[name]) !== JSON.stringify(value)) staticData[name] = value;
	}
}

function parse({ configKey, key, address, account, cursor }: IDataObject): Saved | undefined {
	if (typeof configKey !== 'string' || typeof key !== 'string') return undefined;
	if (!isRecord(cursor)) return undefined;
	return { configKey, key, address: toText(address), account: toText(account), cursor };
}
