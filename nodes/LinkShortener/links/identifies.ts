import type { ListedLink } from './listedLink';
import { isLossless, rewritesBetween, type Rewrite } from './longUrl';
import type { WantedLink } from './wantedLink';

/**
 * The likeness of a link of the service and a wanted one. Pure.
 *
 * `same`: it is the link. `alike`: it would be the link on a service that makes certain changes. `other`:
 * it is another one.
 */
export type Likeness =
	| { kind: 'same' }
	| { kind: 'alike'; rewrites: Rewrite[]; isAliasInOtherCase: boolean }
	| { kind: 'other' };

export const SAME: Likeness = { kind: 'same' };
export const OTHER: Likeness = { kind: 'other' };

/**
 * Compares a link with all that an item asks for: long URL, and alias and domain where they are given. List
 * rows name the domain only in their short URL.
 *
 * @param made the rewrites that this service was seen to make
 */
export function identifies(
	listed: ListedLink,
	wanted: WantedLink,
	made: ReadonlySet<Rewrite>,
): Likeness {
	if (wanted.host !== '' && listed.host !== wanted.host) return OTHER;
	const byAlias = wanted.alias === '' ? SAME : identifiesByAlias(listed, wanted.alias);
	if (byAlias.kind === 'other') return OTHER;
	const byUrl = identifiesByLongUrl(listed, wanted, made);
	if (byUrl.kind !== 'alike') return byUrl.kind === 'same' ? byAlias : byUrl;
	return { ...byUrl, isAliasInOtherCase: byAlias.kind === 'alike' };
}

/** Compares aliases. Whether `Sale` and `sale` are two links depends on the service. */
export function identifiesByAlias(listed: ListedLink, alias: string): Likeness {
	if (listed.alias === alias) return SAME;
	if (listed.alias.toLowerCase() !== alias.toLowerCase()) return OTHER;
	return { kind: 'alike', rewrites: [], isAliasInOtherCase: true };
}

/** The letters and digits of an alias; all of it if it has none. */
export function plainAlias(alias: string): string {
	const plain = alias.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '');
	return (plain || alias).toLowerCase();
}

/** Compares long URLs. An exact one counts, whatever spelling of it is listed. */
export function identifiesByLongUrl(
	listed: ListedLink,
	{ longUrls }: WantedLink,
	made: ReadonlySet<Rewrite>,
): Likeness {
	let fewest: Rewrite[] | undefined;
	for (const longUrl of longUrls) {
		const rewrites = rewritesBetween(longUrl, listed.longUrl);
		if (rewrites?.every((rewrite) => isLossless(rewrite) && made.has(rewrite))) return SAME;
		if (rewrites && rewrites.length < (fewest?.length ?? Infinity)) fewest = rewrites;
	}
	return fewest ? { kind: 'alike', rewrites: fewest, isAliasInOtherCase: false } : OTHER;
}

const REWRITES: Record<Rewrite, string> = {
	toHttps: 'http:// became https://',
	toHttp: 'https:// became http://',
	addWww: 'www. was added',
	dropWww: 'www. is missing',
	sortQuery: 'its parameters are in another order',
	dropFragment: 'the part behind # is missing',
	lowerCase: 'capital letters became small ones',
	cut: 'its end is missing',
};

/** The differences of a link that is alike, as the end of a sentence. */
export function differencesText(likeness: Likeness): string {
	if (likeness.kind !== 'alike') return '';
	const { rewrites, isAliasInOtherCase } = likeness;
	return [
		...rewrites.map((rewrite) => REWRITES[rewrite]),
		...(isAliasInOtherCase ? ['the alias has other capital letters'] : []),
	].join(', ');
}
