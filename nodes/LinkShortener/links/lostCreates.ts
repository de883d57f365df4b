import type { Flight, LinkLedger, Lost, Verdict } from './ledger';
import { namesOf, type ListedLink } from './listedLink';
import type { NewestLinks, Reading } from './newestLinks';
import { fits, fitsByHalf } from './wantedLink';
import type { Client } from '../api/client';
import { ASK_ABOUT_FILTER } from '../api/http/remedies';
import { type Explanation, settle, UserFacingError } from '../shared/userFacingError';

/** When the newest links are read for a lost create, from the loss on. The service is done by the last. */
const ROUNDS_MS = [0, 2_000, 12_000];

/** The same for a create that is not sent again. */
const ONE_ROUND_MS = [0];

/** The part of the client that looking for lost creates needs. */
type Looker = Pick<Client, 'page' | 'policy' | 'sleep' | 'waitFor'>;

/** Finds out what became of the lost creates of one base URL and key. */
export class LostCreates {
	private last: Promise<unknown> = Promise.resolve();

	private next: Promise<Reading> | undefined;

	constructor(
		private readonly ledger: LinkLedger,
		private readonly newest: NewestLinks,
	) {}

	/**
	 * Looks for the link of a lost create until it would be safe to send it again, or once.
	 *
	 * @returns the link; undefined if it is nowhere
	 * @throws {UserFacingError} when it may be there and nothing tells which it is
	 */
	async find(
		lost: Lost,
		client: Looker,
		times: 'rounds' | 'once',
	): Promise<ListedLink | undefined> {
		lost.isSought = true;
		const sought = await settle(this.seek(lost, client, times)).finally(
			() => (lost.isSought = false),
		);
		if (sought instanceof UserFacingError) throw unread(lost, sought.explanation);
		switch (sought.kind) {
			case 'found':
				return sought.link;
			case 'absent':
				return undefined;
			case 'cannotTell':
				throw mayExist(lost, sought.why, sought.links);
		}
	}

	private async seek(lost: Lost, client: Looker, times: 'rounds' | 'once'): Promise<Verdict> {
		const rounds = times === 'once' ? ONE_ROUND_MS : ROUNDS_MS;
		const safeFrom = lost.lostAt + Math.max(...rounds);
		for (const after of rounds) {
			// A round may have given it its link after its run was stopped.
			if (lost.verdict?.kind === 'found') break;
			await wait(lost.lostAt + after - Date.now(), lost, client);
			const { beganAt } = await this.round(client);
			if (lost.verdict?.kind !== 'absent' || beganAt >= safeFrom) break;
		}
		return lost.verdict ?? { kind: 'absent' };
	}

	/**
	 * The next round, which all join until it leaves: one reading that settles whatever it can. One that another
	 * run began may fail for that run's own reasons, such as its stop.
	 */
	private async round(client: Looker): Promise<Reading> {
		const joined = this.next;
		if (joined !== undefined) {
			await client.waitFor(
				joined.catch(() => undefined),
				'the list of the newest links',
			);
			const reading = await joined.catch(() => undefined);
			if (reading !== undefined) return reading;
		}
		this.next ??= this.begin(client);
		return await this.next;
	}

	private begin(client: Looker): Promise<Reading> {
		const read = async (): Promise<Reading> => {
			this.next = undefined;
			const sought = this.ledger.allLost().filter((lost) => lost.isSought);
			const reading = await this.newest.downTo(client, lowest(sought));
			await this.settleAll(sought, reading.links, [...this.ledger.inFlight]);
			return reading;
		};
		const reading = this.last.then(read, read);
		this.last = reading.catch(() => undefined);
		return reading;
	}

	/** @param flying what was under way when the reading ended, so that it may have made a link in it */
	private async settleAll(
		sought: readonly Lost[],
		links: readonly ListedLink[],
		flying: readonly Flight[],
	): Promise<void> {
		const free = links.filter((link) => sought.some((lost) => mayBeOf(link, lost)));
		const owners = flying.filter((one) =>
			free.some((link) => !this.ledger.isGiven(link) && mayBeOf(link, one)),
		);
		await Promise.all(owners.map(async ({ ended }) => await ended));
		decide(this.ledger, sought, free, this.ledger.allLost());
	}
}

/**
 * Gives each lost create its verdict: those lost first get the lowest link that fits. Nothing but the ledger
 * and the verdicts is changed.
 *
 * @param sought the creates to judge, those lost first in front
 * @param all every lost create that counts
 */
