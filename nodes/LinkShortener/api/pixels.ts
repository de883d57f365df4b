import type { Memory } from '../shared/memory';
import { settle, UserFacingError } from '../shared/userFacingError';
import { hasNoSuchAddress, noPixels } from './absence';
import type { Family, Result, ServiceRequest } from './http/types';
import { LinksPixels, pageBody, pixelIdOf, success } from './linksPixels';
import { LISTS } from './listings';
import { MAX_PAGE_SIZE, readPage, type Page } from './pagination/page';

/**
 * No known install serves the whole API description: its pixels belong to one product, all else to
 * another, which has pixels of its own. Everybody asks in the description's words; what they become
 * where the other product answers is known in linksPixels.ts alone.
 */

/** What is read to find out which product answers, where no list is asked for. */
const FIRST_PAGE: ServiceRequest = {
	method: 'GET',
	path: LISTS.pixels.path,
	query: { per_page: MAX_PAGE_SIZE, page: 1 },
	safety: 'safe',
	family: 'pixels',
};

/** Whose pixels the install at one base URL and key has. */
class Install {
	/** Undefined until a list of its own told. */
	family: Family | undefined;
}

/** Sends one client's requests for pixels to whichever product answers. */
export class Pixels {
	private readonly install: Install;

	private readonly ofLinks: LinksPixels;

	/** The list that is being read to find out. */
	private looking: { asked: ServiceRequest; page: Promise<Page> } | undefined;

	/**
	 * @param deliver sends a request as it is
	 * @param service what is known of this base URL and key
	 * @param sideBySide how many pages of a list may be under way at once
	 */
	constructor(
		private readonly deliver: (request: ServiceRequest) => Promise<Result>,
		service: Memory,
		sideBySide: () => number,
	) {
		this.install = service.get(Install, () => new Install());
		this.ofLinks = new LinksPixels(deliver, sideBySide);
	}

	/**
	 * Carries out a request in the description's words. A list tells which product answers, so that no
	 * create, update or delete goes where nobody knows it.
	 *
	 * @returns the answer in the description's words, or why there is none
	 * @throws {UserFacingError} when no list tells, or when there is no such pixel
	 */
	async send(request: ServiceRequest): Promise<Result> {
		const id = pixelIdOf(request);
		const isRead = request.method === 'GET';
		const isList = isRead && id === undefined;
		const page = await this.look(isList ? request : FIRST_PAGE);
		if (this.install.family === 'links') return await this.ofLinks.send(request, page);
		// The list that told is an answer, too: to itself, and to who asks for a pixel on it.
		if (isList && page !== undefined) return success(pageBody(page));
		const pixel = page?.records.find((record) => Number(record.id) === id);
		return isRead && pixel !== undefined ? success({ data: pixel }) : await this.deliver(request);
	}

	/**
	 * Finds out which product answers, where that is not known. Items that ask at once share one look.
	 *
	 * @returns what was asked for, where it was read to find out; the links product's page 1 where that
	 *   cannot do what was asked for
	 */
	private async look(asked: ServiceRequest): Promise<Page | undefined> {
		if (this.install.family !== undefined) return undefined;
		const looking = (this.looking ??= {
			asked,
			page: this.findOut(asked).finally(() => {
				this.looking = undefined;
			}),
		});
		const page = await settle(looking.page);
		if (!(page instanceof UserFacingError)) return looking.asked === asked ? page : undefined;
		// What the service says to one search is no answer to another.
		if (looking.asked !== asked && page.is('rejected')) return await this.look(asked);
		throw page;
	}

	private async findOut(asked: ServiceRequest): Promise<Page> {
		const described = await settle(this.readDescribed(asked));
		if (!(described instanceof UserFacingError)) {
			this.install.family = 'pixels';
			return described;
		}
		if (!hasNoSuchAddress(described)) throw described;
		const ofLinks = await settle(this.ofLinks.readFor(asked));
		if (!(ofLinks instanceof UserFacingError)) {
			this.install.family = 'links';
			return ofLinks;
		}
		throw hasNoSuchAddress(ofLinks) ? await noPixels(this.deliver, described) : ofLinks;
	}

	private async readDescribed(asked: ServiceRequest): Promise<Page> {
		const result = await this.deliver(asked);
		if (result.kind === 'success') return readPage(result.body, LISTS.pixels);
		throw result.error;
	}
}
