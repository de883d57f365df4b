import type { IDataObject } from 'n8n-workflow';

import type { LinkLedger, UnconfirmedCreate } from './ledger';
import type { RecentLinks } from './recentLinks';
import { judge, type Verdict } from './verdict';
import type { Client } from '../api/client';
import { toText } from '../shared/json';
import { type Explanation, settle, UserFacingError } from '../shared/userFacingError';

/** When to look for a lost create: at once, then 2 and 10 seconds later. */
const LOOK_AFTER_MS = [0, 2_000, 10_000];

/** What the service says it made is there at once, or shortly after. */
const LOOK_FOR_REPORTED_AFTER_MS = [0, 2_000];

/** More links than this are not named in a message. */
const MAX_NAMED = 5;

/** Finds out what became of creates whose answer was lost. */
export class LostLinks {
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
	async find(create: UnconfirmedCreate, aliasIsOurs: boolean): Promise<IDataObject | undefined> {
		create.isSought = true;
		return await this.seek(create, aliasIsOurs).finally(() => (create.isSought = false));
	}

	private async seek(
		create: UnconfirmedCreate,
		aliasIsOurs: boolean,
	): Promise<IDataObject | undefined> {
		const saidDone = create.attempts.some(({ reportedId }) => reportedId !== undefined);
		let verdict: Verdict | undefined;
		for (const ms of saidDone ? LOOK_FOR_REPORTED_AFTER_MS : LOOK_AFTER_MS) {
			await this.wait(ms, create.explanation);
			verdict = await this.lookOrSay(create, aliasIsOurs);
			if (verdict.kind === 'found') return verdict.link;
		}
		if (verdict?.kind === 'cannotTell') throw this.mayExist(verdict.why, verdict.links);
		if (saidDone) throw unconfirmed(create.explanation);
		return undefined;
	}

	/**
	 * Looks once, after an answer that says that the last sending made no link.
	 *
	 * @throws {UserFacingError} when an earlier sending may have made it
	 */
	async findAfterRejection(
		create: UnconfirmedCreate,
		aliasIsOurs: boolean,
		{ kind, message }: Explanation,
	): Promise<IDataObject | undefined> {
		const verdict = await this.lookOrSay(create, aliasIsOurs);
		if (verdict.kind === 'found') return verdict.link;
		if (verdict.kind === 'cannotTell') throw this.mayExist(verdict.why, verdict.links);
		if (kind === 'aliasTaken' || !verdict.isCertain)
			throw this.mayExist(`Then it said: ${message}.`, []);
		return undefined;
	}

	/** What a person reads of a link of which nobody knows whether it was created. */
	mayExist(
		why: string,
		links: readonly IDataObject[],
		kind: Explanation['kind'] = 'unavailable',
	): UserFacingError {
		const named = links.length === 0 ? '' : ` It may be one of these: ${nameSome(links)}.`;
		return unconfirmed({
			message: 'The link may have been created: its answer was lost',
			remedy: `${why}${named} Nothing was sent a second time. Look in the service before you run this item again; with Options → If Custom Alias Is Empty set to Generate Locally, such a link can always be told.`,
			kind,
		});
	}

	private async lookOrSay(create: UnconfirmedCreate, aliasIsOurs: boolean): Promise<Verdict> {
		const verdict = await this.look(create, aliasIsOurs);
		if (!(verdict instanceof UserFacingError)) return verdict;
		const { kind, message } = verdict.explanation;
		// At an address that never worked, what it answered says more.
		const neverWorked = kind === 'misconfigured' && this.ledger.watermark.id === undefined;
		if (neverWorked) throw unconfirmed(create.explanation);
		throw this.mayExist(`The newest links could not be read to find out: ${message}.`, [], kind);
	}

	/** Looks while no create that could be taken for this one is under way. */
	private async look(
		create: UnconfirmedCreate,
		aliasIsOurs: boolean,
	): Promise<Verdict | UserFacingError> {
		const { ledger } = this;
		const read = async () => {
			const askedAt = Date.now();
			const rows = await settle(this.recent.downTo(lowestKnown(create)));
			if (rows instanceof UserFacingError) return rows;
			ledger.watermark.seeNewest(rows, askedAt);
			ledger.compare(rows);
			const hasAlias = toText(create.body.custom) !== '';
			const verdict = judge(create, rows, {
				aliasIsOurs,
				rivals: ledger.unconfirmedWith(create.keys).filter((other) => other !== create),
				fitsAnother: (link) => ledger.fitsAnother(link, create),
				isFree: (link) => !ledger.isClaimed(link) && (hasAlias || !ledger.isReserved(link)),
				listsLinksAsSent: ledger.listsLinksAsSent,
			});
			if (verdict.kind === 'found') {
				ledger.claim(verdict.link);
				create.isSought = false;
			}
			return verdict;
		};
		return await ledger.locks.run(create.keys, 'look', read, async (acquired) => {
			await this.client.waitFor(acquired);
		});
	}

	/** Waits, unless the caller gives up before. */
	private async wait(ms: number, { message }: Explanation): Promise<void> {
		const { deadline = Infinity } = this.client.policy;
		if (ms > 0 && Date.now() + ms > deadline) {
			throw this.mayExist(`${message}, and there was no time left to find out.`, []);
		}
		await this.client.sleep(ms);
	}
}

/** How far down the list is read: to the newest page where no watermark is known. */
function lowestKnown({ attempts }: UnconfirmedCreate): number {
	return Math.min(...attempts.map(({ watermark = Infinity }) => watermark));
}

/** The engine may try such an item again: then it is looked for first. */
function unconfirmed(explanation: Explanation): UserFacingError {
	return new UserFacingError({ ...explanation, isUnconfirmed: true, canVerify: true });
}

function nameSome(links: readonly IDataObject[]): string {
	const names = links.slice(0, MAX_NAMED).map(({ shorturl }) => toText(shorturl));
	const more = links.length - names.length;
	return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
