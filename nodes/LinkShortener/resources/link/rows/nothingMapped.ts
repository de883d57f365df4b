import { isEmpty } from '../../../shared/n8n/parameters';
import { UserFacingError } from '../../../shared/userFacingError';
import type { ReadingCall } from '../../../operations/operation';
import { cellsByField, columnsFor, fieldOf } from '../columns/columns';
import { refuseOtherInput } from '../columns/inputKind';
import { plainColumnName, shownColumnName } from '../../../sheet/headings';
import { isAutoMapped, readIgnored } from '../../../sheet/mappingMode';
import { UPSERT_COLUMNS, type NewLink } from './newLink';
import { noColumn } from '../columns/noColumn';
import { NAMING_FIELDS } from './setForRows';

/** What a person is told whose rows are there, and none of whose fields or columns is found. */

type Call = Pick<ReadingCall, 'parameters' | 'item' | 'sheet' | 'itemCount'>;

/**
 * Refuses an item in a way that holds for the whole run.
 *
 * @param needed one of these the item needs
 * @throws {UserFacingError} when no row can have any of them, or the form holds none of what names a link
 */
export function refuseNothingMapped(
	{ parameters, item, sheet, itemCount }: Call,
	{ values }: Pick<NewLink, 'values'>,
	needed: readonly string[],
): void {
	if (needed.some((name) => !isEmpty(values[name]))) return;
	if (isAutoMapped(parameters)) {
		if (needed.some((name) => parameters.isFilledIn(name))) return;
		const all = Object.fromEntries([...sheet.columns].map((column) => [column, item.json[column]]));
		const cells = cellsByField(
			all,
			columnsFor(UPSERT_COLUMNS, sheet.meant),
			readIgnored(parameters, sheet),
		);
		if (cells.some(({ field }) => needed.includes(field))) return;
		refuseOtherInput(item.json);
		throw new UserFacingError({ ...noColumn(sheet), endsRun: true });
	}
	const columns = Object.keys(item.json);
	const isFilledIn = NAMING_FIELDS.some((name) => parameters.isFilledIn(name));
	// A blank row among others has no columns.
	if (!isFilledIn && (columns.length > 0 || itemCount > 1)) throw noField(columns);
}

/** As many columns are shown to tell which are meant. */
const SOME_COLUMNS = 3;

function noField(columns: readonly string[]): UserFacingError {
	const isField = (column: string) =>
		fieldOf(plainColumnName(column), UPSERT_COLUMNS) !== undefined;
	const fields = columns.filter(isField);
	// Those that name a link in front.
	const rankOf = (column: string) => {
		const name = fieldOf(plainColumnName(column), UPSERT_COLUMNS) ?? '';
		return NAMING_FIELDS.includes(name) ? 0 : 1;
	};
	fields.sort((one, other) => rankOf(one) - rankOf(other));
	const shown = fields.length > 0 ? fields : columns;
	const some = shown.slice(0, SOME_COLUMNS).map(shownColumnName).join(', ');
	const more = columns.length > SOME_COLUMNS ? ' …' : '';
	const named = some === '' ? '' : ` (${some}${more})`;
	return new UserFacingError({
		message: 'No field is filled in',
		remedy:
			columns.length > 0 && fields.length === 0
				? 'Drag the column with the addresses of your pages into Long URL below, and others into the fields they are for.'
				: `To use the columns of your rows${named}, set Mapping Column Mode to Map Automatically.`,
		endsRun: true,
	});
}
