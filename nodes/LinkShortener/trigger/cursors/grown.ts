import type { IDataObject } from 'n8n-workflow';

/** Clicks by link id. */
export type Counts = Record<string, number>;

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
