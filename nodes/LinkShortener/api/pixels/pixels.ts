import type { IDataObject } from 'n8n-workflow';

import type { Memory } from '../../shared/memory';
import { once } from '../../shared/once';
import { type Explanation, settle, UserFacingError } from '../../shared/userFacingError';
import { ACCOUNT } from '../exchange';
import { LISTS } from '../listings';
import type { Listing, Send } from '../lists/list';
import type { Page, PageRequest } from '../lists/page';
import { DescribedPixels } from './described';
import type { PixelDialect } from './dialect';
import { LinksPixels } from './links';

/** The pixels of whichever product has them at one base URL and key. */
export class Pixels implements PixelDialect {
	private readonly dialect: () => Promise<PixelDialect>;

	/**
	 * @param service the memory of this base URL and key
	 * @param sideBySide how many pages of a list may be under way at once
	 */
	constructor(request: Send, service: Memory, sideBySide: () => number) {
		const dialects = {
			described: new DescribedPixels(request, sideBySide),
			links: new LinksPixels(request, sideBySide),
		};
		const found = service.get(Found, () => new Found());
		this.dialect = once(async () => {
			found.product ??= await findProduct(dialects, request);
			return dialects[found.product];
		});
	}

	async *list(listing: Listing): AsyncGenerator<IDataObject, void, undefined> {
		yield* (await this.dialect()).list(listing);
	}

	async page(listing: Listing, request: PageRequest): Promise<Page> {
		return await (await this.dialect()).page(listing, request);
	}

	async get(id: number): Promise<IDataObject> {
		return await (await this.dialect()).get(id);
	}

	async create(fields: IDataObject): Promise<IDataObject> {
		return await (await this.dialect()).create(fields);
	}

	async update(id: number, changes: IDataObject): Promise<void> {
		await (await this.dialect()).update(id, changes);
	}

	async delete(id: number): Promise<void> {
		await (await this.dialect()).delete(id);
	}
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
async function findProduct(
	dialects: Record<Product, PixelDialect>,
	request: Send,
): Promise<Product> {
	const described = await settle(dialects.described.page(LISTS.pixels, FIRST_PAGE));
	if (!(described instanceof UserFacingError)) return 'described';
	if (!hasNoSuchAddress(described)) throw described;
	const links = await settle(dialects.links.page(LISTS.pixels, FIRST_PAGE));
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
 * The error for an install on which no list of pixels answers. A page that checks for robots, or a wrong
 * base URL, looks the same. So the error says that the rest works only if the account answers now.
 */
async function noPixels(request: Send): Promise<UserFacingError> {
	const account = await settle(request(ACCOUNT));
	const answers = !(account instanceof UserFacingError) || account.is('rejected');
	return answers ? new UserFacingError(NO_PIXELS) : account;
}

const NO_PIXELS: Explanation = {
	message: 'This install has no pixels',
	remedy:
		'Base URL and API key work, but neither /api/v1/pixels nor /api/pixels answers with a list. Other operations are not affected. If it had pixels before, try again in a few minutes; otherwise ask its operator whether the API has them.',
	kind: 'notOnInstall',
};
