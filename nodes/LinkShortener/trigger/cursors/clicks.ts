import type { IDataObject } from 'n8n-workflow';

import { idOf } from '../../api/records/records';
import { UserFacingError } from '../../shared/userFacingError';
import { areFalling, clicksOf, readPages, type PollOutcome, type ReadPage } from './pages';

export function grown(record: IDataObject, before: number, clicks: number): IDataObject {
	return { ...record, clicks, clicksBefore: before, newClicks: clicks - before };
}

export interface ClicksState {
	/** By the link's key. */
	clicks: Record<string, number>;
	/** Where a reading that was cut continues. */
	page?: number;
}

/** Those no longer among the most clicked included. */
export const MAX_COUNTED = 2_000;

/** The first reading of a link only counts; a count that falls was reset. @throws what `read` throws */
export async function readClicks(
	read: ReadPage,
	saved: ClicksState | undefined,
	keyFor: (link: IDataObject, page: number) => string | undefined,
	most = Infinity,
): Promise<PollOutcome<ClicksState>> {
	const before = saved?.clicks ?? {};
	const listed: Record<string, number> = {};
	const shown = new Set<number | string>();
	const records: IDataObject[] = [];
	const cutAt = await readPages(read, saved?.page ?? 1, (page, number) => {
		for (const link of page.records) {
			const key = keyFor(link, number);
			const clicks = clicksOf(link);
			if (key === undefined || clicks === undefined || shown.size >= most) continue;
			const known = before[key] ?? clicks;
			listed[key] = clicks;
			// A link may move to the next page, or be chosen by its id and by its short URL.
			const id = idOf(link) ?? key;
			if (clicks > known && !shown.has(id)) records.push(grown(link, known, clicks));
			shown.add(id);
		}
		return shown.size >= most;
	});
	const all = { ...before, ...listed };
	const clicks = Object.keys(all).length > MAX_COUNTED ? listed : all;
	return { records, state: { clicks, ...(cutAt !== undefined && { page: cutAt }) } };
}

export interface ClicksReachedState {
	announced: number[];
	/** Where a reading that was cut continues. */
	page?: number;
	/** The first reading is not complete yet: what it shows is old. */
	isFirst?: true;
}

export const MAX_ANNOUNCED = 5_000;

/**
 * The most clicked come first, so they are read down to the number; if clicks do not fall, all links are read.
 * @throws {UserFacingError} when too many links have reached it; else what `read` throws
 */
export async function readClicksReached(
	read: ReadPage,
	saved: ClicksReachedState = { announced: [], isFirst: true },
	wanted: number,
): Promise<PollOutcome<ClicksReachedState>> {
	const { page = 1, isFirst } = saved;
	const announced = new Set(saved.announced);
	const found: IDataObject[] = [];
	const counts: number[] = [];
	const cutAt = await readPages(read, page, ({ records }) => {
		for (const record of records) {
			const id = idOf(record);
			const clicks = clicksOf(record);
			if (id === undefined || clicks === undefined) continue;
			counts.push(clicks);
			if (clicks < wanted || announced.has(id)) continue;
			announced.add(id);
			if (!isFirst) found.push({ ...record, clicks });
		}
		if (announced.size > MAX_ANNOUNCED) throw tooManyLinks(wanted);
		return areFalling(counts) && (counts.at(-1) ?? 0) < wanted;
	});
	found.sort((one, other) => Number(one.id) - Number(other.id));
	const underWay = cutAt === undefined ? {} : { page: cutAt, ...(isFirst && { isFirst }) };
	return { records: found, state: { announced: [...announced], ...underWay } };
}

function tooManyLinks(wanted: number): UserFacingError {
	return new UserFacingError({
		message: `More than ${MAX_ANNOUNCED.toLocaleString('en')} links have reached ${wanted.toLocaleString('en')} clicks, which is more than this trigger can remember`,
		remedy: 'Enter a higher number in Clicks.',
	});
}
