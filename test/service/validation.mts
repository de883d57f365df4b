import { Ajv } from 'ajv';
import type { ErrorObject } from 'ajv';
import { Failure } from './failure.mts';
import type { FieldErrors } from './failure.mts';

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });

export type Schema = Record<string, unknown>;

/** A compiled schema; throws a Failure that names every field in the wrong. */
export interface BodyCheck {
	(value: unknown, strict: boolean): void;
	/** The fields that it knows. */
	fields: readonly string[];
}

export const text: Schema = { type: 'string' };
export const filledText: Schema = { type: 'string', minLength: 1 };
export const whole: Schema = { type: 'integer' };
export const flag: Schema = { type: 'boolean' };

/** A whole number above zero as it stands in a query. */
export const queryNumber: Schema = { type: 'string', pattern: '^[1-9][0-9]{0,8}$' };

export function choice(...values: string[]): Schema {
	return { type: 'string', enum: values };
}

export function listOf(items: Schema): Schema {
	return { type: 'array', items };
}

export function objectOf(properties: Record<string, Schema>, required: string[] = []): Schema {
	return { type: 'object', properties, required, additionalProperties: false };
}

/** Check of an input with these fields. */
export function fields(properties: Record<string, Schema>, required: string[] = []): BodyCheck {
	const validate = ajv.compile(objectOf(properties, required));
	const check = (value: unknown, strict: boolean): void => {
		if (validate(value)) return;
		const errors = (validate.errors ?? []).filter(
			(error) => strict || error.keyword !== 'additionalProperties',
		);
		if (errors.length > 0) throw describe(errors);
	};
	return Object.assign(check, { fields: Object.keys(properties) });
}

/** Check of an endpoint that takes nothing. */
export const nothing: BodyCheck = fields({});

/** Every list takes these two. */
export const paging: BodyCheck = fields({ limit: queryNumber, page: queryNumber });

function describe(errors: ErrorObject[]): Failure {
	const byField: FieldErrors = {};
	for (const error of errors) {
		const [field, complaint] = complaintOf(error);
		(byField[field] ??= []).push(complaint);
	}
	const [first = 'The input is not valid.', ...rest] = Object.values(byField).flat();
	const more = rest.length === 0 ? '' : ` (and ${rest.length} more)`;
	return new Failure(first + more, 400, byField);
}

function complaintOf(error: ErrorObject): [field: string, complaint: string] {
	const place = error.instancePath.slice(1).replaceAll('/', '.');
	const within = (name: unknown): string => [place, String(name)].filter(Boolean).join('.');
	if (error.keyword === 'required') {
		const field = within(error.params['missingProperty']);
		return [field, `The ${field} field is required.`];
	}
	if (error.keyword === 'additionalProperties') {
		const field = within(error.params['additionalProperty']);
		return [field, `The ${field} field is not known.`];
	}
	const field = place === '' ? 'body' : place;
	return [field, `The ${field} field is invalid: it ${error.message ?? 'is wrong'}.`];
}
