import type { IDataObject } from 'n8n-workflow';

import {
	joinedList,
	nameIn,
	soleValue,
	startIn,
	toColor,
	toOption,
	toSwitch,
	isEmpty,
	locatorParts,
} from '../shared/values/convert';
import { eachValue, either, isRecord, toText, type Texts, type Values } from '../shared/text';
import { expressionsIn } from '../shared/n8n/parameters';
import {
	allOf,
	asError,
	settle,
	fieldError,
	UserFacingError,
	wayOutOf,
	wrongValue,
} from '../shared/userFacingError';
import { hasLostLetters, refuseMistakenValue, withoutHalves, toId } from '../shared/values/text';
import { UNCHANGED, type Field, type FieldCall, type FieldValue } from './fields';

/** Reads what an item asks for out of its fields: all that is wrong with it is told at once. */

/** @throws {UserFacingError} with all that is wrong with any of them */
export async function together<T extends Readonly<Record<string, () => unknown>>>(
	parts: T,
): Promise<{ [Name in keyof T]: Awaited<ReturnType<T[Name]>> }> {
	const results = await Promise.all(
		Object.entries(parts).map(async ([name, part]): Promise<[string, unknown]> => {
			return [name, await settle(Promise.resolve().then(part))];
		}),
	);
	const problems = results.flatMap(([, result]) =>
		result instanceof UserFacingError ? result : [],
	);
	if (problems.length > 0) throw allOf(problems);
	return Object.fromEntries(results) as { [Name in keyof T]: Awaited<ReturnType<T[Name]>> };
}

/** Empty values are not sent. @throws {UserFacingError} that names each field or column that cannot be sent */
export async function readBody(
	call: FieldCall,
	fields: readonly Field[],
	values: Values,
	columns: Texts = {},
): Promise<IDataObject> {
	const readings: Record<string, () => Promise<FieldValue>> = {};
	for (const field of fields) {
		const [value, column] = [values[field.name], columns[field.name]];
		if (isUnset(field, value)) continue;
		readings[field.name] = () => withWayOut(column, () => readValue(call, field, value, column));
	}
	const sent = await together(readings);
	return Object.fromEntries(Object.entries(sent).filter(([, value]) => !isEmpty(value)));
}

const SWITCHES = ['boolean', 'collection'];

/** Odoo and PHP have false for every empty field. */
export function isUnset({ type }: Field, value: unknown): boolean {
	return isEmpty(value) || (!SWITCHES.includes(type) && locatorParts(value).value === false);
}

function readValue(
	call: FieldCall,
	field: Field,
	given: unknown,
	column: string | undefined,
): FieldValue | Promise<FieldValue> {
	const { displayName, kind, type, typeOptions } = field;
	const { read = readerOf(field), readCell = read } = field;
	const title = column ?? displayName;
	const isComputed = isByExpression(call, field.name);
	const hasParts = ['collection', 'fixedCollection', 'multiOptions'].includes(type);
	const isProse = kind === 'title' || kind === 'note';
	const parts = isComputed ? filledRows(given) : given;
	const sole = hasParts ? parts : soleValue(given);
	const value = kind === 'note' ? joinedList(sole) : sole;
	const { value: inside } = locatorParts(value);
	const text = toText(inside);
	const example = hasParts ? '' : exampleOf(field);
	// Sent as text, `NaN` would be printed on a QR code, and an invalid date would be left out.
	if (Number.isNaN(value) || text === '') {
		throw fieldError(
			title,
			'is NaN or an invalid date',
			'Check the expression or the previous node that calculates it.',
		);
	}
	if (inside === true && !SWITCHES.includes(type)) {
		throw fieldError(
			title,
			'is true, a checkbox value',
			`Enter a text${example && ` such as ${example}`}, or leave it empty.`,
		);
	}
	// What reads an address refuses what none can be.
	if (kind !== 'address') {
		const bare = soleValue(inside);
		const ofText = isProse ? 'prose' : 'text';
		const one = type === 'resourceLocator' ? nameIn(bare) : bare;
		refuseMistakenValue(type === 'dateTime' ? startIn(bare) : one, title, {
			kind: hasParts ? 'many' : ofText,
			example,
			isSecret: typeOptions?.password === true,
		});
	}
	const isLost = isProse && hasLostLetters(text);
	if (isLost) {
		call.hint(
			`${title} has garbled letters, which are sent as they are. If there are many, set another Encoding in the node that reads the file.`,
		);
	}
	const mended = isLost && typeof value === 'string' ? withoutHalves(value) : value;
	if (column === undefined && !isComputed) return read(mended, title, call);
	const unchecked = (noun: string) => {
		call.client.perRun(Unchecked).add(title);
		const isDry = call.parameters.flag('dryRun', 'Dry Run');
		if (isDry) call.hint(`${title} was not checked: the service does not show all ${noun}s.`);
	};
	return readCell(mended, title, { ...call, unchecked });
}

