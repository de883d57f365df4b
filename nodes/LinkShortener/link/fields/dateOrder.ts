import type { INodeProperties } from 'n8n-workflow';

import { toChoice } from '../../shared/values/convert';
import { isEmpty, type Parameters } from '../../shared/n8n/parameters';
import { UserFacingError } from '../../shared/userFacingError';

/** For a date with its year behind, such as 05/06/2030. */
export type DateOrder = 'dayFirst' | 'monthFirst';

const TITLE = 'Date Order';

const LABELS: Readonly<Record<DateOrder, string>> = {
	dayFirst: 'Day First',
	monthFirst: 'Month First',
};

const ORDERS = ['dayFirst', 'monthFirst'] as const satisfies readonly DateOrder[];

const EXAMPLE = '2030-12-31';

export const dateOrderOption: INodeProperties = {
	displayName: TITLE,
	name: 'dateOrder',
	type: 'options',
	options: [
		{ name: LABELS.dayFirst, value: 'dayFirst', description: 'Such as 31/12/2030' },
		{ name: LABELS.monthFirst, value: 'monthFirst', description: 'Such as 12/31/2030' },
	],
	default: 'dayFirst',
	description: 'Order of day and month in an expiry such as 05/06/2030',
};

export function readDateOrder(parameters: Parameters): DateOrder | undefined {
	const { dateOrder } = parameters.fields('options');
	return isEmpty(dateOrder) ? undefined : toChoice(dateOrder, TITLE, ORDERS);
}

const YEAR_LAST = /^(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4}|\d{2})\.?(?=$|[T,\s])(.*)$/is;

interface YearLast {
	first: string;
	second: string;
	year: string;
	rest: string;
	/** By its dots or a part above 12; undefined if both orders are possible. */
	told: DateOrder | undefined;
	/** With dots the day is always first. */
	hasDots: boolean;
}

/** Undefined for any other text, and for parts that no order makes a date. */
function yearLastOf(text: string): YearLast | undefined {
	const [, first = '', separator, second = '', year = '', rest = ''] = YEAR_LAST.exec(text) ?? [];
	const hasDots = separator === '.';
	const [isDayFirst, isMonthFirst] = [isDayAndMonth(first, second), isDayAndMonth(second, first)];
	if (hasDots ? !isDayFirst : !isDayFirst && !isMonthFirst) return undefined;
	const byParts = isDayFirst ? 'dayFirst' : 'monthFirst';
	const told = hasDots ? 'dayFirst' : isDayFirst === isMonthFirst ? undefined : byParts;
	return { first, second, year, rest, told, hasDots };
}

export interface OrderChosen {
	chosen?: DateOrder | undefined;
	isOffered?: boolean | undefined;
}

function isDayAndMonth(day: string, month: string): boolean {
	const isUpTo = (part: string, most: number) => Number(part) >= 1 && Number(part) <= most;
	return isUpTo(day, 31) && isUpTo(month, 12);
}

/** As it is unless its year stands behind. @throws {UserFacingError} when the order is not certain */
export function yearFirst(
	text: string,
	field: string,
	{ chosen, isOffered = true }: OrderChosen = {},
): string {
	const date = yearLastOf(text);
	if (date === undefined) return text;
	const { first, second, year, rest, told, hasDots } = date;
	if (year.length === 2) throw shortYear(text, field);
	const unclear = (what: string) => unclearDate(`${field} "${text}" ${what}`, field, isOffered);
	const dayFirst = `${year}-${two(second)}-${two(first)}`;
	const monthFirst = `${year}-${two(first)}-${two(second)}`;
	if (hasDots || dayFirst === monthFirst) return `${dayFirst}${rest}`;
	if (chosen !== undefined && told !== undefined && chosen !== told) {
		const what = `is ${LABELS[told].toLowerCase()}, but Options → ${TITLE} is ${LABELS[chosen]}`;
		throw unclear(what);
	}
	const order = chosen ?? told;
	if (order === undefined) throw unclear(`may be ${dayFirst} or ${monthFirst}`);
	return `${order === 'dayFirst' ? dayFirst : monthFirst}${rest}`;
}

function two(part: string): string {
	return part.padStart(2, '0');
}

function unclearDate(message: string, field: string, isOffered: boolean): UserFacingError {
	const remedy = isOffered
		? `Set Options → ${TITLE} to the order of your dates, or enter a value such as ${EXAMPLE}.`
		: `Enter a value such as ${EXAMPLE}.`;
	return new UserFacingError({ message, remedy, field });
}

function shortYear(text: string, field: string): UserFacingError {
	return new UserFacingError({
		message: `${field} "${text}" has a two-digit year`,
		field,
		remedy: `Enter a four-digit year, such as ${EXAMPLE}.`,
	});
}
