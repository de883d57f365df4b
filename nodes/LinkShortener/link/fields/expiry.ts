import type { INodeProperties } from 'n8n-workflow';

import { toText } from '../../shared/text';
import type { Parameters } from '../../shared/n8n/parameters';
import { type UserFacingError, wrongValue } from '../../shared/userFacingError';
import { startIn, toChoice, isEmpty } from '../../shared/values/convert';
import {
	DATE_ORDERS,
	momentToWallClock,
	readWallClock,
	yearFirst,
	type OrderChosen,
} from '../../shared/values/dates';
import { refuseMistakenValue } from '../../shared/values/text';
import type { Field, FieldCall } from '../../operations/fields';

const FIELD = 'Expiry';

const DAY_STARTS =
	'Without a time, a link stops working at the start of the day. For the whole day, add 23:59.';
const EXAMPLE = '2030-12-31 18:00:00';

const DATE_ORDER = 'Date Order';

export const dateOrderOption: INodeProperties = {
	displayName: DATE_ORDER,
	name: 'dateOrder',
	type: 'options',
	options: [
		{ name: DATE_ORDERS.dayFirst, value: 'dayFirst', description: 'Such as 31/12/2030' },
		{ name: DATE_ORDERS.monthFirst, value: 'monthFirst', description: 'Such as 12/31/2030' },
	],
	default: 'dayFirst',
	builderHint: { propertyHint: 'Left out: a date such as 05/06/2030 fails.' },
	description: 'Order of day and month in an expiry such as 05/06/2030',
};

export function readDateOrder(parameters: Parameters): OrderChosen['chosen'] {
	const { dateOrder } = parameters.fields('options');
	const orders = ['dayFirst', 'monthFirst'] as const;
	return isEmpty(dateOrder) ? undefined : toChoice(dateOrder, DATE_ORDER, orders);
}

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

/** A file's form has one expiry, so its options offer no order of dates. */
export const fileExpiryField: Field & { name: 'expiry' } = {
	displayName: 'Expiry',
	name: 'expiry',
	type: 'dateTime',
	default: '',
	builderHint: {
		propertyHint:
			"A day after today. 2027-03-31 18:00:00, or expr('{{ $now.plus({ days: 30 }) }}')",
	},
	description:
		'When the link stops working, tomorrow at the earliest. Without a time, at the start of that day.',
	read: (value, _, call) => toExpiry(value, call, undefined, false),
};

export const expiryField: typeof fileExpiryField = {
	...fileExpiryField,
	columnNames: [
		...['Expiry Date', 'Expires', 'Expires At', 'Expires Date', 'Expires On', 'Expires Until'],
		...['Expiration', 'Expiration Date', 'Valid Until', 'Ablaufdatum', 'Gültig bis', 'Läuft ab am'],
		...[
			'Fecha de caducidad',
			'Fecha de expiración',
			'Fecha de vencimiento',
			'Válido hasta',
			'Vence',
			'Caduca',
		],
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

export interface Expiry {
	/** `YYYY-MM-DD HH:MM:SS`, without a zone. */
	wallClock: string;
	/** Why it cannot be set, if it lies in the past. */
	past?: UserFacingError;
	hint?: string;
}

/** In the time zone of the form, else the workflow's. @throws {UserFacingError} as `readExpiry` */
export function expiryOf(
	given: unknown,
	{ parameters, timezone }: FieldCall,
	column?: string,
	isOffered?: boolean,
): Expiry | undefined {
	const value = startIn(given);
	if (isEmpty(value)) return undefined;
	const field = column ?? FIELD;
	refuseMistakenValue(value, field, { example: EXAMPLE });
	const [ofNew, ofUpdate] = ['additionalFields', 'updateFields'].map((name) =>
		parameters.fields(name),
	);
	const zone = toText(ofNew?.timezone) || toText(ofUpdate?.timezone) || timezone;
	const chosen = readDateOrder(parameters);
	const expiry = readExpiry(value, zone, Date.now(), { field, chosen, isOffered });
	const isDayAlone = !/^\d{10,}|:|T\d/i.test(toText(value));
	// The panel says it of what is typed into its field.
	const isOfItem = column !== undefined || parameters.varyByItem;
	return isOfItem && isDayAlone ? { ...expiry, hint: DAY_STARTS } : expiry;
}

function toExpiry(
	value: unknown,
	call: FieldCall,
	column?: string,
	isOffered?: boolean,
): string | undefined {
	const { wallClock, past, hint } = expiryOf(value, call, column, isOffered) ?? {};
	if (past !== undefined) throw past;
	if (hint !== undefined) call.hint(hint);
	return wallClock;
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
	{ field = FIELD, ...order }: OrderChosen & { field?: string } = {},
): Expiry {
	const written = typeof value === 'string' ? yearFirst(toText(value), field, order) : value;
	const wallClock = readWallClock(written, timezone);
	if (wallClock === undefined) {
		throw wrongValue(
			field,
			`"${toText(value)}" is not a recognized date`,
			`${EXAMPLE}, or leave it empty`,
		);
	}
	if (wallClock > (momentToWallClock(nowMs, timezone) ?? '')) return { wallClock };
	const what = `"${toText(value)}" is in the past (${wallClock} in the time zone ${timezone})`;
	const past = wrongValue(field, what, `${EXAMPLE}; the service requires a day after today`);
	return { wallClock, past };
}