/** Columns or fields whose IDs could not be looked up. */
export class Unchecked extends Set<string> {}

/** Of a form, without the entries of which an expression gives nothing. */
function filledRows(value: unknown): unknown {
	if (!isRecord(value)) return value;
	const isFilled = (row: unknown) => !isRecord(row) || !isEmpty(row.link ?? row.value);
	return eachValue(value, (rows) => (Array.isArray(rows) ? rows.filter(isFilled) : rows));
}

function isByExpression({ parameters }: FieldCall, name: string): boolean {
	if (parameters.areOfModel) return false;
	const groups = ['additionalFields', 'updateFields'].map((group) => parameters.stored(group));
	return groups.some((group) => isRecord(group) && expressionsIn(group[name]).length > 0);
}

/** @throws {UserFacingError} that names the column, and how to leave it out, if its value cannot be sent */
export async function withWayOut<T>(
	column: string | undefined,
	work: () => T | Promise<T>,
): Promise<T> {
	const result = await settle(Promise.resolve().then(work));
	if (!(result instanceof UserFacingError)) return result;
	throw ofColumn(result, column);
}

/** The same with how to leave the column out, if the value is from one and is what is wrong. */
export function ofColumn(error: UserFacingError, column?: string): UserFacingError {
	const { explanation } = error;
	const { kind, problems } = explanation;
	if (column === undefined || kind !== undefined) return error;
	if (problems) return allOf(problems.map((one) => ofColumn(asError(one), column)));
	const remedy = `${explanation.remedy} ${wayOutOf(column)}`;
	return asError({ ...explanation, remedy, field: column });
}

function readerOf({ type, options = [] }: Field): NonNullable<Field['read']> {
	switch (type) {
		case 'boolean':
			return toSwitch;
		case 'color':
			return toColor;
		case 'resourceLocator':
			return toId;
		case 'options': {
			const choices = options.flatMap((option) =>
				'value' in option ? [{ name: option.name, value: String(option.value) }] : [],
			);
			return (value, displayName) => toOption(value, displayName, choices);
		}
		default:
			return toText;
	}
}

function exampleOf({ placeholder, modes, default: initial }: Field): string {
	return toText(placeholder ?? modes?.at(-1)?.placeholder ?? initial).replace(/^e\.g\. /, '');
}

/** @throws {UserFacingError} that names the field that is empty or cannot be sent */
export async function readRequired(
	call: FieldCall,
	fields: readonly Field[],
): Promise<IDataObject> {
	const read = fields.map((field) => {
		const { name, displayName } = field;
		const work = async () => {
			const value = call.parameters.value(name);
			if (isUnset(field, value)) throw wrongValue(displayName, 'is empty', exampleOf(field));
			return await readBody(call, [field], { [name]: value });
		};
		return [name, work] as const;
	});
	return Object.assign(
		{},
		...Object.values(await together(Object.fromEntries(read))),
	) as IDataObject;
}

/** @throws {UserFacingError} when no field has a value, since such an update would change nothing */
export async function readChanges(call: FieldCall, fields: readonly Field[]): Promise<IDataObject> {
	const body = await readBody(call, fields, call.parameters.fields('updateFields'));
	if (Object.keys(body).length > 0) return body;
	const names = fields.map(({ displayName }) => displayName);
	throw nothingToUpdate(
		`Add ${either.format(names)} under Update Fields and give it a value. ${UNCHANGED}.`,
	);
}

export function nothingToUpdate(remedy: string): UserFacingError {
	return new UserFacingError('There is nothing to update', remedy);
}
