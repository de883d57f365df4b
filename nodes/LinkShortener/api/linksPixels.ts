import type { IDataObject } from 'n8n-workflow';

import { toText } from '../shared/json';
import { UserFacingError } from '../shared/userFacingError';
import { NO_SUCH_RECORD } from './http/messages';
import type { Result, ServiceRequest } from './http/types';
import { LISTS, type ListEndpoint } from './listings';
import { listRecords, readPageAt } from './pagination/list';
import { MAX_PAGE_SIZE, type Page } from './pagination/page';

/** The pixels of the product whose links these are, in the envelope of its other lists. */
const LINKS_PIXELS: ListEndpoint = { path: '/api/pixels', collection: 'pixels' };

/**
 * Requests for pixels, in the API description's words, where the links product answers: JSON bodies
 * instead of forms, `tag` instead of `value`, a list without filters, and no look-up of one pixel (its
 * public documentation; never tried on a live install).
 */
export class LinksPixels {
	/**
	 * @param deliver sends a request as it is
	 * @param sideBySide how many pages of a list may be under way at once
	 */
	constructor(
		private readonly deliver: (request: ServiceRequest) => Promise<Result>,
		private readonly sideBySide: () => number,
	) {}

	/**
	 * @param first what `readFor` gave for this request, where it was just read
	 * @throws {UserFacingError} when there is no such pixel, or when it cannot be changed in this way
	 */
	async send(request: ServiceRequest, first?: Page): Promise<Result> {
		const { method, safety, form = {} } = request;
		const id = pixelIdOf(request);
		if (id === undefined) {
			if (method === 'POST') return await this.create(form);
			return success(pageBody(await this.list(request, first)));
		}
		switch (method) {
			case 'GET':
				return success({ data: await this.find(id, first) });
			case 'DELETE':
				return await this.deliver({ method, path: `/api/pixel/${id}/delete`, safety });
			default:
				return await this.update(id, form, first);
		}
	}

	/** The page that a request for the list asks for; page 1 where it asks for what is filtered here. */
	async readFor(asked: ServiceRequest): Promise<Page> {
		const { number, size, isFiltered } = partsOf(asked);
		return isFiltered ? await this.readPage() : await this.readPage(number, size);
	}

	private async create(form: Record<string, string>): Promise<Result> {
		const { type, name, value } = form;
		const result = await this.deliver({
			method: 'POST',
			path: '/api/pixel/add',
			json: { type, name, tag: value },
			safety: 'unsafe',
		});
		if (result.kind !== 'success') return result;
		return success({ data: { ...form, id: result.body.id } });
	}

	/** It wants name and tag with every update, and knows no update of the type. */
	private async update(
		id: number,
		{ name, type, value }: Record<string, string>,
		first?: Page,
	): Promise<Result> {
		const isWhole = name !== undefined && value !== undefined && type === undefined;
		const present = isWhole ? {} : await this.find(id, first);
		if (type !== undefined && !isSame(type, present.type)) {
			throw new UserFacingError({
				message: `This service cannot change the type of a pixel: pixel ${id} is ${toText(present.type)}`,
				remedy:
					'Nothing was changed. Leave out Type, or create a pixel of the new type and delete this one.',
			});
		}
		return await this.deliver({
			method: 'PUT',
			path: `/api/pixel/${id}/update`,
			json: { name: name ?? present.name, tag: value ?? present.value },
			safety: 'idempotent',
		});
	}

	private async find(id: number, first?: Page): Promise<IDataObject> {
		const page = first ?? (await this.readPage());
		const isIt = (pixel: IDataObject) => Number(pixel.id) === id;
		const found = page.records.find(isIt);
		if (found !== undefined) return found;
		for await (const pixel of this.records(page)) if (isIt(pixel)) return pixel;
		throw new UserFacingError({
			message: `Pixel ${id} does not exist`,
			remedy: NO_SUCH_RECORD,
			kind: 'notFound',
		});
	}

	/** What a filter finds comes as one page, however much it is. */
	private async list(asked: ServiceRequest, first?: Page): Promise<Page> {
		const { filters, isFiltered } = partsOf(asked);
		if (!isFiltered) return first ?? (await this.readFor(asked));
		const pixels: IDataObject[] = [];
		for await (const pixel of this.records(first)) pixels.push(pixel);
		const records = selectPixels(pixels, filters);
		return { records, lastPage: 1, perPage: records.length + 1 };
	}

	/** All pixels; page 1 is not read again where it was just read. */
	private async *records(first?: Page): AsyncGenerator<IDataObject, void, undefined> {
		let ahead = first && pageBody(first);
		const send = async (request: ServiceRequest) => {
			const body = ahead ?? (await this.request(request));
			ahead = undefined;
			return body;
		};
		const onRowsMoved = () => {
			throw new UserFacingError({
				message: 'The list of pixels changed all the while it was read',
				remedy: 'Run it again at a quieter moment.',
				kind: 'unavailable',
			});
		};
		const rows = listRecords(send, { ...LINKS_PIXELS, onRowsMoved }, this.sideBySide);
		for await (const row of rows) yield toDescribed(row);
	}

	private async readPage(number = 1, size = MAX_PAGE_SIZE): Promise<Page> {
		const page = await readPageAt(this.request, LINKS_PIXELS, { number, size });
		return { ...page, records: page.records.map(toDescribed) };
	}

	private readonly request = async (request: ServiceRequest): Promise<IDataObject> => {
		const result = await this.deliver(request);
		if (result.kind === 'success') return result.body;
		throw result.error;
	};
}

export function success(body: IDataObject): Result {
	return { kind: 'success', body, sentAt: Date.now(), isOld: false };
}

/** The pixel that a request of the description is about; undefined for the list and for a create. */
export function pixelIdOf({ path }: ServiceRequest): number | undefined {
	const id = /\/(\d+)$/.exec(path)?.[1];
	return id === undefined ? undefined : Number(id);
}

/** A page as a body that reads as the same page. */
export function pageBody({ records, lastPage, perPage }: Page): IDataObject {
	return { data: { [LISTS.pixels.collection]: records, maxpage: lastPage, perpage: perPage } };
}

/** What a request for the list asks for. */
function partsOf({ query: { page, per_page: size, ...filters } = {} }: ServiceRequest) {
	const isFiltered = Object.keys(filters).length > 0;
	return { number: Number(page), size: Number(size), filters, isFiltered };
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
			(type === undefined || isSame(pixel.type, type)),
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

function isSame(one: unknown, other: unknown): boolean {
	return toText(one).toLowerCase() === toText(other).toLowerCase();
}
