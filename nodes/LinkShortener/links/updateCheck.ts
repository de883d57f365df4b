import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shared/json';
import { isEmpty } from '../shared/parameters';

/** Fields that a link's own answer shows, with the user's name for each and what sets it. */
const FIELDS: Record<string, { title: string; sentAs: readonly string[] }> = {
	title: { title: 'Meta Title', sentAs: ['metatitle'] },
	description: { title: 'Description', sentAs: ['description'] },
	expiry: { title: 'Expiry', sentAs: ['expiry'] },
	location: { title: 'Geo Targets', sentAs: ['geotarget'] },
	device: { title: 'Device Targets', sentAs: ['devicetarget'] },
};

/**
 * The fields that a link has and an update leaves out. Pure.
 *
 * @param sent names of the fields that are sent
 */
export function fieldsToKeep(link: IDataObject, sent: readonly string[]): string[] {
	return Object.keys(FIELDS).filter(
		(key) =>
			hasValue(link[key]) && FIELDS[key]?.sentAs.some((name) => sent.includes(name)) !== true,
	);
}

/**
 * Those of them that tell whether the service keeps what is left out: not the title, where the page at a new
 * long URL may bring another one, or none. Pure.
 */
export function fieldsThatTell(link: IDataObject, sent: readonly string[]): string[] {
	return fieldsToKeep(link, sent).filter((key) => key !== 'title' || !sent.includes('url'));
}

/** The effect of an update on what it left out, as its link shows it afterwards. */
export interface UpdateEffect {
	/** Titles of the fields that had a value before and have none now. */
	cleared: string[];
	/** Whether a field still has its value. */
	anyKept: boolean;
}

/**
 * Compares a link before and after an update. Pure.
 *
 * @param sent names of the fields that were sent
 */
export function effectOf(
	before: IDataObject,
	after: IDataObject,
	sent: readonly string[],
): UpdateEffect {
	const had = fieldsThatTell(before, sent);
	const cleared = had.filter((key) => key in after && !hasValue(after[key]));
	const isKept = (key: string) => JSON.stringify(before[key]) === JSON.stringify(after[key]);
	return { cleared: cleared.map((key) => FIELDS[key]?.title ?? key), anyKept: had.some(isKept) };
}

function hasValue(value: unknown): boolean {
	if (isRecord(value)) return Object.keys(value).length > 0;
	return !isEmpty(value) && value !== 0 && value !== '0' && value !== false;
}
