import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isRecord, toText, withoutInvisible } from '../text';
import { wrongValue } from '../userFacingError';
import { soleValue, toCount, toSwitch } from '../values/convert';
import { isToolRun } from './n8nCompat';
import { isNothing, isShortened, madeNumber } from '../values/text';

/** One item's parameters. Expressions and agents may fill in anything: every reader throws a `UserFacingError`. */
export interface Parameters {
	/** Null when the field is not there. */
	value(name: string): unknown;
	text(name: string): string;
	/** Off when empty. */
	flag(name: string, field: string): boolean;
	fields(name: string): IDataObject;
	/** Whatever an expression gives for the item. */
	isFilledIn(name: string): boolean;
	/** With its expressions, which begin with "=". */
	stored(name: string): unknown;
	varyByItem: boolean;
	areOfModel: boolean;
}

export function parametersOf(
	value: (name: string) => unknown,
	{ areOfModel = false, varyByItem = false, stored = value } = {},
): Parameters {
	return {
		areOfModel,
		varyByItem,
		isFilledIn: (name) => !isEmpty(stored(name)),
		stored,
		value,
		text: (name) => toText(value(name)),
		flag: (name, field) => {
			const raw = value(name);
			return !isEmpty(raw) && toSwitch(raw, field);
		},
		fields: (name) => {
			const raw = value(name);
			return isRecord(raw) ? raw : {};
		},
	};
}

/** What has no expression is read once: n8n resolves and checks a whole value each time, and copies the node. */
export function readParameters(context: IExecuteFunctions): (itemIndex: number) => Parameters {
	const areOfModel = isToolRun(context);
	const stored: IDataObject = context.getNode().parameters;
	const varyByItem = hasExpression(stored);
	const fixed = new Map<string, unknown>();
	const read = (name: string, itemIndex: number): unknown => {
		// Without a fallback n8n throws for a field that the chosen operation does not have.
		const value: unknown = context.getNodeParameter(name, itemIndex, null);
		return areOfModel ? withoutNothing(value) : value;
	};
	const valueAt = (name: string, itemIndex: number) => {
		if (fixed.has(name)) return fixed.get(name);
		const value = read(name, itemIndex);
		if (!hasExpression(stored[name])) fixed.set(name, value);
		return value;
	};
	return (itemIndex) =>
		parametersOf((name) => valueAt(name, itemIndex), {
			areOfModel,
			varyByItem,
			stored: (name) => stored[name],
		});
}

function hasExpression(stored: unknown): boolean {
	return expressionsIn(stored).length > 0;
}

/** n8n marks them with a leading "=". */
export function expressionsIn(stored: unknown): string[] {
	if (typeof stored === 'string') return stored.startsWith('=') ? [stored] : [];
	const inside = Array.isArray(stored) ? stored : isRecord(stored) ? Object.values(stored) : [];
	return inside.flatMap(expressionsIn);
}

/** Written by models for an empty value, besides what programs write for nothing. */
const EMPTY = ['{}', '[]', '[""]', '""', "''"];

function withoutNothing(value: unknown): unknown {
	if (typeof value === 'string') {
		return isNothing(value) || EMPTY.includes(value.trim()) ? '' : value;
	}
	if (Array.isArray(value)) return value.map(withoutNothing);
	// Dates, JavaScript's or Luxon's, are no collections.
	if (!isRecord(value) || 'toJSON' in value) return value;
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutNothing(one)]));
}

/** Inside a collection the editor stores one that was added and left empty as its bare default, without `__rl`. */
function isLocator(value: unknown): value is IDataObject {
	return isRecord(value) && ('__rl' in value || ('mode' in value && 'value' in value));
}

/** Such values are never sent. */
export function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return withoutInvisible(value) === '';
	if (Array.isArray(value)) return value.length === 0;
	return isLocator(value) && isEmpty(value.value);
}

/** `url` is n8n's usual name for such a mode, which AI models may write. */
const ADDRESS_MODES = ['address', 'shortUrl', 'url'];

// `mode` is `url` for any address, and empty for a bare value. An address counts as one in every mode but that of
// long URLs, digits as an id except as a name: expressions and AI models put either where the other belongs.
export function locatorParts(value: unknown): { mode: string; value: unknown } {
	const parts = isLocator(value)
		? { mode: toText(value.mode), value: value.value }
		: { mode: '', value };
	const text = toText(parts.value);
	if (parts.mode === 'longUrl') return parts;
	if (/^https?:/i.test(text)) return { ...parts, mode: 'url' };
	if (!ADDRESS_MODES.includes(parts.mode)) return parts;
	return { ...parts, mode: looksLikeId(text) ? 'id' : 'url' };
}

/** Also with the `.0` that tables write behind whole numbers. */
export function looksLikeId(text: string): boolean {
	return /^\d+(\.0+)?$/.test(text);
}

/** @throws {UserFacingError} that names the field, before anything is sent */
export function toId(value: unknown, field: string): number {
	const raw = soleValue(locatorParts(value).value);
	const text = toText(raw);
	if (text === '') throw wrongValue(field, 'is empty', '42');
	if (isShortened(text)) throw madeNumber(text, field, 'an ID');
	if (!/^\d{1,15}(\.0+)?$/.test(text) || Number(text) === 0) {
		throw wrongValue(field, `"${text}" is not an ID: it must be a positive whole number`, '42');
	}
	return Number(text);
}

/** A model reads what a tool returns, and pays for it. */
export const MAX_FOR_MODEL = 100;

/** Undefined for all. @throws {UserFacingError} when Return All is no switch, or Limit no whole number from 1 on */
export function readLimit(parameters: Parameters): number | undefined {
	const most = parameters.areOfModel ? MAX_FOR_MODEL : undefined;
	if (parameters.flag('returnAll', 'Return All')) return most;
	const raw = parameters.value('limit');
	return isEmpty(raw) ? 50 : Math.min(toCount(raw, 'Limit'), most ?? Infinity);
}
