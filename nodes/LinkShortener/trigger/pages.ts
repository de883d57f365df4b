import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Client } from '../api/client';
import { isLastPage, type Listing, MAX_PAGE_SIZE, type Page } from '../api/records/list';
import { channelItemKey, idOf, toNumber } from '../api/records/records';
import { UserFacingError } from '../shared/userFacingError';
import type { Parameters } from '../shared/n8n/parameters';

/** One event with its fields filled in. */
export interface Watch {
	/** When they change, the trigger starts over. */
	settings: IDataObject;
	/** If that is not as the service shows it, tidied. */
	record?: (raw: IDataObject) => IDataObject;
	/** `saved`: of the poll before, which had the same settings; undefined for the first one. */
	poll(send: SendInPoll, saved: unknown): Promise<PollOutcome>;
	sample(client: Client): Promise<IDataObject | undefined>;
	/** As it reads behind "There is no": "campaign". */
	noun: string;
}

export interface TriggerEvent {
	option: INodePropertyOptions & { value: string; action: string; description: string };
	properties: INodeProperties[];
	/** @throws {UserFacingError} that names the field that is wrong */
	watch(parameters: Parameters): Watch;
}

/** The rate limit or the poll's time leaves no further request. */
export type Cut = 'cut';

export type SendInPoll = <T>(request: (client: Client) => Promise<T>) => Promise<T | Cut>;

export type ReadPage = (number: number) => Promise<Page | Cut>;

export interface PollOutcome<State extends object = object> {
	/** Oldest first. */
	records: IDataObject[];
	/** Plain and small, for n8n's static data. */
	state: State;
	notes?: string[];
}

/** Undefined without a whole number. */
export function clicksOf(record: IDataObject): number | undefined {
	const clicks = toNumber(record.clicks);
	return typeof clicks === 'number' && Number.isSafeInteger(clicks) ? clicks : undefined;
}

/** `visit` returns true if no further page is needed. Returns the page with which the next poll continues, if cut. */
export async function readPages(
	read: ReadPage,
	from: number,
	visit: (page: Page, number: number) => boolean,
): Promise<number | undefined> {
	const shown = new Set<string>();
	for (let number = from; ; number += 1) {
		const page = await read(number);
		if (page === 'cut') return number;
		const keys = page.records.map(channelItemKey);
		const isShown = keys.every((key) => shown.has(key));
		for (const key of keys) shown.add(key);
		if (visit(page, number) || isLastPage(number, page, isShown)) return undefined;
	}
}

/** So many numbers show an order; fewer may fall by chance. */
const MIN_FALLING = 8;

export function areFalling(numbers: readonly number[]): boolean {
	const [first = 0] = numbers;
	const isBelow = (number: number, at: number) => number <= (numbers[at - 1] ?? Infinity);
	return numbers.length >= MIN_FALLING && numbers.every(isBelow) && (numbers.at(-1) ?? 0) < first;
}

/** `needs`: a list whose first records all lack it is no use. */
export function pagesOf(
	send: SendInPoll,
	listing: Listing,
	needs: 'id' | 'clicks' = 'id',
): ReadPage {
	return async (number) => {
		const page = await send((client) => client.page(listing, { number, size: MAX_PAGE_SIZE }));
		if (page === 'cut') return page;
		const canUse = (record: IDataObject) =>
			idOf(record) !== undefined && (needs === 'id' || clicksOf(record) !== undefined);
		if (number === 1 && page.records.length > 0 && !page.records.some(canUse))
			throw unusable(needs);
		return page;
	};
}

export function unusable(needs: 'id' | 'clicks'): UserFacingError {
	const what = needs === 'id' ? 'numeric IDs' : 'numeric IDs and clicks';
	return new UserFacingError(
		`The service lists its records without ${what}, so the trigger cannot tell what is new`,
		'Use a Schedule Trigger and Get Many instead.',
	);
}
