import { isRecord, toText, withoutInvisible } from '../../shared/json';
import { isEmpty } from '../../shared/n8n/parameters';
import { type UserFacingError, wrongValue } from '../../shared/userFacingError';
import { startIn } from '../../shared/values/single';
import { yearInFront } from '../../shared/values/dateText';
import { refuseUnmeantValue } from '../../shared/values/text';
import type { Field, FieldCall } from '../../operations/fields';
import { readDateOrder, yearFirst, type OrderChosen } from './dateOrder';

const FIELD = 'Expiry';

const DAY_STARTS =
	'A link with a date and no time stops working at 0:00 of that day. For the whole day, add 23:59.';
const EXAMPLE = '2030-12-31 18:00:00';

/** Without a zone. */
const WALL_CLOCK =
	/^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:(?:T|,?\s)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s?([ap])\.?m\.?)?)?$/i;

/** With `Z` or an offset. */
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})$/i;

/** Days from 1899-12-30, where spreadsheets begin to count, to 1970-01-01. */
const SPREADSHEET_EPOCH_DAYS = 25_569;
const DAY_SECONDS = 86_400;

export const expiryTimeZoneField: Field = {
	displayName: 'Expiry Time Zone',
	name: 'timezone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Europe/Berlin',
	description: 'Time zone of the expiry date. Defaults to the time zone of the workflow.',
	// It tells how Expiry is read, and is not sent itself.
	read: () => undefined,
};

export const expiryField: Field & { name: 'expiry' } = {
	displayName: 'Expiry',
	name: 'expiry',
	type: 'dateTime',
	default: '',
	builderHint: {
		propertyHint:
			"A day after today. Takes a text (2027-03-31 18:00:00) or a date: expr('{{ $now.plus({ days: 30 }) }}')",
	},
	description:
		'When the link stops working, from tomorrow on. Without a time, at the start of that day.',
	columnNames: [
		...['Expiry Date', 'Expires', 'Expires At', 'Expires Date', 'Expires On', 'Expires Until'],
		...['Expiration', 'Expiration Date', 'Valid Until', 'Ablaufdatum', 'Gültig bis', 'Läuft ab am'],
		...['Fecha de caducidad', 'Fecha de vencimiento', 'Válido hasta', 'Vence', 'Caduca'],
		...["Date d'expiration", "Valable jusqu'au", 'Expire le', 'Data di scadenza', 'Scadenza'],
		...['Valido fino al', 'Data de validade', 'Data de expiração', 'Válido até', 'Expira em'],
		...['Vervaldatum', 'Geldig tot', 'Verloopt op', 'Data wygaśnięcia', 'Ważny do', 'Wygasa'],
		...[
			'Utgångsdatum',
			'Giltig till',
			'Udløbsdato',
			'Gyldig til',
			'Son kullanma tarihi',
			'Geçerlilik tarihi',
		],
	],
	read: (value, _, call) => toExpiry(value, call),
	readCell: (value, column, call) => toExpiry(value, call, column),
};

/** A file's form has one expiry, so its options offer no order of dates. */
export const fileExpiryField: Field = {
	...expiryField,
	read: (value, _, call) => toExpiry(value, call, undefined, false),
};

export interface Expiry {
	/** `YYYY-MM-DD HH:MM:SS`, without a zone. */
	wallClock: string;
	/** Its day is today or before, which the service does not take. */
	isOver: boolean;
	/** Why it cannot be set, if it lies in the past. */
	past?: UserFacingError;
}

/** In the time zone of the form, else the workflow's. @throws {UserFacingError} as `readExpiry` */
export function expiryOf(
	given: unknown,
	{ parameters, timezone, hint }: FieldCall,
	column?: string,
	isOffered?: boolean,
): Expiry | undefined {
	const value = startIn(given);
	if (isEmpty(value)) return undefined;
	const field = column === undefined ? FIELD : withoutInvisible(column);
	refuseUnmeantValue(value, field);
	const zones = ['additionalFields', 'updateFields'].map((name) =>
		toText(parameters.fields(name).timezone),
	);
	const zone = zones.find((one) => one !== '') ?? timezone;
	const chosen = readDateOrder(parameters);
	const expiry = readExpiry(value, zone, Date.now(), { field, chosen, isOffered });
	// The panel says it of what is typed into its field.
	const isOfItem = column !== undefined || parameters.varyByItem;
	if (isOfItem && isDayAlone(value)) hint(DAY_STARTS);
	return expiry;
}

function toExpiry(...given: Parameters<typeof expiryOf>): string | undefined {
	const { wallClock, past } = expiryOf(...given) ?? {};
	if (past !== undefined) throw past;
	return wallClock;
}

function isDayAlone(value: unknown): boolean {
	const text = toText(value);
	const isEpoch = /^\d{10,}/.test(text);
	return !isEpoch && !/:|T\d/i.test(text);
}

interface ExpiryContext extends OrderChosen {
	field?: string;
}

