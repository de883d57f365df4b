import { plainAlias } from './wantedLink';
import type { ListedLink } from './listedLink';
import { spelling } from './longUrl';
import { aliasOf, hostOf, pastedKey, toShortUrl } from './shortUrl';
import { toText } from '../shared/json';
import { isEmpty, locatorParts } from '../shared/parameters';
import { UserFacingError } from '../shared/userFacingError';

/** The values of Match On: the value of a row that names its link, or the best one that the row has. */
export const MATCH_ON = ['auto', 'custom', 'shorturl', 'url'] as const;

export type MatchOn = (typeof MATCH_ON)[number];

/** The name by which a row calls its link, before anything is looked up. */
export type RowName =
	| { by: 'shorturl'; key: string; alias: string; host: string }
	/** The host is empty for the default one. */
	| { by: 'custom'; alias: string; host: string }
	| { by: 'url'; page: string };

/** A row as it was given, by field name. */
export type RowValues = Readonly<Record<string, unknown>>;

/**
 * The name of a row's link. Pure.
 *
 * @param columns tells the columns of the row in a sentence, for the message
 * @param shortUrlColumn the column of its short URL, if one has it
 * @throws {UserFacingError} if it gives none
 */
export function nameOfRow(
	values: RowValues,
	matchOn: MatchOn,
	columns: () => string,
	shortUrlColumn = 'Short URL',
): RowName {
	const { custom, domain, url, shorturl } = values;
	switch (matchOn === 'auto' ? bestOf(values) : matchOn) {
		case 'shorturl': {
			if (isEmpty(shorturl)) throw nothingToMatchOn('Short URL', matchOn, columns());
			const key = pastedKey(toShortUrl(shorturl, shortUrlColumn));
			return { by: 'shorturl', key, alias: aliasOf({ shorturl: key }), host: hostOf(key) };
		}
		case 'custom': {
			if (isEmpty(custom)) throw nothingToMatchOn('Custom Alias', matchOn, columns());
			const place = toText(locatorParts(domain).value);
			return {
				by: 'custom',
				alias: toText(custom).normalize('NFC'),
				host: place === '' ? '' : hostOf(place),
			};
		}
		case 'url': {
			if (isEmpty(url)) throw nothingToMatchOn('Long URL', matchOn, columns());
			const isInUrl = (field: string) => field === 'parameters' || field.startsWith('utm_');
			const parameters = Object.entries(values).filter(([field]) => isInUrl(field));
			return { by: 'url', page: JSON.stringify([spelling(url), ...parameters]) };
		}
	}
}

function bestOf({ shorturl, custom }: RowValues): Exclude<MatchOn, 'auto'> {
	if (!isEmpty(shorturl)) return 'shorturl';
	return isEmpty(custom) ? 'url' : 'custom';
}

/** The name of the work of a row: rows that share it go one after the other. */
export function turnOf(name: RowName): string {
	return name.by === 'url' ? name.page : `alias ${plainAlias(name.alias)}`;
}

/** The links that the rows of a run name by alias or by short URL. */
export class NamedLinks {
	private readonly keys = new Set<string>();

	/** The hosts of each alias. */
	private readonly hosts = new Map<string, Set<string>>();

	add(name: RowName): void {
		if (name.by === 'shorturl') this.keys.add(name.key);
		if (name.by !== 'custom') return;
		const hosts = this.hosts.get(name.alias) ?? new Set();
		this.hosts.set(name.alias, hosts.add(name.host));
	}

	/** Whether some row names a link. */
	has({ key, alias, host }: ListedLink): boolean {
		const hosts = this.hosts.get(alias);
		return this.keys.has(key) || hosts?.has(host) === true || hosts?.has('') === true;
	}
}

const EXAMPLES = {
	'Custom Alias': 'summer-sale',
	'Short URL': 'https://go.example.com/summer',
	'Long URL': 'https://example.com/page',
};

function nothingToMatchOn(
	field: keyof typeof EXAMPLES,
	matchOn: MatchOn,
	columns: string,
): UserFacingError {
	const more = columns === '' ? '' : ` ${columns}`;
	if (matchOn === 'auto') {
		return new UserFacingError({
			message: 'Short URL, Custom Alias and Long URL are all empty',
			remedy: `Give every item one of them, such as ${EXAMPLES[field]}.${more}`,
		});
	}
	return new UserFacingError({
		message: `${field} is empty, and Match On is set to ${field}`,
		remedy: `Give every item a value such as ${EXAMPLES[field]}, or set Match On to Best Column in Each Row.${more}`,
	});
}
