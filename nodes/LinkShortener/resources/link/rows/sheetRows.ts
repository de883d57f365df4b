import type { RowsOfSheet } from '../../../operations/operation';
import { readInputRow, rowWriterFor } from '../columns/inputRow';
import { sheetOf } from './linkSheet';

/** How operations take rows with links in them, and return them with what became of each. */
export const linkRows: RowsOfSheet = {
	tell: sheetOf,
	inputRow: readInputRow,
	writerFor: rowWriterFor,
};
