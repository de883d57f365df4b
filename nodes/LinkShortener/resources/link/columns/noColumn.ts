import { isWebAddress } from '../../../fields/fieldValues';
import { isRecord } from '../../../shared/json';
import { UserFacingError } from '../../../shared/userFacingError';
import { columnsFound } from './columns';
import { shownColumnName } from '../../../sheet/headings';

/** Headings of addresses that are seldom the page itself. */
const BESIDES = /image|img|photo|picture|bild|logo|icon|thumb|avatar|video|short/i;

/** The error for rows of which no column means Long URL. Pure. */
export function noColumn(
	row: Readonly<Record<string, unknown>>,
	columns: readonly string[],
): UserFacingError {
	const address = columns.find(isWebAddress);
	if (address !== undefined) {
		return new UserFacingError({
			message: `The file has no headings: its first line, such as ${address}, was taken for them`,
			remedy:
				'In the node that reads the file, turn Header Row off. Then enter {{ $json.row[0] }} as Long URL, with the place of the column from 0.',
			endsRun: true,
		});
	}
	return new UserFacingError({
		message: 'No column means Long URL',
		remedy: `${wayTo(row, columns)} ${columnsFound(columns)}`,
		endsRun: true,
	});
}

function wayTo(row: Readonly<Record<string, unknown>>, columns: readonly string[]): string {
	const parts = columns.find((column) => Array.isArray(row[column]) || isRecord(row[column]));
	if (parts !== undefined) {
		return `The column "${shownColumnName(parts)}" has a list or an object: take it apart with a Split Out or Edit Fields node first.`;
	}
	const addresses = columns.filter((column) => isWebAddress(row[column]));
	const likeliest = addresses.find((column) => !BESIDES.test(column)) ?? addresses[0];
	return likeliest === undefined
		? 'Drag the column with the addresses of your pages into Long URL, or enter one address there for all rows.'
		: `Drag the column "${shownColumnName(likeliest)}" into Long URL.`;
}
