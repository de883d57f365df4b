import type { INodeProperties } from 'n8n-workflow';

import { isRecord, toText } from '../../shared/json';
import { isEmpty } from '../../shared/parameters';
import { refuseFormulaError } from '../../shared/formulaErrors';
import { type UserFacingError, wrongValue } from '../../shared/userFacingError';
import type { Field, FieldCall } from '../common/fields';

const FIELD = 'Expiry';
const EXAMPLE = '2030-12-31 18:00:00';

/** A date that begins with its year, with or without a time, and without a zone. */
const WALL_CLOCK =
	/^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;

/** An ISO date and time with `Z` or an offset behind it: a moment, not a reading of a clock on a wall. */
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})$/i;

/** Days between 1899-12-30, where spreadsheets begin to count, and 1970-01-01. */
const SPREADSHEET_EPOCH_DAYS = 25_569;
const DAY_SECONDS = 86_400;

const HAS_EXPIRY: NonNullable<INodeProperties['displayOptions']>['show'] = {
	expiry: [{ _cnd: { exists: true } }],
};

/** Beside Expiry, since n8n shows a field for the value of another one in the same collection only. */
export const expiryTimeZoneField: Field = {
	displayName: 'Expiry Time Zone',
	name: 'timezone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Europe/Berlin',
	description: "The zone that Expiry is converted to, if it is not the workflow's",
	displayOptions: { show: HAS_EXPIRY },
	// It tells how Expiry is read, and is not sent itself.
	read: () => undefined,
};

/** The same with Map Automatically, where the expiry may come from a column. */
export const expiryTimeZoneForAllRows: Field = {
	...expiryTimeZoneField,
	displayOptions: { show: { '/dataToSend': ['autoMapInputData'] } },
};

/** The same in a collection that both modes share. */
export const expiryTimeZoneFields: readonly Field[] = [
	expiryTimeZoneForAllRows,
	{
		...expiryTimeZoneField,
		displayOptions: { show: { '/dataToSend': ['defineBelow'], ...HAS_EXPIRY } },
	},
];

export const expiryField: Field = {
	displayName: 'Expiry',
	name: 'expiry',
	type: 'dateTime',
	default: '',
	builderHint: {
		propertyHint:
			"A day after today. Takes a text (2027-03-31 18:00:00) or a date: expr('{{ $now.plus({ days: 30 }) }}')",
	},
	description:
		"When the link stops working: tomorrow or later, in the workflow's time zone or in Expiry Time Zone",
	columnNames: ['Expiry Date', 'Expires', 'Expiration', 'Expiration Date'],
	read: toExpiry,
};

/** An expiry that was read. */
export interface Expiry {
	/** As the service wants it: `YYYY-MM-DD HH:MM:SS`, without a zone. */
	wallClock: string;
	/** Whether its day is today or before, which the service does not take. */
	isOver: boolean;
	/** Why it cannot be set, if it lies in the past. */
	past?: UserFacingError;
}

/**
 * The expiry of an item, in the time zone of the form, else the workflow's; undefined where there is none.
 *
 * @param field the name of the field, or of the column that has it
 * @throws {UserFacingError} when the value is no date
 */
export function expiryOf(
	value: unknown,
	{ parameters, timezone }: FieldCall,
	field = FIELD,
): Expiry | undefined {
	if (isEmpty(value)) return undefined;
	refuseFormulaError(toText(value), field);
	const chosen = ['additionalFields', 'updateFields'].map((name) =>
		toText(parameters.fields(name).timezone),
	);
	const zone = chosen.find((one) => one !== '') ?? timezone;
	return readExpiry(value, zone, Date.now(), field);
}

function toExpiry(value: unknown, field: string, call: FieldCall): string | undefined {
	const { wallClock, past } = expiryOf(value, call, field) ?? {};
	if (past !== undefined) throw past;
	return wallClock;
}

/**
 * Reads an expiry. Pure.
 *
 * A value without a zone (the date picker, a CSV) is taken as it stands. A moment (an ISO string with an
 * offset, a Luxon or JavaScript date, epoch seconds or milliseconds) is converted to the wall clock of
 * `timezone`. A number between 20,000 and 80,000 is a spreadsheet's day number.
 *
 * @param timezone IANA name: the workflow's, unless the user names another
 * @param nowMs epoch milliseconds
 * @throws {UserFacingError} when the value is no date
 */
export function readExpiry(value: unknown, timezone: string, nowMs: number, field = FIELD): Expiry {
	const wallClock = readWallClock(value, timezone);
	if (wallClock === undefined) {
		throw wrongValue(field, `"${toText(value)}" is not a recognized date`, EXAMPLE);
	}
	const now = momentToWallClock(nowMs, timezone) ?? '';
	const isOver = wallClock.slice(0, 10) <= now.slice(0, 10);
	if (wallClock > now) return { wallClock, isOver };
	const what = `"${wallClock}" is in the past (time zone ${timezone})`;
	const past = wrongValue(field, what, `${EXAMPLE}; the service wants a day later than today`);
	return { wallClock, isOver, past };
}

/** The wall clock of a date in any form; undefined for anything else. */
function readWallClock(value: unknown, timezone: string): string | undefined {
	if (value instanceof Date) return momentToWallClock(value.getTime(), timezone);
	if (hasMillis(value)) return momentToWallClock(value.toMillis(), timezone);
	const text = toText(value);
	const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
	if (number !== undefined) return numberToWallClock(number, timezone);

	const parts = WALL_CLOCK.exec(text);
	if (parts !== null) {
		const [, year, , month, day, hour, minute, second] = parts;
		const wallClock = `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`;
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

/** A part of a date with two digits, `00` for one that is missing. */
function two(part = ''): string {
	return part.padStart(2, '0');
}

/** Whether a day exists. JavaScript would turn 31 February into 3 March. */
function existsInCalendar(wallClock: string): boolean {
	const ms = Date.parse(`${wallClock.replace(' ', 'T')}Z`);
	return !Number.isNaN(ms) && utcWallClock(ms) === wallClock;
}

function utcWallClock(epochMs: number): string {
	return new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** Luxon's DateTime, from whichever copy of Luxon an expression made it. */
function hasMillis(value: unknown): value is { toMillis(): number } {
	return isRecord(value) && typeof value.toMillis === 'function';
}

/**
 * The wall clock in `timezone` at a moment, as `YYYY-MM-DD HH:MM:SS`; undefined for an invalid date.
 *
 * @throws {UserFacingError} when there is no such time zone
 */
export function momentToWallClock(epochMs: number, timezone: string): string | undefined {
	if (Number.isNaN(epochMs)) return undefined;
	const format = formats.get(timezone) ?? wallClockFormat(timezone);
	formats.set(timezone, format);
	const parts = Object.fromEntries(
		format.formatToParts(epochMs).map(({ type, value }) => [type, value]),
	);
	return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`;
}

/** By time zone: making a format is slow, and a run needs the same one for every item. */
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
