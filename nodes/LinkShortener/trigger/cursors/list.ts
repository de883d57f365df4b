import type { IDataObject } from 'n8n-workflow';

import { isLastPage, type Page } from '../../api/records/page';
import { idOf } from '../../api/records/records';
import { toText } from '../../shared/json';

/** In place of an answer where the rate limit or the poll's time leaves no further request. */
export type Cut = 'cut';

/** Reads one page of the list that a trigger watches. */
export type ReadPage = (number: number) => Promise<Page | Cut>;

/** What a poll found, and what the next one has to know. */
export interface PollOutcome<State extends object = object> {
	/** New records, oldest first. */
	records: IDataObject[];
	/** Plain and small, for n8n's static data. */
	state: State;
	/** Lines for n8n's log. */
	notes: string[];
}

/** What tells a record from the others of its list: a link and a QR code in a channel may have the same id. */
export function keyOf(record: IDataObject): string | undefined {
	const id = idOf(record);
	return id === undefined ? undefined : `${toText(record.type)}:${id}`;
}

/**
 * Reads a list upwards from a page to its end.
 *
 * @param visit is shown each page; returns true when no more are wanted
 * @returns the page to go on with in the next poll, if this one was cut
 */
export async function readPages(
	read: ReadPage,
	from: number,
	visit: (page: Page) => boolean,
): Promise<number | undefined> {
	const shown = new Set<string | undefined>();
	for (let number = from; ; number += 1) {
		const page = await read(number);
		if (page === 'cut') return number;
		const keys = page.records.map(keyOf);
		const isShown = keys.every((key) => shown.has(key));
		for (const key of keys) shown.add(key);
		if (visit(page) || isLastPage(number, page, isShown)) return undefined;
	}
}
