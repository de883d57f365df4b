import type { IDataObject } from 'n8n-workflow';

import { toText } from '../../shared/json';
import { idOf } from './rows';

/** Clicks by link id. */
export type Counts = Record<string, number>;

/** `1,234`, `1.234`, `1 234` or `1'234`: no service counts parts of a click. */
const GROUPED = /^\d{1,3}(([,.'’\s])\d{3})(\2\d{3})*$/;

/** A link's clicks; undefined without a whole number. */
export function clicksOf(record: IDataObject): number | undefined {
	const text = toText(record.clicks);
	const isGrouped = typeof record.clicks === 'string' && GROUPED.test(text);
	const digits = isGrouped ? text.replace(/\D/g, '') : text;
	return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

/**
 * The clicks of a link now. A count that falls comes from a copy of the database that lags, unless it falls
 * to a tenth or less: then somebody has reset the statistics of the link.
 *
 * @param known what an earlier reading showed; undefined for the first
 */
export function latestClicks(known: number | undefined, shown: number): number {
	if (known === undefined || shown * 10 <= known) return shown;
	return Math.max(known, shown);
}

/** The identity of a link; undefined without id or clicks. */
export function linkKeyOf(record: IDataObject): string | undefined {
	const id = idOf(record);
	return id === undefined || clicksOf(record) === undefined ? undefined : String(id);
}

/** A link with how its clicks grew. `newClicksIsMinimum`: it was not in the list before. */
export function grown(
	record: IDataObject,
	before: number,
	clicks: number,
	isMinimum = false,
): IDataObject {
	return {
		...record,
		clicks,
		clicksBefore: before,
		newClicks: clicks - before,
		newClicksIsMinimum: isMinimum,
	};
}
