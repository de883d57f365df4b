import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import { answeredWithout } from '../../shared/userFacingError';
import type { Family } from '../http/types';
import type { ListEndpoint } from './listings';

export interface Page {
	records: IDataObject[];
	lastPage?: number;
	/** What the service says; it may not be what was asked for. */
	perPage?: number;
}

/** The largest page the links family seems to allow, as seen on real services. */
export const MAX_PAGE_SIZE = 100;

/** The page sizes the pixel list accepts (section 8 of the API description). */
const PIXEL_PAGE_SIZES = [10, 25, 50, 100];

/** `number` counts from 1. */
export interface PageRequest {
	number: number;
	size: number;
}

/** Where the service counts no pages, the one that shows nothing new is the last. */
export function isLastPage(number: number, { lastPage }: Page, isNothingNew: boolean): boolean {
	return lastPage === undefined ? isNothingNew : number >= lastPage;
}

/** 150 rows are two pages of 75: the service counts its offset in pages, so 100 + 50 would shift it. */
export function pageSize(limit: number | undefined, family?: Family): number {
	if (limit === undefined) return MAX_PAGE_SIZE;
	if (family === 'pixels') return PIXEL_PAGE_SIZES.find((size) => size >= limit) ?? MAX_PAGE_SIZE;
	return Math.ceil(limit / Math.ceil(limit / MAX_PAGE_SIZE));
}

/**
 * `data.<collection>` with `maxpage`, the same without `data`, any other single array there (one service calls `cta`
 * `overlay`), Laravel's `data` with `meta.last_page`, or a bare array. `result` and `nextpage` mislead on some
 * services.
 * @throws {UserFacingError} when the body is no list; PHP writes any empty answer as `[]`, so only pixels may
 */
export function pageOf(body: IDataObject, endpoint: ListEndpoint): Page {
	const page = findPage(body, endpoint);
	if (page === undefined) throw answeredWithout(`a list of ${endpoint.inWords}`, 'unavailable');
	return page;
}

export function rowsOf(body: IDataObject, endpoint: ListEndpoint): IDataObject[] | undefined {
	return findPage(body, endpoint)?.records;
}

function findPage(body: IDataObject, { collection, family }: ListEndpoint): Page | undefined {
	const { data } = body;
	if (Array.isArray(data) && (data.length > 0 || family === 'pixels')) return toPage(data, [body]);
	const isFlat = collection in body || (data === undefined && 'maxpage' in body);
	const place = isFlat ? body : data;
	if (!isRecord(place)) return undefined;
	const lists = Object.values(place).filter(Array.isArray);
	const only: unknown = lists.length === 1 ? lists[0] : undefined;
	const list = collection in place ? place[collection] : only;
	if (Array.isArray(list)) return toPage(list, [place, body]);
	// Rows inside an object of another form are not taken for none.
	const isNone = lists.length === 0 && 'maxpage' in place && !isRecord(list);
	return isNone ? toPage([], [place, body]) : undefined;
}

/** `envelopes`: the likeliest place first. */
function toPage(list: unknown[], envelopes: readonly IDataObject[]): Page {
	const page: Page = { records: list.filter(isRecord) };
	const lastPage = firstCount(envelopes, ['maxpage', 'last_page']);
	const perPage = firstCount(envelopes, ['perpage', 'per_page']);
	if (lastPage !== undefined) page.lastPage = lastPage;
	if (perPage !== undefined) page.perPage = perPage;
	return page;
}

function firstCount(
	envelopes: readonly IDataObject[],
	names: readonly string[],
): number | undefined {
	const places = envelopes.flatMap((envelope) => [envelope, envelope.meta]).filter(isRecord);
	for (const place of places) {
		for (const name of names) {
			const number = Number(place[name] ?? NaN);
			if (Number.isInteger(number) && number >= 1) return number;
		}
	}
	return undefined;
}
