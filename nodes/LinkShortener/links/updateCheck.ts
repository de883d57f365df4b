import type { IDataObject } from 'n8n-workflow';

import { isRecord, toText } from '../shared/json';
import { isEmpty } from '../shared/parameters';
import { decodeEntities } from './longUrl';
import { shortUrlKey } from './shortUrl';

/**
 * Fields of a link's detail form, with the user's name for each and the other fields of an update that may
 * change it.
 */
const FIELDS: Record<string, { title: string; sentAs?: readonly string[] }> = {
	// The service may take the title of the page at the new long URL, which may have none.
	title: { title: 'Meta Title', sentAs: ['metatitle', 'url'] },
	description: { title: 'Description' },
	expiry: { title: 'Expiry' },
	location: { title: 'Geo Targets', sentAs: ['geotarget'] },
	device: { title: 'Device Targets', sentAs: ['devicetarget'] },
};

/** Fields that every link has, whatever an update does. */
const ALWAYS_THERE = ['id', 'date', 'longurl', 'shorturl'];

/** The effect of an update, as a reading of its link shows it. */
export interface UpdateCheck {
	/** Names of the fields that were not sent, had a value before and have none now. */
	cleared: string[];
	/** Whether a field that was not sent still has its value. */
	anyKept: boolean;
	/** Whether the reading is certainly newer than the update, because a field that was sent has changed. */
	isNewer: boolean;
}

/**
 * Compares a link's details before and after an update. Pure.
 *
 * @param sent names of the fields that the user gave
 */
export function checkUpdate(
	before: IDataObject,
	after: IDataObject,
	sent: readonly string[],
): UpdateCheck {
	const had = fieldsToKeep(before, sent);
	const cleared = had.filter((key) => !hasValue(after[key]));
	const isSent = (key: string) => isAnySent([key, ...(FIELDS[key]?.sentAs ?? [])], sent);
	const hasChanged = (key: string) => JSON.stringify(before[key]) !== JSON.stringify(after[key]);
	const isMoved =
		shortUrlKey(before) !== shortUrlKey(after) && !isAnySent(['custom', 'alias', 'domain'], sent);
	return {
		cleared: [
			...cleared.map((key) => FIELDS[key]?.title ?? key),
			...(isMoved ? ['Short URL'] : []),
		],
		anyKept: cleared.length < had.length,
		isNewer:
			(sent.includes('url') && hasChanged('longurl')) ||
			Object.keys(FIELDS).some((key) => isSent(key) && hasChanged(key)),
	};
}

/**
 * Whether a reading of the link can show that it is newer than the update, because a visible field is sent
 * with a new value. Pure.
 *
 * @param body what is sent
 */
export function wouldShow(before: IDataObject, body: IDataObject): boolean {
	const { url, metatitle, description } = body;
	const texts = [
		[url, before.longurl],
		[metatitle, before.title],
		[description, before.description],
	];
	const differs = texts.some(
		([sent, shown]) =>
			sent !== undefined && decodeEntities(toText(sent)) !== decodeEntities(toText(shown)),
	);
	return differs || ['expiry', 'geotarget', 'devicetarget'].some((name) => name in body);
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

/**
 * Whether a reading of the link shows if an update that leaves a field out keeps it. Pure.
 *
 * @param name of the field, as it is sent
 * @param sent names of all fields that could be sent
 */
export function showsIfKept(details: IDataObject, name: string, sent: readonly string[]): boolean {
	const others = sent.filter((other) => other !== name);
	return Object.entries(FIELDS).some(
		([key, { sentAs = [] }]) =>
			[key, ...sentAs].includes(name) &&
			!isAnySent([key, ...sentAs], others) &&
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
