import type { LinkLedger, UnconfirmedCreate } from './ledger';
import type { ListedLink } from './listedLink';
import type { RecentLinks } from './recentLinks';
import { judge, type Verdict } from './verdict';
import type { Client } from '../api/client';
import { ASK_ABOUT_FILTER } from '../api/http/remedies';
import { toText } from '../shared/json';
import { type Explanation, settle, UserFacingError } from '../shared/userFacingError';

/** The pauses before each look for a lost create: none, 2 seconds, 10 seconds. */
const LOOK_AFTER_MS = [0, 2_000, 10_000];

/** The same for a create that the service reported as done: its link is there at once, or shortly after. */
const LOOK_FOR_REPORTED_AFTER_MS = [0, 2_000];

/**
 * The same for a create that a filter answered. One look is enough: the service either never got it, or had
 * done it before the filter answered.
 */
const LOOK_FOR_FILTERED_AFTER_MS = [0];

/** The most links that a message names. */
const MAX_NAMED = 5;

/** Finds out what became of creates whose answer was lost. */
export class UnconfirmedCreates {
	constructor(
		private readonly client: Pick<Client, 'policy' | 'sleep' | 'waitFor'>,
		private readonly ledger: LinkLedger,
		private readonly recent: RecentLinks,
	) {}

	/**
	 * Looks for the link of a create until it would be safe to send it again.
	 *
	 * @returns the link, or undefined when there is none
	 * @throws {UserFacingError} when it may be there and nothing tells which it is
	 */
	async find(create: UnconfirmedCreate): Promise<ListedLink | undefined> {
		create.isSought = true;
		return await this.seek(create).finally(() => (create.isSought = false));
	}

	private async seek(create: UnconfirmedCreate): Promise<ListedLink | undefined> {
		const { attempts, explanation } = create;
		const saidDone = attempts.some(({ reportedId }) => reportedId !== undefined);
		const isFiltered = explanation.kind === 'filtered';
		const times = isFiltered ? LOOK_FOR_FILTERED_AFTER_MS : LOOK_AFTER_MS;
		let verdict: Verdict | undefined;
		for (const ms of saidDone ? LOOK_FOR_REPORTED_AFTER_MS : times) {
			await this.wait(ms, create);
			verdict = await this.lookOrSay(create);
			if (verdict.kind === 'found') return verdict.link;
		}
		if (saidDone) throw unconfirmed(explanation);
		if (verdict?.kind === 'cannotTell') throw this.mayExist(create, verdict.why, verdict.links);
		if (isFiltered) throw likelyNotCreated(explanation);
		return undefined;
	}

	/**
	 * Looks once, after the service has rejected the last sending.
	 *
	 * @throws {UserFacingError} when an earlier sending may have made it
	 */
	async findAfterRejection(
		create: UnconfirmedCreate,
		{ kind, message }: Explanation,
	): Promise<ListedLink | undefined> {
		const verdict = await this.lookOrSay(create);
		if (verdict.kind === 'found') return verdict.link;
		if (verdict.kind === 'cannotTell') throw this.mayExist(create, verdict.why, verdict.links);
		if (kind === 'aliasTaken' || !verdict.isCertain) {
			throw this.mayExist(create, `Then it said: ${message.replace(/\.$/, '')}.`);
		}
		return undefined;
	}

	/** The error for a link that may have been created. */
	mayExist(
		{ aliasIsOurs, attempts, wanted }: UnconfirmedCreate,
		why: string,
		links: readonly ListedLink[] = [],
		kind: Explanation['kind'] = 'unavailable',
	): UserFacingError {
		const named = links.length === 0 ? '' : ` It may be one of these: ${nameSome(links)}.`;
		const sent =
			attempts.length > 1
				? ` It was sent ${attempts.length} times.`
				: ' Nothing was sent a second time.';
		const hasAlias = aliasIsOurs || wanted.alias !== '';
		const advice = hasAlias
			? `its alias is ${wanted.alias}.`
			: 'with Options → If Custom Alias Is Empty set to Generate Locally, such a link can always be told.';
		return unconfirmed({
			message: 'The link may have been created: its answer was lost',
			remedy: `${why}${named}${sent} Look in the service before you run this item again; ${advice}`,
			kind,
		});
	}

