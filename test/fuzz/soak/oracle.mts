import { toText } from '../../../nodes/LinkShortener/shared/text';
import type { MadeLink, Sending } from './wire.mts';
import type { SoakItem, SoakRun } from './soak.mts';

/** So long after a loss a link may still appear. */
const LATE_MS = 12_000;

/** A list is out of reach once so many readings in a row were lost … */
const UNREADABLE = 3;

/** … or where an outage has kept every reading away for so long, which is the least that runs wait. */
const AWAY_MS = 60_000;

/** After so long without any response, counted from a request that hung, an outage is given up: two minutes and a pause. */
const GIVEN_UP_MS = 130_000;

/** Why an item may say that its link may have been created; `never`: it may not. */
export type Allowance =
	/** It has no alias, or its alias may have been another link's before. */
	| 'no key'
	/** Refused when it was sent again, so nothing tells what became of the first sending. */
	| 'refused after a loss'
	/** No alias was known to be taken when it left, and another link leads to its page. */
	| 'first of all'
	/** Its own look could not be done. */
	| 'could not look'
	/** Something in front of the service refused the last sending. */
	| 'filtered'
	/** Two sendings and more, and no answer to any. */
	| 'lost each time'
	| 'never';

/** What became of the items of one kind. */
export interface Count {
	items: number;
	links: number;
	sendings: number;
	/** Items that said that their link may have been created. */
	doubts: Map<Allowance, number>;
}

/** By kind of service and of row. */
export type Tally = Map<string, Count>;

/**
 * Holds what a run says of its items against every link that was made and every sending.
 *
 * @param tally gets what every item came to
 * @returns what the promise does not allow, in words
 */
export function judgeRun(run: SoakRun, tally: Tally): string[] {
	const sendings = new Map<unknown, Sending[]>(run.items.map((item) => [item, []]));
	for (const sending of run.creates) sendings.get(sending.maker)?.push(sending);
	const violations = judgeLinks(run, sendings);
	if (run.creates.some(({ maker }) => !sendings.has(maker))) violations.push('sent for nobody');
	for (const item of run.items) {
		const own = sendings.get(item) ?? [];
		if (own.some((sending, index) => isTooEarly(sending, own.slice(0, index)))) {
			violations.push(`sent too early: ${describe(item, own)}`);
		}
		const allowance = mayBeDone(item) ? allowanceOf(item, own, run) : undefined;
		if (allowance === 'never') violations.push(`in doubt: ${describe(item, own)}`);
		countItem(tally, run, item, own, allowance);
	}
	return violations;
}

/**
 * No link twice, none for two items, none of anybody else, none that nobody has or explains. Only a service that
 * hands out the links it has may give an item another one's.
 */
function judgeLinks(run: SoakRun, sendings: ReadonlyMap<unknown, Sending[]>): string[] {
	const { items, links, service } = run;
	const violations: string[] = [];
	const byShortUrl = new Map(links.map((link) => [link.shorturl, link]));
	const own = items.filter(({ isFound }) => isFound !== true);
	const got = own.flatMap(({ record }) => (record ? [toText(record.shorturl)] : []));
	if (new Set(got).size < got.length) violations.push('one link for two items');
	for (const item of items) {
		const about = `on a service that ${service}, ${describe(item, sendings.get(item))}`;
		const { isFound = false, record } = item;
		const made = links.filter(({ maker }) => maker === item);
		const link = record && byShortUrl.get(toText(record.shorturl));
		const isForeign = record !== undefined && !(link !== undefined && made.includes(link));
		const isHandedOut = isForeign && service === 'hands out' && link?.longurl === item.body.url;
		if (made.length > 1) violations.push(`double: ${about}`);
		// While its answer was lost, the service may have handed its link out to another item.
		const isShared =
			service === 'hands out' &&
			items.some((other) => other !== item && other.record?.shorturl === record?.shorturl);
		if (isFound && !isHandedOut && !isShared) violations.push(`said to be there before: ${about}`);
		if (isForeign && !(isHandedOut && (isFound || looksNew(link, sendings.get(item))))) {
			violations.push(`somebody else's link: ${about}`);
		}
		if (made.length > 0 && (record === undefined || isForeign) && !mayBeDone(item)) {
			violations.push(`a link that nobody explains: ${about}`);
		}
	}
	return violations;
}