/**
 * Pure. A value without a zone (the date picker, a CSV) is taken as it stands; a moment (ISO with an offset, a Luxon
 * or JavaScript date, epoch seconds or milliseconds) is converted to `timezone`, an IANA name. 20,000 to 80,000 is a
 * spreadsheet's day number.
 * @throws {UserFacingError} when the value is no date, or one that may be read in two ways
 */
export function readExpiry(
	value: unknown,
	timezone: string,
	nowMs: number,
	{ field = FIELD, ...order }: ExpiryContext = {},
): Expiry {
	const written = typeof value === 'string' ? yearFirst(toText(value), field, order) : value;
	const wallClock = readWallClock(written, timezone);
	if (wallClock === undefined) {
		throw wrongValue(field, `"${toText(value)}" is not a recognized date`, EXAMPLE);
	}
	const now = momentToWallClock(nowMs, timezone) ?? '';
	const isOver = wallClock.slice(0, 10) <= now.slice(0, 10);
	if (wallClock > now) return { wallClock, isOver };
	const what = `"${wallClock}" is in the past (time zone ${timezone})`;
	const past = wrongValue(field, what, `${EXAMPLE}; the service requires a day after today`);
	return { wallClock, isOver, past };
}

export function readWallClock(value: unknown, timezone: string): string | undefined {
	if (value instanceof Date) return momentToWallClock(value.getTime(), timezone);
	if (hasMillis(value)) return momentToWallClock(value.toMillis(), timezone);
	const text = yearInFront(toText(value));
	const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
	if (number !== undefined) return numberToWallClock(number, timezone);

	const parts = WALL_CLOCK.exec(text);
	if (parts !== null) {
		const [, year, , month, day, hour, minute, second, half] = parts;
		const time = `${two(hourOfDay(hour, half))}:${two(minute)}:${two(second)}`;
		const wallClock = `${year}-${two(month)}-${two(day)} ${time}`;
		if (existsInCalendar(wallClock)) return wallClock;
	} else if (MOMENT.test(text) && existsInCalendar(`${text.slice(0, 10)} 00:00:00`)) {
		const moment = Date.parse(text.replace(' ', 'T').replace(/\s/, ''));
		return momentToWallClock(moment, timezone);
	}
	return undefined;
}

function numberToWallClock(number: number, timezone: string): string | undefined {
	if (number >= 20_000 && number <= 80_000) {
		// A spreadsheet's date has no zone either: its parts are read as they stand.
		const seconds = Math.round((number - SPREADSHEET_EPOCH_DAYS) * DAY_SECONDS);
		return utcWallClock(seconds * 1000);
	}
	if (number >= 1e9 && number < 1e10) return momentToWallClock(number * 1000, timezone);
	return number >= 1e12 && number < 1e13 ? momentToWallClock(number, timezone) : undefined;
}

/** From 0 to 23; undefined hours and those of 24 hours as they are. */
function hourOfDay(hour: string | undefined, half: string | undefined): string | undefined {
	if (hour === undefined || half === undefined) return hour;
	const number = Number(hour);
	// Such as 13 PM, which is no time.
	if (number < 1 || number > 12) return '99';
	return String((number % 12) + (half.toLowerCase() === 'p' ? 12 : 0));
}

function two(part = ''): string {
	return part.padStart(2, '0');
}

/** JavaScript would turn 31 February into 3 March. */
function existsInCalendar(wallClock: string): boolean {
	const ms = Date.parse(`${wallClock.replace(' ', 'T')}Z`);
	return !Number.isNaN(ms) && utcWallClock(ms) === wallClock;
}

function utcWallClock(epochMs: number): string {
	return new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** From whichever copy of Luxon an expression made it. */
function hasMillis(value: unknown): value is { toMillis(): number } {
	return isRecord(value) && typeof value.toMillis === 'function';
}

/** Undefined for an invalid date. @throws {UserFacingError} when there is no such time zone */
export function momentToWallClock(epochMs: number, timezone: string): string | undefined {
	if (Number.isNaN(epochMs)) return undefined;
	const format = formats.get(timezone) ?? wallClockFormat(timezone);
	formats.set(timezone, format);
	const parts = Object.fromEntries(
		format.formatToParts(epochMs).map(({ type, value }) => [type, value]),
	);
	return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`;
}

/** Making a format is slow, and a run needs the same one for every item. */
const formats = new Map<string, Intl.DateTimeFormat>();

function wallClockFormat(timezone: string): Intl.DateTimeFormat {
	try {
		return new Intl.DateTimeFormat('en-CA', {
			timeZone: timezone,
			hourCycle: 'h23',
			year: 'numeric',
			month: '2-digit',
			day: '2-digit',
			hour: '2-digit',
			minute: '2-digit',
			second: '2-digit',
		});
	} catch {
		throw wrongValue('Expiry Time Zone', `"${timezone}" is not a time zone`, 'Europe/Berlin');
	}
}
