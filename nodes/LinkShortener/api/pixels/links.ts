import type { IDataObject } from 'n8n-workflow';

import { toText } from '../../shared/json';
import { UserFacingError } from '../../shared/userFacingError';
import { inFull, NO_SUCH_RECORD } from '../http/remedies';
import type { ListEndpoint } from '../records/listings';
import { fetchPage, listRecords, type Listing, type Send } from '../records/list';
import type { Page, PageRequest } from '../records/page';
import { isSamePlatform } from './pixelTypes';
import { createdPixelRecord, tidyRecord, createdFields } from '../records/records';

export const LINKS_PIXELS: ListEndpoint = {
	path: '/api/pixels',
	collection: 'pixels',
	inWords: 'pixels',
	family: 'links',
};

/**
 * The pixels of the product whose links these are: JSON bodies, `tag` instead of `value`, a list without
 * filters in the envelope of its other lists, and no look-up of one pixel (its public documentation;
 * never tried on a live service).
 */
export class LinksPixels {
	constructor(
		private readonly request: Send,
		private readonly sideBySide: () => number,
	) {}

	/**
	 * Filters are applied here.
	 *
	 * @throws {UserFacingError} when a sort order is asked for
	 */
	async *list({
		query = {},
		limit,
		...listing
	}: Listing): AsyncGenerator<IDataObject, void, undefined> {
		if (query.sort !== undefined || query.sort_by !== undefined) throw noOrder();
		const isFiltered = Object.keys(query).length > 0;
		const asked = {
			...listing,
			...LINKS_PIXELS,
			...(!isFiltered && limit !== undefined && { limit }),
		};
		let found = 0;
		for await (const row of listRecords(this.request, asked, this.sideBySide)) {
			if (found === limit) return;
			const pixel = toDescribed(row);
			if (!isFound(pixel, query)) continue;
			found += 1;
			yield pixel;
		}
	}

	async page({ query = {} }: Listing, request: PageRequest): Promise<Page> {
		const page = await fetchPage(this.request, LINKS_PIXELS, request);
		const records = page.records.map(toDescribed).filter((pixel) => isFound(pixel, query));
		return { ...page, records };
	}

	async get(id: number): Promise<IDataObject> {
		const all = this.list({ ...LINKS_PIXELS, isReadAgain: true, onRowsMoved: throwRowsMoved });
		for await (const pixel of all) if (Number(pixel.id) === id) return tidyRecord(pixel);
		throw new UserFacingError({
			message: `Pixel ${id} does not exist`,
			remedy: inFull(NO_SUCH_RECORD),
			kind: 'notFound',
		});
	}

	async create(fields: IDataObject): Promise<IDataObject> {
		const { type, name, value } = fields;
		const answer = await this.request({
			method: 'POST',
			path: '/api/pixel/add',
			json: { type, name, tag: value },
			safety: 'unsafe',
		});
		return createdPixelRecord({ id: createdFields(answer).id }, fields);
	}

	/** The product wants name and tag with every update, and knows no update of the type. */
	async update(id: number, { name, type, value }: IDataObject): Promise<void> {
		const isWhole = name !== undefined && value !== undefined && type === undefined;
		const present = isWhole ? {} : await this.get(id);
		if (type !== undefined && !isSamePlatform(type, present.type)) {
			throw new UserFacingError({
				message: `This service cannot change the platform of a pixel: pixel ${id} is for ${toText(present.type)}`,
				remedy:
					'Nothing was changed. Leave out Platform, or create a pixel of the new platform and delete this one.',
			});
		}
		await this.request({
			method: 'PUT',
			path: `/api/pixel/${id}/update`,
			json: { name: name ?? present.name, tag: value ?? present.value },
			safety: 'idempotent',
		});
	}

	async delete(id: number): Promise<void> {
		await this.request({
			method: 'DELETE',
			path: `/api/pixel/${id}/delete`,
			safety: 'idempotent',
		});
	}
}

function noOrder(): UserFacingError {
	return new UserFacingError({
		message: 'This service does not sort pixels',
		remedy: "Remove Sort By and Sort Direction, or add n8n's Sort node behind this one.",
	});
}

function throwRowsMoved(): void {
	throw new UserFacingError({
		message: 'The list of pixels changed while it was being read',
		remedy: 'Run it again in a minute.',
		kind: 'unavailable',
	});
}

/** A pixel of either product as one of the description's. Pure. */
export function toDescribed({ tag, ...pixel }: IDataObject): IDataObject {
	return tag === undefined ? pixel : { ...pixel, value: tag };
}

/** Whether a pixel is what the description's filters would show. Pure. */
export function isFound(pixel: IDataObject, { search, type }: IDataObject): boolean {
	const isNamed = toText(pixel.name).toLowerCase().includes(toText(search).toLowerCase());
	return isNamed && (type === undefined || isSamePlatform(pixel.type, type));
}
