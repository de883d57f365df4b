import type { IDataObject } from 'n8n-workflow';

import { flatDetailRecord } from '../../api/records/records';
import { settle, UserFacingError } from '../../shared/userFacingError';
import { hasValue } from './forgetsFields';
import { SHOWN_FIELDS } from '../link/linkFields';

/** What became of fields that an update sent empty, by the API's names. Lists without a field are left out. */
export interface Cleared {
	cleared?: string[];
	/** Those that the service kept. */
	notCleared?: string[];
	/** Those that it does not show. */
	sent?: string[];
}

/**
 * What became of fields that were sent empty. Pure. A field counts as kept if it has the value that it had: a
 * service may show another title in place of none.
 *
 * @param after the link as the service shows it now; undefined if it cannot be read
 */
export function clearedFields(
	names: readonly string[],
	before: IDataObject,
	after: IDataObject | undefined,
): Cleared {
	const parts = { cleared: [] as string[], notCleared: [] as string[], sent: [] as string[] };
	for (const name of names) {
		const key = SHOWN_FIELDS.get(name)?.shownAs ?? '';
		if (after === undefined || !(key in after)) parts.sent.push(name);
		else if (hasValue(after[key]) && isSame(before[key], after[key])) parts.notCleared.push(name);
		else parts.cleared.push(name);
	}
	return Object.fromEntries(Object.entries(parts).filter(([, fields]) => fields.length > 0));
}

function isSame(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Sends an update, and reads the link before and after it.
 *
 * @param names the fields that it empties
 * @param read reads the link
 */
export async function updateAndCompare(
	names: readonly string[],
	read: () => Promise<IDataObject>,
	update: () => Promise<IDataObject>,
): Promise<IDataObject & Cleared> {
	const before = flatDetailRecord(await read());
	const record = await update();
	const answer = await settle(read());
	const after = answer instanceof UserFacingError ? undefined : flatDetailRecord(answer);
	return { ...record, ...clearedFields(names, before, after) };
}
