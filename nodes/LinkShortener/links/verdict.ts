import type { IDataObject } from 'n8n-workflow';

import { identifies, identifiesByAlias, type Likeness } from './identifies';
import type { Attempt, UnconfirmedCreate } from './ledger';
import type { ListedLink } from './listedLink';
import { mayBeEdited, type Rewrite } from './longUrl';
import type { WantedLink } from './wantedLink';

/** The conclusion from the newest links about an unconfirmed create. */
export type Verdict =
	| { kind: 'found'; link: ListedLink }
	/**
	 * Its link is not there, so that it may be sent again once the link can no longer appear. `isCertain`:
	 * every new link was seen. Without it, only an alias makes another sending harmless.
	 */
	| { kind: 'absent'; isCertain: boolean }
	/** It is unclear; `why` is a sentence, `links` are the candidates. */
	| { kind: 'cannotTell'; why: string; links: ListedLink[] };

const ABSENT: Verdict = { kind: 'absent', isCertain: true };

/** The facts besides the rows of the list. */
export interface Circumstances {
	/** Other unconfirmed creates that could be taken for this one. */
	rivals: readonly UnconfirmedCreate[];
	/** Whether a link fits another unconfirmed create. */
	fitsAnother: (link: ListedLink) => boolean;
	/** Whether a link is free: no item of this process has it or asked for its alias. */
	isFree: (link: ListedLink) => boolean;
	/** The rewrites of long URLs that the service was seen to make. */
	made: ReadonlySet<Rewrite>;
	/** Whether lists show the links of this process as they were sent; undefined until one has. */
	listsLinksAsSent: boolean | undefined;
}

/** The id above which its link must be; undefined if one of its attempts has no watermark. */
function lowestWatermark({ attempts }: UnconfirmedCreate): number | undefined {
	const known = attempts.flatMap(({ watermark }) => watermark ?? []);
	return known.length < attempts.length ? undefined : Math.min(...known);
}

/**
 * Whether the link of an unconfirmed create is among the newest links. Pure.
 *
 * Its link is above the watermark, fits, and belongs to no other item. Creates with equal bodies share the
 * links that fit. It is unclear whose link it is if the bodies differ, or if there are more links than
 * creates, since another client made some.
 */
export function judge(
	create: UnconfirmedCreate,
	rows: readonly ListedLink[],
	circumstances: Circumstances,
): Verdict {
	const { wanted, attempts } = create;
	const reported = attempts.flatMap(({ reportedId }) => reportedId ?? []).filter(Boolean);
	if (reported.length > 0) return oneOf(rows.filter(({ id }) => reported.includes(String(id))));

	const watermark = lowestWatermark(create);
	const isNew = ({ id = Infinity }: ListedLink) => watermark === undefined || id > watermark;
	const free = rows.filter((link) => circumstances.isFree(link) && isNew(link));
	const showsIds = rows.length === 0 || rows.some(({ id }) => id !== undefined);
	const isCertain = watermark !== undefined && showsIds;
	if (wanted.alias !== '') {
		const verdict = judgeByAlias(create, free, circumstances);
		return verdict.kind === 'absent' ? { ...verdict, isCertain } : verdict;
	}

	const candidates = free.filter((link) => isOf(link, wanted, circumstances, 'same'));
	if (!isCertain) {
		return cannotTell('The service did not say which links are the newest.', candidates);
	}
	if (candidates.length === 0) return judgeAbsence(create, free, circumstances);
	if (attempts.some(({ isFresh }) => !isFresh)) {
		return cannotTell('Another client may have created it in the minutes before.', candidates);
	}
	return judgeShared(create, candidates, circumstances);
}

/**
 * The verdict for a create with an alias. Another sending does no harm, since the service refuses a second
 * link with the alias.
 */