/** Whether a link that was handed out cannot be told from a new one: its id is above all that were known. */
function looksNew(link: MadeLink | undefined, own: readonly Sending[] = []): boolean {
	return link !== undefined && own.some(({ heardOf }) => link.id > heardOf);
}

function mayBeDone({ error }: SoakItem): boolean {
	return error?.explanation.mayBeDone === true;
}

/** Whether an earlier sending may have made the link. */
function isLost({ end }: Sending): boolean {
	return end === 'lost' || end === 'filtered';
}

/** Whether a link of an earlier sending could still appear. */
function isTooEarly({ sentAt }: Sending, earlier: readonly Sending[]): boolean {
	return earlier.some((sending) => isLost(sending) && sentAt < sending.endedAt + LATE_MS);
}

function allowanceOf(item: SoakItem, own: readonly Sending[], run: SoakRun): Allowance {
	const lost = own.filter(isLost);
	const takesNone = run.service === 'refuses aliases' || run.service === 'ignores aliases';
	// Where others make the links that are handed out, they look like new ones, so aliases like ignored ones.
	const hasGivenUp = run.service === 'hands out' && own.at(-1)?.alias === '';
	const hasNoKey = item.kind === 'service chooses' || item.kind === 'alias given, hidden field';
	if (takesNone || hasGivenUp || hasNoKey) return 'no key';
	if (item.kind === 'refused' || own.at(-1)?.end === 'answered') return 'refused after a loss';
	if (own.at(-1)?.knowsAliases === false) return 'first of all';
	if (couldNotLook(item, run, lost.at(-1)?.endedAt ?? Infinity)) return 'could not look';
	if (lost.at(-1)?.end === 'filtered') return 'filtered';
	return lost.length > 1 ? 'lost each time' : 'never';
}

/** Whether the item's own looks were lost, from a moment on, or not done in an outage that was given up. */
function couldNotLook(item: SoakItem, run: SoakRun, from: number): boolean {
	const { creates, reads, outages, startedAt } = run;
	const to = item.endedAt;
	const ended = reads.filter(
		({ endedAt, maker }) => maker === item && endedAt > from && endedAt <= to,
	);
	const isAnswered = ({ end }: Sending) => end === 'answered';
	const readAt = Math.max(from, ...ended.filter(isAnswered).map(({ endedAt }) => endedAt));
	const lost = ended.filter(({ end, endedAt }) => end !== 'refused' && endedAt > readAt);
	if (lost.length >= UNREADABLE) return true;
	if (!outages.some((outage) => outage.from < to && outage.to > readAt)) return false;
	const answered = [...creates, ...reads].filter((each) => isAnswered(each) && each.endedAt <= to);
	const answeredAt = Math.max(startedAt, ...answered.map(({ endedAt }) => endedAt));
	return to - readAt >= AWAY_MS || to - answeredAt >= GIVEN_UP_MS;
}

function countItem(
	tally: Tally,
	{ service }: SoakRun,
	item: SoakItem,
	own: readonly Sending[],
	doubt: Allowance | undefined,
): void {
	const none: Count = { items: 0, links: 0, sendings: 0, doubts: new Map() };
	const name = `${service}, ${item.kind}`;
	const count = tally.get(name) ?? none;
	tally.set(name, count);
	count.items += 1;
	count.links += item.record === undefined ? 0 : 1;
	count.sendings += own.filter(({ end }) => end !== 'refused').length;
	if (doubt !== undefined) count.doubts.set(doubt, (count.doubts.get(doubt) ?? 0) + 1);
}

/** For the person who reads the violation. */
function describe(item: SoakItem | undefined, own: readonly Sending[] = []): string {
	const ends = own.map(({ end, sentAt, endedAt }) => `${end} ${sentAt} to ${endedAt}`);
	const { message = '', remedy = '' } = item?.error?.explanation ?? {};
	const body = JSON.stringify(item?.body).slice(0, 120);
	return `${body} was sent [${ends.join(', ')}], ended ${item?.endedAt ?? 0}: ${message} ${remedy}`;
}
