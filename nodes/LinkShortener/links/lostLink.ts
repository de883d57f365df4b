import type { Lane, LostInLane } from './lanes';
import type { Leaving, LinkLedger } from './ledger';
import { namesOf, type ListedLink } from './listedLink';
import { linksOf, type LinkClient } from './linkMemory';
import { fits, leadsToPage, type WantedLink } from './wantedLink';
import { ASK_ABOUT_FILTER } from '../api/http/remedies';
import { type Explanation, settle, UserFacingError } from '../shared/userFacingError';

/** So long after a loss its link may still appear. */
export const LATE_MS = 12_000;

/** A create whose answer was lost. */
export interface Lost extends Pick<Leaving, 'above' | 'isFresh'> {
	wanted: WantedLink;
	/** As its lane knows it. */
	inLane: LostInLane;
	/** Why there is no answer. */
	explanation: Explanation;
	/** When the last sending was lost (epoch ms). */
	lostAt: number;
	/** How often it was sent in all. */
	sendings: number;
	/**
	 * `filter`: something in front of the service answered. `saidDone`: an answer said that it was done, and
	 * named no link. `stopped`: it was under way when its run was stopped.
	 */
	why: 'filter' | 'saidDone' | 'stopped' | 'noAnswer';
}

/** What the newest links tell about a lost create. */
export type Verdict =
	| { kind: 'found'; link: ListedLink }
	/** Its link is not there. */
	| { kind: 'absent' }
	/** `why` is a sentence, `links` are those that it may be. */
	| { kind: 'cannotTell'; why: string; links: readonly ListedLink[] };

/** The ledger's word on whose a link is. */
type Owners = Pick<LinkLedger, 'isAskedFor' | 'isGiven'>;

/** The lane of a lost create, and how its item looks for it. */
interface Looking {
	lane: Lane;
	/** Whether the item is alone in the lane already. */
	isAlone: boolean;
	/** When to look, from the loss on. */
	timesMs: readonly number[];
}

/**
 * Looks for the link of a lost create, each time with nothing else of its lane under way.
 *
 * @returns the link; else whether it can no longer appear
 * @throws {UserFacingError} when it may be there and nothing tells which it is
 */
export async function lookFor(
	client: LinkClient,
	lost: Lost,
	{ lane, isAlone, timesMs }: Looking,
): Promise<ListedLink | 'nowhere' | 'notYet'> {
	const { newest, ledger } = linksOf(client);
	const look = async () => {
		const pages = await settle(newest.downTo(client, lost.above ?? Infinity));
		if (pages instanceof UserFacingError) throw unread(lost, pages.explanation);
		const verdict = judge(lost, pages.links, ledger, lane.isAmbiguous(lost.inLane.body));
		switch (verdict.kind) {
			case 'found':
				ledger.give(verdict.link);
				lane.resolve(lost.inLane);
				return verdict.link;
			case 'absent':
				if (pages.beganAt < lost.lostAt + LATE_MS) return 'notYet';
				lane.resolve(lost.inLane);
				return 'nowhere';
			case 'cannotTell':
				throw mayExist(lost, verdict.why, verdict.links);
		}
	};
	for (const afterMs of timesMs) {
		await waitUntil(client, lost.lostAt + afterMs, lost);
		const seen = isAlone ? await look() : await lane.alone(client, look);
		if (seen !== 'notYet') return seen;
	}
	return 'notYet';
}

/** Waits, unless the caller gives up before. */
async function waitUntil(
	{ policy, sleep }: LinkClient,
	moment: number,
	{ explanation }: Lost,
): Promise<void> {
	const ms = moment - Date.now();
	if (ms <= 0) return;
	if (moment > (policy.deadline ?? Infinity)) throw inDoubt(explanation);
	await sleep(ms);
}

/**
 * Tells the link of a lost create among the newest links, while no other create of its lane is under way.
 * Every other one has its link by then, or is lost as well. Pure.
 *
 * @param isAmbiguous whether a create that asks for something else is lost in the same lane
 */
