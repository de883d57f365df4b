import type { WantedLink } from '../link/wantedLink';
import type { ListedLink } from '../link/listedLink';
import { aliasOf, hostOf, pastedKey, toShortUrl } from '../link/shortUrl';
import { toText } from '../../shared/json';
import { isEmpty, locatorParts } from '../../shared/n8n/parameters';
import { UserFacingError } from '../../shared/userFacingError';

/** The name by which a row calls its link, before anything is looked up. */
export type RowName =
	| { by: 'shorturl'; key: string; alias: string; host: string }
	/** The host is empty for the default one. */
	| { by: 'custom'; alias: string; host: string }
	| { by: 'url'; host: string };

/** A row as it was given, by field name. */
export type RowValues = Readonly<Record<string, unknown>>;

/** What people call the columns of a row, for messages. */
export interface RowColumns {
	/** The heading of the column of a field; undefined if the row has none, or the form gives the values. */
	headingOf: (field: string) => string | undefined;
	/** Lists all of them in a sentence; empty without columns. */
	list: () => string;
}

/**
 * The name of a row's link: its short URL, else its alias, else its page. Pure.
 *
 * @param shortUrlColumn the column of its short URL, if one has it
 * @throws {UserFacingError} if it gives none
 */
export function nameOfRow(
	{ custom, domain, url, shorturl }: RowValues,
	columns: RowColumns,
	shortUrlColumn = 'Short URL',
): RowName {
	if (!isEmpty(shorturl)) {
		const key = pastedKey(toShortUrl(shorturl, shortUrlColumn));
		return { by: 'shorturl', key, alias: aliasOf({ shorturl: key }), host: hostOf(key) };
	}
	if (!isEmpty(custom)) {
		return { by: 'custom', alias: toText(custom).normalize('NFC'), host: hostGiven(domain) };
	}
	if (isEmpty(url)) throw nothingNamed(columns);
	return { by: 'url', host: hostGiven(domain) };
}

function hostGiven(domain: unknown): string {
	const place = toText(locatorParts(domain).value);
	return place === '' ? '' : hostOf(place);
}

/** The links that the rows of a run name: by alias or by short URL, or by page and domain. */
export class NamedLinks {
	private readonly keys = new Set<string>();

	/** Notes the name of a row, even if something else is wrong with the row. */
	add(name: RowName): void {
		if (name.by === 'shorturl') this.keys.add(name.key);
		if (name.by === 'custom') this.keys.add(`${name.host}/${name.alias}`);
	}

	/** Notes the page of a row that names its link by page and domain. */
	addPage({ host, canonicalUrl }: Pick<WantedLink, 'host' | 'canonicalUrl'>): void {
		this.keys.add(`${host} ${canonicalUrl}`);
	}

	/**
	 * Whether some row names a link by its alias or its short URL.
	 *
	 * @param home the default host, on which a row without Domain has its link
	 */
	has({ key, alias, host }: ListedLink, home: string): boolean {
		if (this.keys.has(key) || this.keys.has(`${host}/${alias}`)) return true;
		return host === home && this.keys.has(`/${alias}`);
	}

	/** Whether some row names it by its page and its domain. */
	hasOnDomain({ canonicalUrl, host }: ListedLink): boolean {
		return this.keys.has(`${host} ${canonicalUrl}`);
	}
}

const LABELS = { shorturl: 'Short URL', custom: 'Custom Alias', url: 'Long URL' };

/** For rows of a sheet that say something, and not of which link. */
export const WITHOUT_LINK =
	'Merged cells: fill them in each row. Rows without a link yet: take them out with a Filter node.';

function nothingNamed(columns: RowColumns): UserFacingError {
	const list = columns.list();
	const headings = (['shorturl', 'custom', 'url'] as const).map(columns.headingOf);
	const own = headings.filter((heading) => heading !== undefined);
	const names = own.length > 0 ? own : Object.values(LABELS);
	const [what, set] = names.length === 1 ? ['is empty', 'it'] : ['are empty', 'one of them'];
	const ofRows = list === '' ? '' : ` ${WITHOUT_LINK} ${list}`;
	return new UserFacingError({
		message: `${new Intl.ListFormat('en').format(names)} ${what}`,
		remedy: `Set ${set} for every item, such as https://example.com/page.${ofRows}`,
	});
}
