import type { IDataObject } from 'n8n-workflow';

import { toText } from '../../shared/json';
import { UserFacingError, settle } from '../../shared/userFacingError';
import { inFull, NO_SUCH_RECORD } from '../http/remedies';
import type { ListEndpoint } from '../records/listings';
import { fetchPage, listRecords, type Listing, type Send } from '../records/list';
import type { Page, PageRequest } from '../records/page';
import { isSamePlatform, BRAND_TYPES } from './pixelTypes';
import { createdPixelRecord, tidyRecord, createdFields } from '../records/records';
import { varying, words } from '../../shared/words';

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

	/** Filters are applied here, to the whole list. */
	async *list(listing: Listing): AsyncGenerator<IDataObject, void, undefined> {
		const { query, limit, onRowsMoved = throwRowsMoved } = listing;
		if (!isFiltered(listing)) {
			const rows = listRecords(this.request, { ...listing, ...LINKS_PIXELS }, this.sideBySide);
			for await (const row of rows) yield toDescribed(row);
			return;
		}
		const pixels: IDataObject[] = [];
		for await (const pixel of this.all(onRowsMoved)) pixels.push(pixel);
		yield* selectPixels(pixels, query ?? {}).slice(0, limit);
	}

	/** The pixels that a filter finds come as one page, however many they are. */
	async page(listing: Listing, request: PageRequest): Promise<Page> {
		const records: IDataObject[] = [];
		if (!isFiltered(listing)) {
			const page = await fetchPage(this.request, { ...listing, ...LINKS_PIXELS }, request);
			return { ...page, records: page.records.map(toDescribed) };
		}
		for await (const pixel of this.list(listing)) records.push(pixel);
		return { records, lastPage: 1, perPage: records.length + 1 };
	}

	async get(id: number): Promise<IDataObject> {
		for await (const pixel of this.all(throwRowsMoved)) {
			if (Number(pixel.id) === id) return tidyRecord(pixel);
		}
		throw new UserFacingError({
			...words`Pixel ${varying(id)} does not exist`,
			remedy: inFull(NO_SUCH_RECORD),
			kind: 'notFound',
		});
	}

	/** A type that the service rejects is sent once more, in the word that brands have for it. */
	async create(fields: IDataObject): Promise<IDataObject> {
		const created = await settle(this.store(fields));
		if (!(created instanceof UserFacingError)) return created;
		const type = toText(fields.type);
		const word = BRAND_TYPES[type];
		if (word === undefined || !created.is('rejected')) throw created;
		const again = await settle(this.store({ ...fields, type: word }));
		if (!(again instanceof UserFacingError)) return again;
		throw again.is('rejected') ? rejectedAlike(created, type, word) : again;
	}

	private async store(fields: IDataObject): Promise<IDataObject> {
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
				...words`This service cannot change the platform of a pixel: pixel ${varying(id)} is for ${toText(present.type)}`,
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

	private all(onRowsMoved: () => void): AsyncGenerator<IDataObject, void, undefined> {
		return this.list({ ...LINKS_PIXELS, isReadAgain: true, onRowsMoved });
	}
}

function rejectedAlike({ explanation }: UserFacingError, type: string, word: string) {
	const tried = `The platform was sent as ${type} and as ${word}.`;
	return new UserFacingError({
		...explanation,
		remedy: `${explanation.remedy} ${tried} If your service has another word for it, enter that word with an expression, as Pixel → Get Many shows it.`,
	});
}

function isFiltered({ query = {} }: Listing): boolean {
	return Object.keys(query).length > 0;
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

/** The pixels that the description's list would show for these filters, in its order. Pure. */
export function selectPixels(pixels: readonly IDataObject[], filters: IDataObject): IDataObject[] {
	const { search, type, sort_by: sortBy, sort } = filters;
	const word = toText(search).toLowerCase();
	const found = pixels.filter(
		(pixel) =>
			toText(pixel.name).toLowerCase().includes(word) &&
			(type === undefined || isSamePlatform(pixel.type, type)),
	);
	if (sortBy === undefined && sort === undefined) return found;
	const byName = (one: IDataObject, other: IDataObject) =>
		sortBy === 'name'
			? toText(one.name).localeCompare(toText(other.name), 'en', { sensitivity: 'base' })
			: 0;
	const rising = (one: IDataObject, other: IDataObject) =>
		byName(one, other) || Number(one.id) - Number(other.id);
	return found.sort(sort === 'asc' ? rising : (one, other) => rising(other, one));
}