export function judge(
	lost: Lost,
	links: readonly ListedLink[],
	owners: Owners,
	isAmbiguous: boolean,
): Verdict {
	const { wanted, above, isFresh } = lost;
	const fitting = candidates(lost, links, owners);
	const cannotTell = (why: string): Verdict => ({ kind: 'cannotTell', why, links: fitting });
	const [link] = fitting;
	if (above === undefined && wanted.alias === '') {
		return cannotTell('The service did not list its newest links.');
	}
	if (link === undefined) return { kind: 'absent' };
	if (wanted.alias !== '') {
		if (!leadsToPage(link, wanted)) return cannotTell('A new link has its alias.');
		return { kind: 'found', link };
	}
	if (!isFresh) return cannotTell('Another client may have created it shortly before.');
	if (isAmbiguous) return cannotTell('More than one request may have created it.');
	return { kind: 'found', link };
}

/** The links that may be that of a lost create, those made first in front. Pure. */
function candidates(
	{ wanted, above = -Infinity }: Lost,
	links: readonly ListedLink[],
	owners: Owners,
): ListedLink[] {
	return links
		.filter(({ id = Infinity }) => id > above)
		.filter((link) => fits(link, wanted) && !owners.isGiven(link))
		.filter((link) => wanted.alias !== '' || !owners.isAskedFor(link.alias))
		.sort((one, other) => Number(one.id) - Number(other.id));
}

/** The error for newest links that could not be read. */
function unread(lost: Lost, { kind, message }: Explanation): UserFacingError {
	const { explanation } = lost;
	// At an address that never worked, or behind a filter, the create's own failure tells more.
	const isBlocked = explanation.kind === 'filtered' && kind === 'misconfigured';
	if (isBlocked) return inDoubt(explanation);
	const why = `The newest links could not be read to check this: ${message}.`;
	return mayExist(lost, why, [], kind);
}

/** The error for a link that may have been created. */
export function mayExist(
	{ sendings, wanted, explanation }: Lost,
	why: string,
	links: readonly ListedLink[] = [],
	kind: Explanation['kind'] = 'unavailable',
): UserFacingError {
	const named = links.length === 0 ? '' : ` It may be one of these: ${namesOf(links)}.`;
	const sent =
		sendings > 1 ? ` It was sent ${sendings} times.` : ' Nothing was sent a second time.';
	const advice =
		wanted.alias === ''
			? '. To avoid this, set Options → If Custom Alias Is Empty to Generate Locally.'
			: `; its alias is ${wanted.alias}.`;
	const doubt = `${why}${named}${sent} Look in the service before you run this item again${advice}`;
	if (explanation.kind === 'filtered') {
		const remedy = `The link may have been created. ${doubt} ${ASK_ABOUT_FILTER}`;
		return inDoubt({ ...explanation, remedy });
	}
	return inDoubt({
		message: 'The link may have been created: the response was lost',
		remedy: doubt,
		kind,
	});
}

/** The error for a create that is not sent again though its link is nowhere. */
export function foundNowhere({ explanation, sendings, above }: Lost): UserFacingError {
	const isSure = above !== undefined;
	if (explanation.kind === 'filtered') {
		const remedy = `Most likely the link was not created: it is not among the newest links. ${ASK_ABOUT_FILTER}`;
		return inDoubt({ ...explanation, remedy });
	}
	const remedy = `The link was sent ${sendings} times, but the service never confirmed it, and ${LATE_MS / 1000} seconds later it was not among the newest links, so ${isSure ? 'it' : 'most likely it'} was not created. Check the service and the network connection, then run this item again.`;
	const told = { ...explanation, remedy };
	return isSure ? new UserFacingError({ ...told, isUnconfirmed: false }) : inDoubt(told);
}

/** An error that says that the link may have been created all the same. */
export function inDoubt(explanation: Explanation): UserFacingError {
	return new UserFacingError({ ...explanation, isUnconfirmed: true });
}
