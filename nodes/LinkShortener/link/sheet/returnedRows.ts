import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { toSwitch, isEmpty } from '../../shared/values/convert';
import type { Parameters } from '../../shared/n8n/parameters';
import { notInTools } from '../../shared/n8n/n8nCompat';
import type { RowWriter } from '../../operations/operation';
import { notFormula } from '../../shared/text';
import { headingsOf, matchHeadings, headingKey } from './headings';
import { columnOfShortUrl } from '../fields/setInForm';

/** The input rows in place of the links. Pure. */

const TITLE = 'Return Rows With Short URL';

export const returnRowsOption: INodeProperties[] = notInTools({
	displayName: TITLE,
	name: 'returnRows',
	type: 'boolean',
	builderHint: {
		propertyHint:
			'true to write short URLs back into the sheet. Left out: the link, without its row.',
	},
	// Whoever adds the option has a sheet to write back to.
	default: true,
	description:
		'Whether to return each row (without its password) with shorturl, link_action, link_clicks, and link_error, in its own columns if it has them',
});

/** Each by the name of its column. */
const ADDED = ['shorturl', 'link_action', 'link_clicks', 'link_error'] as const;

type Written = Partial<Record<(typeof ADDED)[number], IDataObject[string]>>;

/** @throws {UserFacingError} when the option is no switch */
export function returnsRows(parameters: Parameters): boolean {
	const { returnRows } = parameters.fields('options');
	return !isEmpty(returnRows) && toSwitch(returnRows, TITLE);
}

/** Into the sheet's own columns. A short URL goes into the column dragged into Short URL, if any. */
export function rowWriterFor(rows: readonly IDataObject[], parameters: Parameters): RowWriter {
	const all = new Set<string>();
	for (const row of rows) for (const column of Object.keys(row)) all.add(column);
	const headings = headingsOf([...all]);
	const secret = matchHeadings(headings).columnsOf.get('password') ?? [];
	const called = (...names: string[]) =>
		headings.filter(({ key }) => names.includes(key)).map(({ column }) => column);
	const shortUrls = columnOfShortUrl(parameters) ?? called('shorturl', 'shortlink');
	const columnsFor = (name: (typeof ADDED)[number]) => {
		const own = name === 'shorturl' ? [shortUrls].flat() : called(headingKey(name));
		return own.length > 0 ? own : [name];
	};
	const added = ADDED.map((name) => [name, columnsFor(name)] as const);
	const written = (row: IDataObject, result: Written): IDataObject => {
		const cells = Object.entries(row).filter(([column]) => !secret.includes(column));
		const filled = Object.fromEntries(cells);
		for (const [name, columns] of added) {
			if (result[name] !== undefined)
				for (const column of columns) filled[column] = notFormula(result[name]);
		}
		return filled;
	};
	return {
		done: (row, record) => {
			const { shorturl, longurl, clicks, changes, updated } = record;
			// Update says it in a word of its own.
			const action = record.action ?? (updated === true ? 'updated' : 'unchanged');
			const filled = written(row, {
				shorturl,
				link_action: action,
				// A new link has none yet, and the service does not say so.
				link_clicks: clicks ?? (action === 'created' ? 0 : undefined),
				link_error: '',
			});
			// That of the row may lack parameters, and is not overwritten.
			if (action === 'create') filled.link_longurl = longurl;
			return record.dryRun && changes ? { ...filled, changes: notFormula(changes) } : filled;
		},
		failed: (row, error) => written(row, { link_action: 'failed', link_error: error }),
	};
}

/** An earlier run may have filled it. */
export function isWritten(column: string): boolean {
	return ADDED.some((name) => headingKey(name) === headingKey(column));
}