	private async lookOrSay(create: UnconfirmedCreate): Promise<Verdict> {
		const verdict = await this.look(create);
		if (!(verdict instanceof UserFacingError)) return verdict;
		const { kind, message } = verdict.explanation;
		// At an address that never worked, or behind a filter, the create's own failure tells more.
		const isBlocked = create.explanation.kind === 'filtered' && kind === 'misconfigured';
		if (isBlocked || !this.ledger.watermark.isKnown) throw unconfirmed(create.explanation);
		const why = `The newest links could not be read to find out: ${message}.`;
		throw this.mayExist(create, why, [], kind);
	}

	/** Looks while no create that could be taken for this one is under way. */
	private async look(create: UnconfirmedCreate): Promise<Verdict | UserFacingError> {
		const { ledger } = this;
		const read = async () => {
			const reading = await settle(this.recent.downTo(lowestKnown(create)));
			if (reading instanceof UserFacingError) return reading;
			const { links: rows, askedAt, isOld } = reading;
			const isCurrent = await this.recent.isCurrent(reading);
			if (!isOld) ledger.watermark.seeNewest(rows, askedAt);
			ledger.compare(rows, true);
			const hasAlias = create.wanted.alias !== '';
			const verdict = judge(create, rows, {
				rivals: ledger.unconfirmedWith(create.keys).filter((other) => other !== create),
				fitsAnother: (link) => ledger.fitsAnother(link, create),
				isFree: (link) => !ledger.isClaimed(link) && (hasAlias || !ledger.isReserved(link)),
				listsLinksAsSent: ledger.listsLinksAsSent,
				made: ledger.madeRewrites,
			});
			if (verdict.kind === 'found') {
				ledger.claim(verdict.link);
				create.isSought = false;
				return verdict;
			}
			// Ids of the old numbering cannot be compared with new ones.
			const { restartedAt } = ledger.watermark;
			const isComparable = create.attempts.every(({ sentAt }) => sentAt > restartedAt);
			return isCurrent && isComparable ? verdict : NOT_CURRENT;
		};
		return await ledger.locks.run(create.keys, 'look', read, async (acquired) => {
			await this.client.waitFor(acquired, 'an item with the same alias or long URL');
		});
	}

	/** Waits, unless the caller gives up before. */
	private async wait(ms: number, create: UnconfirmedCreate): Promise<void> {
		const { deadline = Infinity } = this.client.policy;
		if (ms > 0 && Date.now() + ms > deadline) {
			const { message } = create.explanation;
			throw this.mayExist(create, `${message}, and there was no time left to find out.`);
		}
		await this.client.sleep(ms);
	}
}

/** The verdict of a reading that lacks a link made before it, since it comes from a cache or a replica. */
const NOT_CURRENT: Verdict = {
	kind: 'cannotTell',
	why: "The service's list does not show the newest links yet.",
	links: [],
};

/**
 * The error for a create that a filter answered and whose link the list does not show. It is not sent
 * again.
 */
function likelyNotCreated(explanation: Explanation): UserFacingError {
	const remedy = `Most likely the link was not created: it is not among the newest links. ${ASK_ABOUT_FILTER}`;
	return unconfirmed({ ...explanation, remedy });
}

/** The id down to which the list is read; Infinity, which is the newest page, if no watermark is known. */
function lowestKnown({ attempts }: UnconfirmedCreate): number {
	return Math.min(...attempts.map(({ watermark = Infinity }) => watermark));
}

/** An error after which the engine may try the item again, since the link is then looked for first. */
function unconfirmed(explanation: Explanation): UserFacingError {
	return new UserFacingError({ ...explanation, isUnconfirmed: true, canVerify: true });
}

function nameSome(links: readonly ListedLink[]): string {
	const names = links.slice(0, MAX_NAMED).map(({ record }) => toText(record.shorturl));
	const more = links.length - names.length;
	return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

/** The error for a link that was looked for in vain after each sending. */
export function foundNowhere(explanation: Explanation, sent: number): UserFacingError {
	return new UserFacingError({
		...explanation,
		isUnconfirmed: true,
		canVerify: true,
		remedy: `The link was sent ${sent} times, each time without an answer that says that it was created, and 12 seconds later it was not among the newest links: most likely it was not created. Check the service and the way to it, then run this item again.`,
	});
}
