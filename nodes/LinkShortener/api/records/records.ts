import type { IDataObject } from 'n8n-workflow';

import { SHORT_URL_KEYS } from '../http/response';
import { ACCOUNT } from '../request/sendOnce';
import { defined, eachValue, isRecord, toText, type Value } from '../../shared/text';
import { answeredWithout, UserFacingError, settle } from '../../shared/userFacingError';
import type { ServiceRequest } from '../http/types';
import type { Send } from './list';

/** Arrive as `13` or `"13"`, or as a list of such. */
const NUMBER_KEYS = [
	'id',
	'planid',
	'clicks',
	'scans',
	'downloads',
	'views',
	'uniqueClicks',
	'uniqueclicks',
	'campaign',
	'channel',
];

/** Arrive as `true`, `1`, `"1"` or `"true"`. */
const BOOLEAN_KEYS = ['public', 'starred'];

/** The requests that most kinds of record have. */
export interface RecordCalls {
	/** Without an id where the answer names none. */
	create(fields: IDataObject): Promise<IDataObject>;
	update(id: number, changes: IDataObject): Promise<unknown>;
	delete(id: number): Promise<unknown>;
}

/** Unknown fields pass through, and so does one that a service extends (a campaign as an object, say). */
export function tidyRecord(raw: IDataObject): IDataObject {
	const record: IDataObject = { ...raw };
	// A key `error` inside a record would make n8n take the item for a failed one.
	delete record.error;
	for (const key of NUMBER_KEYS) if (key in record) record[key] = toNumber(record[key]);
	for (const key of BOOLEAN_KEYS) if (key in record) record[key] = toBoolean(record[key]);
	return record;
}

/** Undefined if it is no whole number from 1 on. */
export function idOf(record: IDataObject): number | undefined {
	const id = toNumber(record.id);
	return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Anything but `13`, `"13"`, and lists of such as it came: a link may be in several channels. */
export function toNumber(value: Value): Value {
	if (Array.isArray(value)) return value.map((part: Value) => toNumber(part));
	return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

function toBoolean(value: Value): Value {
	if (value === 1 || value === '1' || value === 'true') return true;
	if (value === 0 || value === '0' || value === 'false' || value === '') return false;
	return value;
}

/** Its name comes under `domain` or `campaign` (seen on real services), where digits are a name. */
export function campaignRecord(raw: IDataObject): IDataObject {
	const key = ['name', 'domain', 'campaign'].find((place) => toText(raw[place]) !== '') ?? 'name';
	const { [key]: name, ...rest } = raw;
	return { ...tidyRecord(rest), name: typeof name === 'number' ? String(name) : name };
}

/** Brands and forks nest them in `data`. */
export function createdFields(answer: IDataObject): IDataObject {
	const { data } = answer;
	const isAtTop = ['id', ...SHORT_URL_KEYS].some((key) => answer[key] !== undefined);
	return isRecord(data) && !isAtTop ? data : answer;
}

/** Old builds say `short`, forks `short_url` (seen on real services). @throws {UserFacingError} without any */
export function createdLinkRecord(raw: IDataObject): IDataObject {
	const answer = tidyRecord(createdFields(raw));
	const { id, details, ...fields } = answer;
	const named = [
		...SHORT_URL_KEYS.map((key) => fields[key]),
		isRecord(details) && details.shorturl,
	];
	const shorturl = named.find((url) => typeof url === 'string' && url !== '');
	if (typeof shorturl !== 'string') {
		throw new UserFacingError(
			'The link was created, but the service did not return its short URL',
			'Look for the link in the service before you run this item again, so that it is not created twice.',
		);
	}
	const rest = Object.entries(fields).filter(([key]) => !SHORT_URL_KEYS.includes(key));
	// `null`, `0`, an empty text and `false` are no ids (seen in answers).
	return { ...(id ? { id } : {}), shorturl, ...Object.fromEntries(rest) };
}

/** One brand writes the id into a list, beside its name: `{ 0: "id", 1: 7 }`. */
export function uploadedFile(answer: IDataObject): IDataObject {
	const { 0: name, 1: listed, ...rest } = answer;
	return tidyRecord(name === 'id' ? { id: listed, ...rest } : answer);
}

/** As the service sends it, but a QR code's date, which services have under `data` in `details`, is under `date`. */
export function detailRecord(raw: IDataObject) {
	const { data: date, ...given } = isRecord(raw.details) ? raw.details : {};
	const dated = typeof date === 'string' ? { ...given, date: given.date ?? date } : raw.details;
	const details = isRecord(dated) ? tidyRecord(dated) : {};
	const data = isRecord(raw.data) ? tidyStatistics(raw.data) : {};
	return { id: toNumber(raw.id ?? details.id), details, data };
}

export function flatDetailRecord(raw: IDataObject): IDataObject {
	const { id, details, data } = detailRecord(raw);
	return { id, ...details, ...data, ...defined({ id }) };
}

/** Counters throughout, per country, browser, network and so on. */
function tidyStatistics(raw: IDataObject): IDataObject {
	return eachValue(tidyRecord(raw), (value) =>
		isRecord(value) ? eachValue(value, toNumber) : toNumber(value),
	);
}

/** A link and a QR code may have the same id. */
export function channelItemKey(raw: IDataObject): string {
	return `${toText(raw.type)}:${toText(raw.id)}`;
}

/** Bare or, as Laravel does it, under `data`. @throws {UserFacingError} when the answer holds no pixel */
export function pixelRecord(raw: IDataObject): IDataObject {
	const record = shownPixel(raw);
	if (record === undefined) throw answeredWithout('a pixel');
	return record;
}

/** The answer to its create is not described; one that shows no pixel leaves it as it was sent. */
export function createdPixelRecord(raw: IDataObject, sent: IDataObject): IDataObject {
	const record = shownPixel(raw);
	return record === undefined ? sent : { id: record.id, ...sent, ...record };
}

function shownPixel(raw: IDataObject): IDataObject | undefined {
	const record = isRecord(raw.data) ? raw.data : raw;
	return toText(record.id) === '' ? undefined : tidyRecord(record);
}

/** The smallest read there is, by which address and key are tried. @throws {UserFacingError} */
export async function readAccount(client: { request: Send }, isOnce = false): Promise<IDataObject> {
	const { data } = await client.request({ ...ACCOUNT, isOnce });
	if (!isRecord(data)) throw answeredWithout('an account');
	return data;
}

/** Never sent twice: one that cannot be returned may have been done. @throws {UserFacingError} also for that */
export async function createRecord(
	client: { request: Send },
	request: Omit<ServiceRequest, 'method'>,
	read: (answer: IDataObject) => IDataObject,
): Promise<IDataObject> {
	const answer = await client.request({ ...request, method: 'POST' });
	const record = await settle(Promise.resolve(createdFields(answer)).then(read));
	if (!(record instanceof UserFacingError) && isNamed(record)) return record;
	throw new UserFacingError(
		'The record was created, but the service did not return it',
		'Look for it in the service before you run this item again, so that it is not created twice.',
		{ mayBeDone: true },
	);
}

function isNamed({ id, shorturl }: IDataObject): boolean {
	return id !== undefined || toText(shorturl) !== '';
}
