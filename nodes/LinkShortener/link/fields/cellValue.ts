import { isNothing } from '../../shared/values/nothing';
import { addressIn, soleValue } from '../../shared/values/single';
import { asItIs, FORM_FIELDS, type FormFacts } from './formFields';

/** The values of a link's fields as forms and tables keep them. Pure. */

const OTHERS: Readonly<Record<string, FormFacts>> = {
	shorturl: { unwrap: addressIn },
	customFields: { unwrap: asItIs },
};

const FACTS: ReadonlyMap<string, FormFacts> = new Map([
	...Object.entries(OTHERS),
	...Object.values(FORM_FIELDS).map(({ name, facts }) => [name, facts] as const),
]);

/** Undefined for UTM parameters, which are like any text. */
export function formFacts(name: string): FormFacts | undefined {
	return FACTS.get(name);
}

export function valueIn(field: string, value: unknown): unknown {
	const { unwrap = soleValue } = formFacts(field) ?? {};
	return unwrap(value);
}

/** Undefined if a listing's cell says that the link has none, or only that it has one. */
export function listedValue(field: string, cell: unknown): unknown {
	if (isNothing(cell)) return undefined;
	const { listed = asItIs } = formFacts(field) ?? {};
	return listed(valueIn(field, cell));
}
