import type { IDataObject } from 'n8n-workflow';

import { toText } from '../../shared/json';
import type { Memory } from '../../shared/memory';
import { once } from '../../shared/once';
import { type Explanation, settle, UserFacingError } from '../../shared/userFacingError';
import { ACCOUNT } from '../request/exchange';
import type { ServiceRequest } from '../http/types';
import { LISTS } from '../records/listings';
import { fetchPage, listRecords, type Listing, type Send } from '../records/list';
import type { Page, PageRequest } from '../records/page';
import { createdPixelRecord, pixelRecord } from '../records/records';
import { LINKS_PIXELS, LinksPixels } from './links';

const { path: PATH, family } = LISTS.pixels;

/**
 * The pixels at one base URL and key: those of the API description, whose bodies are forms, and whose answers
 * are bare or stand under `data`; or else those of the links product. No known service has the whole
 * description. Fields are named as in it, whichever product has them.
 */
export class Pixels {
	private readonly ofLinks: LinksPixels;

	/** Which product has them. */
	private readonly product: () => Promise<Product>;

	/**
	 * @param service the memory of this base URL and key
	 * @param sideBySide how many pages of a list may be under way at once
	 */
	constructor(
		private readonly request: Send,
		service: Memory,
		private readonly sideBySide: () => number,
	) {
		this.ofLinks = new LinksPixels(request, sideBySide);
		const found = service.get(Found, () => new Found());
		this.product = once(async () => (found.product ??= await findProduct(request)));
	}

	/** The pixels that the filters of a listing find, in the description's order. */
	async *list(listing: Listing): AsyncGenerator<IDataObject, void, undefined> {
		yield* (await this.areOfLinks())
			? this.ofLinks.list(listing)
			: listRecords(this.request, listing, this.sideBySide);
	}

	async page(listing: Listing, request: PageRequest): Promise<Page> {
		if (await this.areOfLinks()) return await this.ofLinks.page(listing, request);
		return await fetchPage(this.request, listing, request);
	}

	/** @throws {UserFacingError} when there is no such pixel */
	async get(id: number): Promise<IDataObject> {
		if (await this.areOfLinks()) return await this.ofLinks.get(id);
		return pixelRecord(await this.request({ method: 'GET', ...at(id), safety: 'safe' }));
	}

	/** @returns the new pixel; without an id where the answer names none */
	async create(fields: IDataObject): Promise<IDataObject> {
		if (await this.areOfLinks()) return await this.ofLinks.create(fields);
		const form = formOf(fields);
		const request = { method: 'POST', path: PATH, form, family, safety: 'unsafe' } as const;
		return createdPixelRecord(await this.request(request), fields);
	}

	/** @throws {UserFacingError} when there is no such pixel, or when it cannot be changed in this way */
	async update(id: number, changes: IDataObject): Promise<void> {
		const form = formOf(changes);
		if (await this.areOfLinks()) await this.ofLinks.update(id, changes);
		else await this.request({ method: 'PUT', ...at(id), form, safety: 'idempotent' });
	}

	async delete(id: number): Promise<void> {
		if (await this.areOfLinks()) await this.ofLinks.delete(id);
		else await this.request({ method: 'DELETE', ...at(id), safety: 'idempotent' });
	}

	private async areOfLinks(): Promise<boolean> {
		return (await this.product()) === 'links';
	}
}

function at(id: number): Pick<ServiceRequest, 'path' | 'family'> {
	return { path: `${PATH}/${id}`, family };
}

function formOf(fields: IDataObject): Record<string, string> {
	return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toText(value)]));
}

type Product = 'described' | 'links';

/** Which product's pixels one base URL and key has. */
class Found {
	/** Undefined until a list has answered. */
	product: Product | undefined;
}

/** The smallest page that both lists give; its rows are not used. */
const FIRST_PAGE: PageRequest = { number: 1, size: 10 };

/**
 * Finds out which product has the pixels, by asking for the first page of each list. The page is thrown
 * away, so that no filter, create, update or delete of a user serves as the question.
 *
 * @throws {UserFacingError} when neither list answers, and what stands in the way
 */
async function findProduct(request: Send): Promise<Product> {
	const described = await settle(fetchPage(request, LISTS.pixels, FIRST_PAGE));
	if (!(described instanceof UserFacingError)) return 'described';
	if (!hasNoSuchAddress(described)) throw described;
	const links = await settle(fetchPage(request, LINKS_PIXELS, FIRST_PAGE));
	if (!(links instanceof UserFacingError)) return 'links';
	throw hasNoSuchAddress(links) ? await noPixels(request) : links;
}

/**
 * Whether an answer says that its address does not exist: a 404, or something that is not the API, such as
 * a web page. A refused key, the rate limit or an outage does not say so.
 */
function hasNoSuchAddress(error: UserFacingError): boolean {
	const { httpStatus } = error.explanation;
	if (httpStatus === undefined) return false;
	return httpStatus === 404 || error.is('misconfigured', 'notOnInstall', 'notFound');
}

/**
 * The error for a service on which no list of pixels answers. A page that checks for robots, or a wrong
 * base URL, looks the same. So the error says that the rest works only if the account answers now.
 */
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
