import { valueIn } from '../../../fields/cellValue';
import { OF_EACH_LINK } from '../../../links/link/linkFields';
import { isEmpty, type Parameters } from '../../../shared/n8n/parameters';
import { plainColumnName } from '../../../sheet/headings';
import { fieldOf, type Column } from '../columns/columns';

/** The fields that name a link. */
export const NAMING_FIELDS: readonly string[] = [...OF_EACH_LINK, 'shorturl'];

/**
 * What the form gives, with Map Automatically, for the fields that name a link: an expression dragged from a column,
 * or one value for all rows. It counts before any column; where it is empty, the columns do. Pure.
 */
interface SetForRows {
	/** The values that are filled for the row, by field name. */
	values: Record<string, unknown>;
	/** The columns that expressions of the form take, for whatever field. */
	taken: readonly string[];
	/** Those of them that would name a link by their headings, and that an expression only passes on. */
	passedOn: readonly string[];
}

/** @param fields those that the operation has */
export function setForRows(parameters: Parameters, fields: readonly Column[]): SetForRows {
	const names = NAMING_FIELDS.filter((name) => fields.some((field) => field.name === name));
	const values = names.map((name): [string, unknown] => [
		name,
		parameters.isFilledIn(name) ? valueIn(name, parameters.value(name)) : undefined,
	]);
	const isNaming = (column: string) =>
		NAMING_FIELDS.includes(fieldOf(plainColumnName(column), fields) ?? '');
	const expressions = names.flatMap((name) => parameters.expressions(name));
	const others = GROUPS.flatMap((name) => parameters.expressions(name));
	return {
		values: Object.fromEntries(values.filter(([, value]) => !isEmpty(value))),
		taken: [...expressions, ...others].flatMap(columnsIn),
		passedOn: expressions.filter(isPassedOn).flatMap(columnsIn).filter(isNaming),
	};
}

/** Where the other fields of a link stand in the form. */
const GROUPS = ['utm', 'additionalFields'];

/** A column as expressions have it: `$json.Name`, `$json["Name"]`, `$('Sheet').item.json.Name`. */
const COLUMN = String.raw`json(?:\.([\p{L}_$][\p{L}\p{N}_$]*)|\[\s*(["'\x60])(.*?)\2\s*\])`;

function columnsIn(expression: string): string[] {
	return [...expression.matchAll(new RegExp(COLUMN, 'gu'))].map(
		// A quotation mark in a name has a backslash.
		([, name, , quoted]) => name ?? quoted?.replace(/\\(.)/g, '$1') ?? '',
	);
}

const PASSED_ON = new RegExp(String.raw`^=\s*\{\{\s*(?:\$|.*\.)${COLUMN}\s*\}\}\s*$`, 'u');

function isPassedOn(expression: string): boolean {
	return PASSED_ON.test(expression) && columnsIn(expression).length === 1;
}
