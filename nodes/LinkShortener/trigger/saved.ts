import type { IDataObject } from 'n8n-workflow';

import { isRecord, toText } from '../shared/json';
import type { Owner } from './account';

/** What is kept in n8n's static data. */
export interface Saved extends Owner {
	/** What was watched. */
	configKey: string;
	cursor: IDataObject;
}

/** What a poll without events left, and the saved state it began with. */
interface Unsaved {
	basis: string;
	saved: Saved;
}

/**
 * n8n saves static data only with what a poll emits, and may build a new context for every poll from
 * what it saved. So what a poll without events leaves is kept here as well.
 */
const unsaved = new Map<string, Unsaved>();

/** @param trigger which trigger node of which workflow */
export function readSaved(trigger: string, staticData: IDataObject): Saved | undefined {
	const saved = parse(staticData);
	const later = unsaved.get(trigger);
	return saved !== undefined && later?.basis === JSON.stringify(saved) ? later.saved : saved;
}

/** Written in place and only where something has changed: an idle poll leaves n8n nothing to save. */
export function save(
	trigger: string,
	staticData: IDataObject,
	next: Saved,
	hasEvents: boolean,
): void {
	const saved = parse(staticData);
	if (hasEvents || saved === undefined) unsaved.delete(trigger);
	else unsaved.set(trigger, { basis: JSON.stringify(saved), saved: next });
	for (const [name, value] of Object.entries(next) as Array<[string, IDataObject[string]]>) {
		if (JSON.stringify(staticData[name]) !== JSON.stringify(value)) staticData[name] = value;
	}
}

function parse({ configKey, key, address, account, cursor }: IDataObject): Saved | undefined {
	if (typeof configKey !== 'string' || typeof key !== 'string') return undefined;
	if (!isRecord(cursor)) return undefined;
	return { configKey, key, address: toText(address), account: toText(account), cursor };
}
