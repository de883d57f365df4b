import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shared/json';
import { isEmpty } from '../shared/parameters';
import { shortUrlKey } from './shortUrl';

/** Fields of a link's detail form as the user knows them, and what else an update may change them with. */
const FIELDS: Record<string, { title: string; sentAs?: readonly string[] }> = {
	// The service may take the title of the page at the new long URL, which may have none.
	title: { title: 'Meta Title', sentAs: ['metatitle', 'url'] },
	description: { title: 'Description' },
	expiry: { title: 'Expiry' },
	location: { title: 'Geo Targets', sentAs: ['geotarget'] },
	device: { title: 'Device Targets', sentAs: ['devicetarget'] },
};

/** What every link has, whatever an update does. */
const ALWAYS_THERE = ['id', 'date', 'longurl', 'shorturl'];

/** What became of the fields that an update was not sent. */
export interface Unsent {
	/** Names of those that had a value before and none afterwards. */
	lost: string[];
	/** Whether there was one that has its value still. */
	anyKept: boolean;
}

/**
 * Compares a link's details before and after an update. Pure.
 *
 * @param sent names of the fields that the user gave
 */
export function unsentFields(
	before: IDataObject,
	after: IDataObject,
	sent: readonly string[],
): Unsent {
	const had = fieldsToKeep(before, sent);
	const lost = had.filter((key) => !hasValue(after[key]));
	const isMoved =
		shortUrlKey(before) !== shortUrlKey(after) && !isAnySent(['custom', 'alias', 'domain'], sent);
	return {
		lost: [...lost.map((key) => FIELDS[key]?.title ?? key), ...(isMoved ? ['Short URL'] : [])],
		anyKept: lost.length < had.length,
	};
}

/**
 * The fields of a link's details that have a value and that an update leaves out. Pure.
 *
 * @param sent names of the fields that the user gave
 */
export function fieldsToKeep(details: IDataObject, sent: readonly string[]): string[] {
	return Object.keys(details).filter(
		(key) =>
			!ALWAYS_THERE.includes(key) &&
			!isAnySent([key, ...(FIELDS[key]?.sentAs ?? [])], sent) &&
			hasValue(details[key]),
	);
}

function isAnySent(names: readonly string[], sent: readonly string[]): boolean {
	return names.some((name) => sent.includes(name));
}

function hasValue(value: unknown): boolean {
	if (isRecord(value)) return Object.keys(value).length > 0;
	return !isEmpty(value) && value !== 0 && value !== false;
}