export function decide(
	ledger: LinkLedger,
	sought: readonly Lost[],
	links: readonly ListedLink[],
	all: readonly Lost[],
): void {
	const byId = [...links].sort((one, other) => Number(one.id) - Number(other.id));
	const freeFor = (lost: Lost) =>
		byId.filter((link) => isAbove(link, lost) && !ledger.isGiven(link));
	const absent: Lost[] = [];
	for (const lost of sought) {
		// Its item may have gone on while this was read: sent it again, or stopped.
		if (!lost.isSought || lost.verdict?.kind === 'found') continue;
		const own = freeFor(lost).filter((link) => fits(link, lost.wanted));
		lost.verdict = judge(lost, own, all);
		if (lost.verdict.kind === 'found') ledger.give(lost.verdict.link);
		if (lost.verdict.kind === 'absent') absent.push(lost);
	}
	for (const lost of absent) {
		const half = freeFor(lost).filter(
			(link) => fitsByHalf(link, lost.wanted) && !fitsAnother(link, lost, all),
		);
		if (half.length > 0) lost.verdict = cannotTell(HALF, half);
		else if (lost.above === undefined && lost.wanted.alias === '')
			lost.verdict = cannotTell(NO_ID, []);
	}
}

const HALF = 'A new link has its alias, or almost the same long URL.';
const NO_ID = 'The service did not say which links are the newest.';

function judge(lost: Lost, links: readonly ListedLink[], all: readonly Lost[]): Verdict {
	const [link] = links;
	if (link === undefined) return { kind: 'absent' };
	if (lost.wanted.alias !== '') return { kind: 'found', link };
	if (lost.above === undefined) return cannotTell(NO_ID, links);
	if (!lost.isFresh)
		return cannotTell('Another client may have created it in the minutes before.', links);
	if (fitsAnother(link, lost, all))
		return cannotTell('More than one create may have made it.', links);
	return { kind: 'found', link };
}

/** Whether a link fits a lost create with another body, whatever became of its run. */
function fitsAnother(link: ListedLink, { wanted }: Lost, all: readonly Lost[]): boolean {
	return all.some(
		(other) =>
			isAbove(link, other) &&
			fits(link, other.wanted) &&
			JSON.stringify(other.wanted.body) !== JSON.stringify(wanted.body),
	);
}

function isAbove({ id = Infinity }: ListedLink, { above = -Infinity }: Flight | Lost): boolean {
	return id > above;
}

function mayBeOf(link: ListedLink, create: Flight | Lost): boolean {
	return isAbove(link, create) && fitsByHalf(link, create.wanted);
}

function cannotTell(why: string, links: readonly ListedLink[]): Verdict {
	return { kind: 'cannotTell', why, links };
}

/** The lowest id above which a link is sought; undefined if none has one. */
function lowest(sought: readonly Lost[]): number | undefined {
	const ids = sought.flatMap(({ above }) => above ?? []);
	return ids.length === 0 ? undefined : Math.min(...ids);
}

/** Waits, unless the caller gives up before. */
async function wait(ms: number, lost: Lost, { policy, sleep }: Looker): Promise<void> {
	if (ms <= 0) return;
	const { deadline = Infinity } = policy;
	if (Date.now() + ms > deadline) throw inDoubt(lost.explanation);
	await sleep(ms);
}

/** The error for newest links that could not be read. */
function unread(lost: Lost, { kind, message, isUnconfirmed }: Explanation): UserFacingError {
	const { explanation } = lost;
	// At an address that never worked, or behind a filter, the create's own failure tells more.
	const isBlocked = explanation.kind === 'filtered' && kind === 'misconfigured';
	if (isBlocked || isUnconfirmed === true) return inDoubt(explanation);
	const why = `The newest links could not be read to find out: ${message}.`;
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
		message: 'The link may have been created: its answer was lost',
		remedy: doubt,
		kind,
	});
}

/** The error for a create that is not sent again though its link is nowhere. */
export function foundNowhere({ explanation, sendings, above }: Lost): UserFacingError {
	if (explanation.kind === 'filtered') {
		const remedy = `Most likely the link was not created: it is not among the newest links. ${ASK_ABOUT_FILTER}`;
		return inDoubt({ ...explanation, remedy });
	}
	const remedy = `The link was sent ${sendings} times, each time without an answer that says that it was created, and 12 seconds later it was not among the newest links, so it was not created. Check the service and the way to it, then run this item again.`;
	const told = { ...explanation, remedy };
	return above === undefined
		? inDoubt(told)
		: new UserFacingError({ ...told, isUnconfirmed: false });
}

/** An error after which the engine may try the item again, since the link is then looked for first. */
export function inDoubt(explanation: Explanation): UserFacingError {
	return new UserFacingError({ ...explanation, isUnconfirmed: true, canVerify: true });
}
