import type { Client } from '../../api/client';
import {
	endpoints,
	isLastPage,
	MAX_PAGE_SIZE,
	MIN_KEYWORD_LENGTH,
	type Page,
} from '../../api/records/list';
import { listedLink, type ListedLink } from './listedLink';
import { parseUrl, toText, withoutTrailingSlashes } from '../../shared/text';
import { once } from '../../shared/waiting';
import { settle, UserFacingError } from '../../shared/userFacingError';

/** A search that finds more pages than this costs more than it saves: all links are read instead. */
const MAX_SEARCH_PAGES = 3;

/** Servers refuse addresses of some thousand characters, and a long URL may be cut where it is kept. */
export const MAX_SEARCH = 180;

/** Its fields are not documented: it is used once it has found a link by words of its long URL alone. */
export class LinkSearch {
	constructor(
		private readonly reader: Client,
		private readonly readFirstPage: () => Promise<Page>,
	) {}

	/** Undefined if the search cannot tell. */
	async find(longUrl: string): Promise<ListedLink[] | undefined> {
		const words = searchWords(longUrl);
		if (words === undefined || !(await this.findsLongUrls())) return undefined;
		const found: ListedLink[] = [];
		for (let number = 1; number <= MAX_SEARCH_PAGES; number += 1) {
			const page = await this.page(words, number);
			if (page === undefined) return undefined;
			found.push(...page.records.map(listedLink));
			if (isLastPage(number, page, page.records.length === 0)) return found;
		}
		return undefined;
	}

	private readonly findsLongUrls = once(async () => {
		const { records } = await this.readFirstPage();
		const trial = records.map(listedLink).flatMap((link) => {
			const words = searchWords(link.canonicalUrl);
			return words !== undefined && !standsElsewhere(words, link) ? [{ link, words }] : [];
		})[0];
		const page = trial && (await this.page(trial.words, 1));
		return page?.records.some((row) => listedLink(row).key === trial?.link.key) === true;
	});

	private async page(q: string, number: number): Promise<Page | undefined> {
		const found = this.reader.page(
			{ ...endpoints.links, query: { q } },
			{ number, size: MAX_PAGE_SIZE },
		);
		const page = await settle(found);
		if (!(page instanceof UserFacingError)) return page;
		// A reading of all links would end for the same reason.
		if (page.is('rateLimited', 'credentialRefused')) throw page;
		return undefined;
	}
}

/** Host and path up to the first character that may be escaped. Undefined if too short, or not in plain letters. */
function searchWords(canonicalUrl: string): string | undefined {
	const { host = '', pathname = '' } = parseUrl(canonicalUrl) ?? {};
	const words = `${host}${/^[\w\-./]*/.exec(pathname)?.[0] ?? ''}`.slice(0, MAX_SEARCH);
	const plain = withoutTrailingSlashes(words);
	if (/(^|\.)xn--/.test(host)) return undefined;
	return /^[\w\-.]+(\/|$)/.test(plain) && plain.length >= MIN_KEYWORD_LENGTH ? plain : undefined;
}

function standsElsewhere(words: string, { record, alias }: ListedLink): boolean {
	const texts = [record.title, record.description, alias].map((text) => toText(text).toLowerCase());
	return texts.some((text) => text.includes(words.toLowerCase()));
}