function judgeByAlias(
	create: UnconfirmedCreate,
	free: readonly ListedLink[],
	circumstances: Circumstances,
): Verdict {
	const { wanted, aliasIsOurs } = create;
	const named = free.filter((link) => identifiesByAlias(link, wanted.alias).kind !== 'other');
	if (aliasIsOurs) return oneOf(named);
	const fitting = named.filter((link) => isOf(link, wanted, circumstances, 'same', 'alike'));
	if (fitting.length > 0) return judgeShared(create, fitting, circumstances);
	if (named.length === 0) return ABSENT;
	return cannotTell('A new link has its alias, but another long URL or domain.', named);
}

/**
 * The verdict if no link fits. That proves nothing on a service that rewrites long URLs. Until the service
 * is known to keep them, any new link to the same site may be the one.
 */
function judgeAbsence(
	{ wanted }: UnconfirmedCreate,
	free: readonly ListedLink[],
	circumstances: Circumstances,
): Verdict {
	const { listsLinksAsSent, fitsAnother } = circumstances;
	const site = wanted.longUrls[0]?.parts?.host;
	// A service may use another spelling of the domain, or the account's default domain in its place.
	const onAnyDomain = { ...wanted, host: '' };
	const isSimilar = (link: ListedLink) =>
		isOf(link, onAnyDomain, circumstances, 'same', 'alike') ||
		wanted.longUrls.some((longUrl) => mayBeEdited(longUrl, link.longUrl)) ||
		(listsLinksAsSent === undefined && link.longUrl.parts?.host === site);
	const similar = free.filter((link) => isSimilar(link) && !fitsAnother(link));
	if (similar.length > 0)
		return cannotTell(
			'A new link has almost the same long URL, or the same on another domain.',
			similar,
		);
	if (listsLinksAsSent !== false) return ABSENT;
	return cannotTell('The service changes long URLs in a way that this node does not know.', []);
}

/**
 * The verdict for creates that share links. The create that was lost first gets the first link, since a
 * late service may still bring the link of a later one.
 */
function judgeShared(
	{ wanted, givenUpAt }: UnconfirmedCreate,
	candidates: ListedLink[],
	circumstances: Circumstances,
): Verdict {
	const { rivals } = circumstances;
	const twins = rivals.filter((rival) => isEqual(rival.wanted.body, wanted.body));
	const others = rivals.filter((rival) => !twins.includes(rival));
	const isContested = others.some((rival) =>
		candidates.some((link) => isOf(link, rival.wanted, circumstances, 'same')),
	);
	if (isContested || candidates.length > twins.length + 1) {
		return cannotTell('More than one create may have made it.', candidates);
	}
	const isAhead = (twin: UnconfirmedCreate) =>
		twin.isSought === true && twin.givenUpAt < givenUpAt && !twin.attempts.some(hasId);
	if (twins.filter(isAhead).length >= candidates.length) {
		return cannotTell('Other items wait for the same link.', candidates);
	}
	return oneOf(candidates);
}

/** Whether the likeness of a link and a wanted one is of one of these kinds. */
function isOf(
	link: ListedLink,
	wanted: WantedLink,
	{ made }: Circumstances,
	...kinds: Array<Likeness['kind']>
): boolean {
	const likeness = identifies(link, wanted, made);
	const isAliasAlone = likeness.kind === 'alike' && likeness.rewrites.length === 0;
	// The link is newer than the create, so a service that changes the case of an alias has made it.
	return kinds.includes(isAliasAlone ? 'same' : likeness.kind);
}

function hasId({ reportedId }: Attempt): boolean {
	return reportedId !== undefined && reportedId !== '';
}

/** The candidate with the lowest id, if any. */
function oneOf(links: readonly ListedLink[]): Verdict {
	const [link] = [...links].sort((one, other) => Number(one.id) - Number(other.id));
	return link === undefined ? ABSENT : { kind: 'found', link };
}

function cannotTell(why: string, links: ListedLink[]): Verdict {
	return { kind: 'cannotTell', why, links };
}

function isEqual(one: IDataObject, other: IDataObject): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}
