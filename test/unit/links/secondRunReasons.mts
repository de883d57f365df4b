import { toText } from '../../../nodes/LinkShortener/shared/json';
import { DEFAULT_HOST, type Manner, type StoredLink } from '../simulation/account.mts';
import type { History, Ran, Row } from './secondRuns.mts';
import { isEqual, isLoose, isOver, isSameName, nameIn, saysOf } from './secondRunTruth.mts';

/** A failed row, and what is so. */
interface About {
	row: Row;
	rows: Row[];
	index: number;
	plan: History;
	/** The links of the account before the run and after it; `all`: and those of others. */
	links: StoredLink[];
	all: StoredLink[];
	manner: Manner;
	ran: Ran;
	/** Whether a link is the one that the row is about. */
	isOwn: (link: StoredLink) => boolean;
}

/**
 * Whether two rows may be about one link. A service that makes no second link to a long URL answers a
 * create with the one that is there, and an alias that differs in upper and lower case only is believed,
 * since some services write aliases in their own way.
 */
function isForSameLink(one: string, other: string, { suppressesDuplicates }: Manner): boolean {
	if (isSameName(one, other)) return true;
	return suppressesDuplicates !== 'never' && one.toLowerCase() === other.toLowerCase();
}

const isUnclean = ({ ran }: About) => !ran.isClean;

/** The reasons for which a row may fail, and what has to be so. */
export const REASONS: Array<[RegExp, (about: About) => boolean]> = [
	[/is empty, and Match On/, ({ row, plan }) => nameIn(row, plan) === ''],
	[
		/asks for the same link with other values/,
		({ row, rows, index, plan, manner }) =>
			rows.some(
				(other, at) =>
					at !== index &&
					isForSameLink(nameIn(other, plan), nameIn(row, plan), manner) &&
					!isEqual(saysOf(other, plan), saysOf(row, plan)),
			),
	],
	[
		/may be the link/,
		({ row, links, plan }) =>
			links.some((link) =>
				plan.matchOn === 'url'
					? isLoose(link.fields.url, row.body.url)
					: link.alias.toLowerCase() === nameIn(row, plan).split('/').pop()?.toLowerCase() &&
						link.alias !== nameIn(row, plan).split('/').pop(),
			),
	],
	[
		/^\d+ links lead to/,
		({ row, links }) =>
			new Set(links.filter((link) => isLoose(link.fields.url, row.body.url)).map(({ id }) => id))
				.size > 1,
	],
	[/^(Custom Alias|Domain) of the item is/, ({ plan }) => plan.matchOn !== 'custom'],
	[/makes no second link/, ({ manner }) => manner.suppressesDuplicates !== 'never'],
	[
		/alias is taken/,
		(about) => {
			const { row, plan, all, links, ran } = about;
			const alias =
				(plan.matchOn === 'shorturl' ? row.shorturl.split('/').pop() : toText(row.body.custom)) ??
				'';
			const isThere = all.some((link) => link.alias.toLowerCase() === alias.toLowerCase());
			const isFound = plan.matchOn !== 'url' && links.some(about.isOwn);
			return isThere && !(isFound && ran.isClean && ran.isFresh);
		},
	],
	[
		/Domain is empty, and the alias exists/,
		({ row, links }) =>
			toText(row.body.domain) === '' &&
			links.some(({ host, alias }) => host !== DEFAULT_HOST && alias === row.body.custom),
	],
	[/There is no such link, and Long URL is empty/, ({ row }) => row.body.url === undefined],
	[/has no updates of links/, ({ manner }) => manner.updates === 'none'],
	[
		/changed what was not sent|does not keep what an update leaves out/,
		({ manner }) => manner.updates === 'clear',
	],
	[/connection broke|blacklisted/, isUnclean],
	// Nor does another row make a link that may have been made a moment ago.
	[/may have been created/, ({ ran }) => !ran.isCalm],
	// Just made, and not yet shown by the replica that is asked for its details.
	[/Link does not exist|No link has the short URL/, ({ manner }) => manner.staleMs > 0],
	[/must be later than today/, ({ row }) => isOver(row.body.expiry)],
	[/cannot be told from/, ({ row }) => row.body.url === undefined],
];
