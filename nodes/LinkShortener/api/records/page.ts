import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import { answeredWithout } from '../../shared/userFacingError';
import type { Family } from '../http/types';
import type { ListEndpoint } from './listings';

/** One page, in the same form for all lists. */
export interface Page {
	records: IDataObject[];
	/** The number of the last page, when the service says so. */
	lastPage?: number;
	/** How many rows a full page has, when the service says so; it may not be what was asked for. */
	perPage?: number;
}

/** The largest page the links family seems to allow, as seen on real services. */
export const MAX_PAGE_SIZE = 100;

/** The page sizes the pixel list accepts (section 8 of the API description). */
const PIXEL_PAGE_SIZES = [10, 25, 50, 100];

/** One page as it is asked for: its number from 1 and its size. */
export interface PageRequest {
	number: number;
	size: number;
}

/**
 * Whether a list ends with a page: with the one that the service counts last; where it counts none, with one that
 * shows nothing new.
 */
export function isLastPage(number: number, { lastPage }: Page, isNothingNew: boolean): boolean {
	return lastPage === undefined ? isNothingNew : number >= lastPage;
}

/**
 * The page size for a whole listing, so that a limit asks for no more pages than needed: 150 rows
 * are two pages of 75, since the service counts its offset in pages and 100 + 50 would shift it.
 */
export function pageSize(limit: number | undefined, family?: Family): number {
	if (limit === undefined) return MAX_PAGE_SIZE;
	if (family === 'pixels') return PIXEL_PAGE_SIZES.find((size) => size >= limit) ?? MAX_PAGE_SIZE;
	return Math.ceil(limit / Math.ceil(limit / MAX_PAGE_SIZE));
}

/**
 * The page in a body: `data.<collection>` with `maxpage`, the same without `data` around it, any other
 * single array there (one service calls `cta` `overlay`), Laravel's `data` with `meta.last_page`, or a bare array
 * (which arrives under `data`). `result` and `nextpage` are not used: one service counts all rows in
 * the first, and the second repeats itself on the last page.
 *
 * @throws {UserFacingError} when the body is no list; PHP writes an empty answer of any sort as `[]`, so
 *   only the pixel endpoints, whose lists are bare, may answer with that
 */
export function pageOf(body: IDataObject, endpoint: ListEndpoint): Page {
	const page = findPage(body, endpoint);
	if (page === undefined) throw answeredWithout(`a list of ${endpoint.inWords}`, 'unavailable');
	return page;
}

/** The rows of the page in a body; undefined when the body is no list. */
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

/** @param envelopes where the numbers beside the rows may be, the likeliest place first */
function toPage(list: unknown[], envelopes: readonly IDataObject[]): Page {
	const page: Page = { records: list.filter(isRecord) };
	const lastPage = firstCount(envelopes, ['maxpage', 'last_page']);
	const perPage = firstCount(envelopes, ['perpage', 'per_page']);
	if (lastPage !== undefined) page.lastPage = lastPage;
	if (perPage !== undefined) page.perPage = perPage;
	return page;
}

/** The first whole number from 1 on under one of the names, in an envelope or in its `meta`. */
function firstCount(
	envelopes: readonly IDataObject[],
	names: readonly string[],
): number | undefined {
	for (const envelope of envelopes) {
		const meta = isRecord(envelope.meta) ? envelope.meta : {};
		for (const value of [envelope, meta].flatMap((place) => names.map((name) => place[name]))) {
			const number = Number(value);
			if (value !== undefined && value !== null && Number.isInteger(number) && number >= 1)
				return number;
		}
	}
	return undefined;
}
