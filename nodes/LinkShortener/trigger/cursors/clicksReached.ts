import type { IDataObject } from 'n8n-workflow';

import { idOf } from '../../api/records/records';
import { toText } from '../../shared/json';
import { UserFacingError } from '../../shared/userFacingError';
import { clicksOf } from './clicks';
import { readPages, type PollOutcome, type ReadPage } from './list';

/** What is known of the links between two polls. */
export interface ClicksReachedState {
	/** The ids of the links that have reached the number. */
	announced: number[];
	/** The first reading is not whole yet: what it shows is old. */
	isFirst?: true;
	/** The page with which a reading goes on that the last poll had no time to finish. */
	page?: number;
}

/** The most links that are remembered. */
export const MAX_ANNOUNCED = 5_000;

/**
 * Finds the links whose clicks have reached a number for the first time. The list is asked for with the
 * most clicked links first and read down to the number. Where a service sorts in another way, it is read
 * whole.
 *
 * @param wanted the number of clicks
 * @throws {UserFacingError} when too many links have reached it; else what `read` throws
 */
export async function readClicksReached(
	read: ReadPage,
	saved: ClicksReachedState | undefined,
	wanted: number,
): Promise<PollOutcome<ClicksReachedState>> {
	const { isFirst, page = 1 } = saved ?? { isFirst: true as const };
	const announced = new Set(saved?.announced);
	const found: IDataObject[] = [];
	const links: IDataObject[] = [];
	const cutAt = await readPages(read, page, ({ records }) => {
		links.push(...records);
		for (const record of records) {
			const id = idOf(record);
			const clicks = clicksOf(record);
			if (id === undefined || clicks === undefined) continue;
			if (clicks < wanted || announced.has(id)) continue;
			announced.add(id);
			if (!isFirst) found.push({ ...record, clicks });
		}
		if (announced.size > MAX_ANNOUNCED) throw tooManyLinks(wanted);
		const isBelow = links.some((link) => (clicksOf(link) ?? wanted) < wanted);
		return isBelow && isSortedByClicks(links);
	});
	found.sort((one, other) => Number(one.id) - Number(other.id));
	const state: ClicksReachedState = { announced: [...announced] };
	if (cutAt !== undefined) Object.assign(state, { page: cutAt, ...(isFirst && { isFirst }) });
	return { records: found, state, notes: [] };
}

/**
 * Whether links are sorted by clicks. Clicks that never rise do not show that alone: new links have none, and
 * a service that ignores the order shows the newest links first. So dates must go up somewhere.
 */
export function isSortedByClicks(links: readonly IDataObject[]): boolean {
	const clicks = links.map((link) => clicksOf(link) ?? 0);
	const dates = links.map(({ date }) => toText(date));
	return !rises(clicks) && rises(dates);
}

function rises(values: ReadonlyArray<number | string>): boolean {
	return values.some((value, at) => value > (values[at - 1] ?? value));
}

function tooManyLinks(wanted: number): UserFacingError {
	const most = MAX_ANNOUNCED.toLocaleString('en');
	const message = `More than ${most} links have reached ${wanted.toLocaleString('en')} clicks, which is more than this trigger can remember`;
	const remedy = 'Enter a higher number in Clicks.';
	return new UserFacingError({
		message,
		brief: { message, remedy },
		remedy: `${remedy} The trigger then starts over: links that have already reached the new number are not emitted.`,
	});
}
