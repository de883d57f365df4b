import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isRecord, toText } from '../text';
import { isEmpty, toCount, toSwitch } from '../values/convert';
import { isToolRun } from './n8nCompat';
import { isNothing } from '../values/text';

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

/** A model reads what a tool returns, and pays for it. */
const MAX_FOR_MODEL = 100;

export const DEFAULT_LIMIT = 50;

/** Undefined for all. @throws {UserFacingError} when Return All is no switch, or Limit no whole number from 1 on */
export function readLimit(parameters: Parameters): number | undefined {
	const most = parameters.areOfModel ? MAX_FOR_MODEL : undefined;
	if (parameters.flag('returnAll', 'Return All')) return most;
	const raw = parameters.value('limit');
	return isEmpty(raw) ? DEFAULT_LIMIT : Math.min(toCount(raw, 'Limit'), most ?? Infinity);
}
