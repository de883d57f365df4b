import type { IDataObject } from 'n8n-workflow';

import { toNumber } from '../../api/records/records';

/** Clicks by link id. */
export type Counts = Record<string, number>;

/** A link's clicks; undefined without a whole number. */
export function clicksOf(record: IDataObject): number | undefined {
	const clicks = toNumber(record.clicks);
	return typeof clicks === 'number' && Number.isSafeInteger(clicks) ? clicks : undefined;
}

/** A link with how its clicks grew. */
export function grown(record: IDataObject, before: number, clicks: number): IDataObject {
	return { ...record, clicks, clicksBefore: before, newClicks: clicks - before };
}
