import type { IDataObject } from 'n8n-workflow';

import { toNumber } from '../../api/records';
import { idOf } from './rows';

/** Clicks by link id. */
export type Counts = Record<string, number>;

/** A link's clicks; undefined without a number. */
export function clicksOf(record: IDataObject): number | undefined {
	const clicks = toNumber(record.clicks);
	return typeof clicks === 'number' ? clicks : undefined;
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
