import { isRecord, toText } from '../text';
import { fieldError, wrongValue } from '../userFacingError';

/** Dates as people, sheets and programs write them, as `YYYY-MM-DD HH:MM:SS` in a time zone. Pure. */

/** For a date with its year behind, such as 05/06/2030. */
export const DATE_ORDERS = { dayFirst: 'Day First', monthFirst: 'Month First' } as const;

const EXAMPLE = '2030-12-31';

const YEAR_LAST = /^(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4}|\d{2})\.?(?=$|[T,\s])(.*)$/is;

export interface OrderChosen {
	chosen?: keyof typeof DATE_ORDERS | undefined;
	/** Whether it can be chosen. */
	isOffered?: boolean | undefined;
}

/** As it is unless its year stands behind. @throws {UserFacingError} when the order is not certain */
export function yearFirst(
	text: string,
	field: string,
	{ chosen, isOffered = true }: OrderChosen = {},
): string {
	const [, first = '', separator, second = '', year = '', rest = ''] = YEAR_LAST.exec(text) ?? [];
	const dayFirst = dateIn(year, second, first);
	// With dots the day is always first.
	const monthFirst = separator === '.' ? dayFirst : dateIn(year, first, second);
	const dates = new Set([dayFirst, monthFirst]);
	const [date, other] = [...dates].filter((one) => one !== undefined);
	if (date === undefined) return text;
	if (year.length === 2) {
		throw fieldError(
			field,
			`"${text}" has a two-digit year`,
			`Enter a four-digit year, such as ${EXAMPLE}.`,
		);
	}
	const certain = other === undefined ? date : undefined;
	const read = chosen === undefined ? certain : { dayFirst, monthFirst }[chosen];
	if (read !== undefined) return `${read}${rest}`;
	const order = dayFirst === undefined ? 'month first' : 'day first';
	const what =
		chosen === undefined
			? `may be ${date} or ${other}`
			: `is ${order}, but Options → Date Order is ${DATE_ORDERS[chosen]}`;
	const remedy = isOffered
		? `Set Options → Date Order to the order of your dates, or enter a value such as ${EXAMPLE}.`
		: `Enter a value such as ${EXAMPLE}.`;
	throw fieldError(field, `"${text}" ${what}`, remedy);
}

/** Undefined for parts that cannot be a month and a day. */
function dateIn(year: string, month: string, day: string): string | undefined {
	const isUpTo = (part: string, most: number) => Number(part) >= 1 && Number(part) <= most;
	return isUpTo(month, 12) && isUpTo(day, 31) ? dateOf({ year, month, day }) : undefined;
}

function two(part = ''): string {
	return part.padStart(2, '0');
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const MONTH =
	'(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const YEAR = String.raw`(?<year>\d{4})`;
const TIME = String.raw`(?<time>(?:[T,\s].*)?)`;

/** In the orders in which people write them. */
const WITH_MONTH = [
	String.raw`${DAY}[-/. ] ?${MONTH}[-/., ] ?${YEAR}`,
	String.raw`${MONTH}\.?[- ]${DAY},? ${YEAR}`,
	String.raw`${YEAR}[-/ ]${MONTH}[-/ ]${DAY}`,
].map((order) => new RegExp(`^${order}${TIME}$`, 'is'));

/** ISO 8601's basic format with a time: eight digits alone may be any number. */
const BASIC =
	/^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})T(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?(?<zone>Z|[+-]\d{2}:?\d{2})?$/i;

/** Any other text as it is. */
function yearInFront(text: string): string {
	const { hour, minute, second = '00', zone = '', ...ofBasic } = partsIn(BASIC, text);
	if (ofBasic.year !== undefined) return `${dateOf(ofBasic)}T${hour}:${minute}:${second}${zone}`;
	for (const order of WITH_MONTH) {
		const parts = partsIn(order, text);
		if (parts.year === undefined) continue;
		const month = MONTHS.indexOf((parts.month ?? '').slice(0, 3).toLowerCase()) + 1;
		return dateOf({ ...parts, month: String(month) }) + (parts.time ?? '');
	}
	return text;
}

type DateParts = Partial<Record<string, string>>;

function partsIn(pattern: RegExp, text: string): DateParts {
	return pattern.exec(text)?.groups ?? {};
}

function dateOf({ year = '', month, day }: DateParts): string {
	return [year, two(month), two(day)].join('-');
}

/** Without a zone. */
const WALL_CLOCK =
	/^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:(?:T|,?\s)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s?([ap])\.?m\.?)?)?$/i;

/** With `Z` or an offset. */
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}(:?\d{2})?)$/i;

/** Days from 1899-12-30, where spreadsheets begin to count, to 1970-01-01. */
const SPREADSHEET_EPOCH_DAYS = 25_569;
const DAY_SECONDS = 86_400;

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
		// PostgreSQL writes no minutes.
		const whole = text.replace(/([+-]\d{2})$/, '$1:00');
		const moment = Date.parse(whole.replace(' ', 'T').replace(/\s/, ''));
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
