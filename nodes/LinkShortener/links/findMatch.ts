import type { LinkFinder } from './findLink';
import type { Match } from './linkIndex';
import type { ListedLink } from './listedLink';
import type { MatchOn } from './matchOn';
import { domainNeeded, mayBe, severalLinks } from './upsertErrors';
import type { WantedLink } from './wantedLink';

/**
 * The link that a row of Create or Update is about, if it is there.
 *
 * @throws {UserFacingError} if several links match, or one that may be it, or the row has to name its domain
 */
export async function findMatch(
	finder: LinkFinder,
	wanted: WantedLink,
	matchOn: MatchOn,
): Promise<ListedLink | undefined> {
	if (matchOn === 'url') return onlyOne(await finder.find({ ...wanted, alias: '' }));
	const { alias } = wanted;
	const host = wanted.host === '' ? await finder.defaultHost() : wanted.host;
	if (host === undefined) {
		// Without the default host, an alias that any host has may be the row's or another one.
		const links = await finder.findOnAnyHost(alias);
		if (links.length > 0) throw domainNeeded(links);
		return undefined;
	}
	const link =
		(await finder.findByAlias(alias, host)) ?? elsewhere(finder, alias, host, wanted.host === '');
	if (link === undefined || link.alias === alias) return link;
	throw mayBe({ link, likeness: { kind: 'alike', rewrites: [], isAliasInOtherCase: true } });
}

function onlyOne({ same, alike }: Match): ListedLink | undefined {
	if (alike !== undefined) throw mayBe(alike);
	if (same.length <= 1) return same[0];
	throw severalLinks(same);
}

/** A link whose alias differs in upper and lower case only. */
function elsewhere(
	finder: LinkFinder,
	alias: string,
	host: string,
	isDefaultHost: boolean,
): ListedLink | undefined {
	const others = finder.listedWithAlias(alias);
	const alike = others.find((link) => link.host === host);
	if (alike !== undefined || !isDefaultHost) return alike;
	if (others.length > 0) throw domainNeeded(others);
	return undefined;
}
