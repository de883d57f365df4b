import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { pick } from '../operations/row.mts';

/** One bad input, what the user reads, and how many requests it cost to find out. */
export interface BadInput {
	/** Resource and operation, such as `channel.update`. */
	name: string;
	what: string;
	/** `={{ $json.value }}` where the bad value goes: from the form n8n itself would stop it. */
	parameters: INodeParameters;
	value?: unknown;
	message: string;
	description: string;
	requests: number;
}

export const BAD = '={{ $json.value }}';

export function example(value: string): string {
	return `Enter a value such as ${value}.`;
}

export const campaign = pick('id', 11);
export const channel = pick('id', 21);
export const domain = pick('id', 31);
export const pixel = pick('id', 41);
export const qrCode = pick('id', 51);

/** An update without a field, and with every field empty. */
export function nothingToUpdate(
	name: string,
	parameters: INodeParameters,
	names: string,
	fields: string[],
): Array<Omit<BadInput, 'requests'>> {
	const common = {
		name,
		message: 'There is nothing to update',
		description: `Add ${names} under Update Fields and give it a value. An empty field is not changed.`,
	};
	const empty: Record<string, NodeParameterValueType> = Object.fromEntries(
		fields.map((field) => [field, BAD]),
	);
	return [
		{ ...common, what: 'no field', parameters },
		{
			...common,
			what: 'empty fields',
			parameters: { ...parameters, updateFields: empty },
			value: ' ',
		},
	];
}

/** Values that may be names. */
const WORDS = ['abc', '12abc', -1, 1.5, '1e3', '0x10'];

/** The values that are no id, with what is said about them. */
export function wrongIds(field: string, values: unknown[] = [0, ...WORDS]) {
	return [
		...values.map((value) => ({
			what: `${field} ${String(value)}`,
			value,
			message: `${field} "${String(value)}" is not an ID: it must be a positive whole number`,
			description: example('42'),
		})),
		...['', '  ', null, undefined].map((value) => ({
			what: `${field} ${value === undefined ? 'left out' : JSON.stringify(value)}`,
			value,
			message: `${field} is empty`,
			description: example('42'),
		})),
	];
}

type Uses = Record<string, INodeParameters>;

/** A locator with every value that is no id, in the first operation that has it; with two of them in the others. */
export function badIds(
	field: string,
	parameter: string,
	uses: Uses,
	wrong = wrongIds(field),
): Array<Omit<BadInput, 'requests'>> {
	const [first] = wrong;
	const two = [...(first ? [first] : []), ...wrong.slice(-1)];
	return Object.entries(uses).flatMap(([name, parameters], place) =>
		(place === 0 ? wrong : two).map((one) => ({
			...one,
			name,
			parameters: { ...parameters, [parameter]: pick('id', BAD) },
		})),
	);
}

/** The same where a name serves as well: only what can be neither is found before anything is sent. */
export function badNames(field: string, parameter: string, uses: Uses) {
	return badIds(field, parameter, uses, wrongIds(field, [0, '00', true]));
}

/**
 * Values that are looked up and nobody's name.
 *
 * @param there the names there are, in the order of the list
 */
export function unknownNames(
	noun: string,
	parameter: string,
	uses: Uses,
	there: string[],
): BadInput[] {
	const title = noun.replace(/^./, (letter) => letter.toUpperCase());
	return Object.entries(uses).flatMap(([name, parameters], place) =>
		WORDS.slice(0, place === 0 ? undefined : 1).map((value) => ({
			name,
			what: `${noun} ${value}`,
			parameters: { ...parameters, [parameter]: pick('id', BAD) },
			value,
			message: `There is no ${noun} "${value}"`,
			description: `${title}s here: ${there.join(', ')}. Enter one of these names, or the ID.`,
			// A list more tells whose pixels there are.
			requests: noun === 'pixel' ? 2 : 1,
		})),
	);
}
