import type { IDataObject } from 'n8n-workflow';

import { toText } from '../../shared/json';
import type { Memory } from '../../shared/memory';
import { type Explanation, settle, UserFacingError } from '../../shared/userFacingError';
import { ACCOUNT } from '../request/exchange';
import type { ServiceRequest } from '../http/types';
import { LISTS, type ListEndpoint } from '../records/listings';
import { fetchPage, listRecords, type Listing, type Send } from '../records/list';
import type { Page, PageRequest } from '../records/page';
import { createdPixelRecord, pixelRecord, tidyRecord, createdFields } from '../records/records';
import { inFull, NO_SUCH_RECORD } from '../http/remedies';
import { isSamePlatform } from './pixelTypes';

const LINKS_PIXELS: ListEndpoint = {
	path: '/api/pixels',
	collection: 'pixels',
	inWords: 'pixels',
	family: 'links',
};

/** Of a service. Fields are named as in the API description, whichever product has them. */
export interface Pixels {
	list(listing: Listing): AsyncGenerator<IDataObject, void, undefined>;
	page(listing: Listing, request: PageRequest): Promise<Page>;
	get(id: number): Promise<IDataObject>;
	/** Without an id where the answer names none. */
	create(fields: IDataObject): Promise<IDataObject>;
	update(id: number, changes: IDataObject): Promise<unknown>;
	delete(id: number): Promise<unknown>;
}

/** The links product (public documentation, never tried live): JSON, `tag` for `value`, no look-up of one pixel. */
class TaggedPixels implements Pixels {
	constructor(
		private readonly request: Send,
		private readonly sideBySide: () => number,
	) {}

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
		remedy: "Remove Sort By and Sort Direction. To sort, add n8n's Sort node.",
	});
}

function throwRowsMoved(): void {
	throw new UserFacingError({
		message: 'The list of pixels changed while it was being read',
		remedy: 'Run it again in a minute.',
		kind: 'unavailable',
	});
}

function toDescribed({ tag, ...pixel }: IDataObject): IDataObject {
	return tag === undefined ? pixel : { ...pixel, value: tag };
}

function isFound(pixel: IDataObject, { search, type }: IDataObject): boolean {
	const isNamed = toText(pixel.name).toLowerCase().includes(toText(search).toLowerCase());
	return isNamed && (type === undefined || isSamePlatform(pixel.type, type));
}

const { path: PATH, family } = LISTS.pixels;

function describedPixels(request: Send, sideBySide: () => number): Pixels {
	return {
		list: (listing) => listRecords(request, listing, sideBySide),
		page: async (listing, which) => await fetchPage(request, listing, which),
		get: async (id) => pixelRecord(await request({ method: 'GET', ...at(id), safety: 'safe' })),
		create: async (fields) => {
			const form = formOf(fields);
			const asked = { method: 'POST', path: PATH, form, family, safety: 'unsafe' } as const;
			return createdPixelRecord(await request(asked), fields);
		},
		update: async (id, changes) =>
			await request({ method: 'PUT', ...at(id), form: formOf(changes), safety: 'idempotent' }),
		delete: async (id) => await request({ method: 'DELETE', ...at(id), safety: 'idempotent' }),
	};
}

/** No known service has the whole API description. @throws {UserFacingError} when neither list of pixels answers */
export async function openPixels(
	request: Send,
	service: Memory,
	sideBySide: () => number,
): Promise<Pixels> {
	const found = service.get(Found);
	found.product ??= await findProduct(request);
	return found.product === 'links'
		? new TaggedPixels(request, sideBySide)
		: describedPixels(request, sideBySide);
}

function at(id: number): Pick<ServiceRequest, 'path' | 'family'> {
	return { path: `${PATH}/${id}`, family };
}

function formOf(fields: IDataObject): Record<string, string> {
	return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toText(value)]));
}

type Product = 'described' | 'links';

class Found {
	/** Undefined until a list has answered. */
	product: Product | undefined;
}

const FIRST_PAGE: PageRequest = { number: 1, size: 10 };

/** By a page of each list, not by a user's change. @throws {UserFacingError} when neither list answers */
async function findProduct(request: Send): Promise<Product> {
	const described = await settle(fetchPage(request, LISTS.pixels, FIRST_PAGE));
	if (!(described instanceof UserFacingError)) return 'described';
	if (!hasNoSuchAddress(described)) throw described;
	const links = await settle(fetchPage(request, LINKS_PIXELS, FIRST_PAGE));
	if (!(links instanceof UserFacingError)) return 'links';
	throw hasNoSuchAddress(links) ? await noPixels(request) : links;
}

/** A 404 or a web page. A refused key, the rate limit or an outage does not say so. */
function hasNoSuchAddress(error: UserFacingError): boolean {
	const { httpStatus } = error.explanation;
	if (httpStatus === undefined) return false;
	return httpStatus === 404 || error.is('misconfigured', 'notOnInstall', 'notFound');
}

/** A robot check or a wrong base URL looks the same, so the rest is said to work only if the account answers now. */
async function noPixels(request: Send): Promise<UserFacingError> {
	const account = await settle(request(ACCOUNT));
	const answers = !(account instanceof UserFacingError) || account.is('rejected');
	return answers ? new UserFacingError(NO_PIXELS) : account;
}

const NO_PIXELS: Explanation = {
	message: 'This service does not support pixels through its API',
	remedy:
		'Base URL and API key work, but neither /api/v1/pixels nor /api/pixels returns a list. Other operations are not affected. If pixels worked before, try again in a few minutes. Otherwise, ask the operator of the service whether its API supports them.',
	kind: 'notOnInstall',
};
