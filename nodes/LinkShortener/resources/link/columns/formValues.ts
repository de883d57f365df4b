import { valueIn } from '../../../fields/cellValue';
import { FORM_FIELDS } from '../../../fields/formFields';
import { isRecord } from '../../../shared/json';
import type { Parameters } from '../../../shared/n8n/parameters';

/** The values of a link's fields in the form, where they hold for all rows with Map Automatically. */

/** What Mapping Column Mode is for, and the page that lists the columns. */
export const MAPPING =
	'How to map the input to the fields of the link. Map Automatically matches columns by name (<a href="https://link-shortener.example/n8n-nodes-link-shortener/blob/main/docs/links-from-a-sheet.md#columns" target="_blank">all columns</a>). A field that you set here takes no column.';

/** The fields in which several are picked: a list tells their ids from a number that may be a name. */
const PICKED = new Set<string>(
	Object.values(FORM_FIELDS).flatMap(({ name, type }) => (type === 'multiOptions' ? [name] : [])),
);

/** The values of a collection and of the UTM group by field name. */
export function valuesOf(parameters: Parameters, collection: string): Record<string, unknown> {
	const { values } = parameters.fields('utm');
	const fields = { ...parameters.fields(collection), ...(isRecord(values) ? values : {}) };
	const read = (name: string, one: unknown) => (PICKED.has(name) ? one : valueIn(name, one));
	return Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, read(name, one)]));
}
