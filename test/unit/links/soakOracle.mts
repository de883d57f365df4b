import { toText } from '../../../nodes/LinkShortener/shared/json';
import type { Sending, WireLink } from '../simulation/wireService.mts';
import type { SoakItem, SoakRun } from './soak.mts';

/** So long after a loss a link may still appear. */
const LATE_MS = 12_000;

/** A list is out of reach once so many readings in a row were lost … */
const UNREADABLE = 3;

/** … or where an outage has kept every reading away for so long, which is the least that runs wait. */
const AWAY_MS = 60_000;

/** Why an item may say that its link may have been created; `never`: it may not. */
export type Allowance =
	/** What C1 does not promise: no alias and a page of others, or no id known in the minute before. */
	| 'beyond C1'
	/** The newest links could not be read. */
	| 'list unreadable'
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
	const violations = judgeLinks(run);
	if (run.creates.some(({ maker }) => !sendings.has(maker))) violations.push('sent for nobody');
	for (const item of run.items) {
		const own = sendings.get(item) ?? [];
		if (own.some((sending, index) => isTooEarly(sending, own.slice(0, index)))) {
			violations.push(`sent too early: ${describe(item, own)}`);
		}
		const allowance = isInDoubt(item) ? allowanceOf(item, own, run) : undefined;
		if (allowance === 'never') violations.push(`in doubt: ${describe(item, own)}`);
		countItem(tally, run, item, own, allowance);
	}
	return violations;
}

/** No link twice, none for two items, none of anybody else, none that nobody has or explains. */
function judgeLinks({ items, links, shortUrlOf, startedAt }: SoakRun): string[] {
	const violations: string[] = [];
	const byShortUrl = new Map(links.map((link) => [shortUrlOf(link), link]));
	const got = items.flatMap(({ record }) => (record ? [toText(record.shorturl)] : []));
	if (new Set(got).size < got.length) violations.push('one link for two items');
	const groups = new Map<string, SoakItem[]>();
	for (const item of items) {
		const asked = JSON.stringify(item.body);
		groups.set(asked, [...(groups.get(asked) ?? []), item]);
	}
	for (const group of groups.values()) {
		const about = describe(group[0]);
		const made = links.filter(({ maker }) => group.some((item) => item === maker));
		const handedOut = group.flatMap(({ record }) =>
			record ? [byShortUrl.get(toText(record.shorturl))] : [],
		);
		const foreign = handedOut.filter((link) => link === undefined || !made.includes(link));
		const own = handedOut.length - foreign.length;
		const unclear = group.filter(isInDoubt).length;
		if (made.length > group.length) violations.push(`double: ${about}`);
		if (foreign.some((link) => !mayBeTaken(link, group, startedAt))) {
			violations.push(`somebody else's link: ${about}`);
		}
		if (made.length - own > unclear + foreign.length) {
			violations.push(`a link that nobody explains: ${about}`);
		}
	}
	return violations;
}

/** C1's limit: another client made a link to the same page while an item without an alias waited. */
function mayBeTaken(
	link: WireLink | undefined,
	[item]: readonly SoakItem[],
	startedAt: number,
): boolean {
	if (link === undefined || item === undefined || item.body.custom !== undefined) return false;
	const isSamePage = link.maker === undefined && link.url === item.body.url;
	return isSamePage && link.madeAt >= startedAt;
}

function isInDoubt({ error }: SoakItem): boolean {
	return error?.explanation.isUnconfirmed === true;
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
	const { kind, body, endedAt } = item;
	const lost = own.filter(isLost);
	const hasAlias = body.custom !== undefined;
	// The alias of a refused item is somebody else's.
	if (hasAlias ? kind === 'refused' : kind === 'shared long URL') return 'beyond C1';
	if (!hasAlias && lost.some(({ knowsId }) => !knowsId)) return 'beyond C1';
	const lostAt = lost.at(-1)?.endedAt ?? Infinity;
	if (isUnreadable(run, lostAt, endedAt)) return 'list unreadable';
	if (lost.at(-1)?.end === 'filtered') return 'filtered';
	return lost.length > 1 ? 'lost each time' : 'never';
}

/** Whether the list could not be read, from a moment on until another one. */
function isUnreadable({ reads, outages }: SoakRun, from: number, to: number): boolean {
	const ended = reads.filter(({ endedAt }) => endedAt > from && endedAt <= to);
	const isAnswered = ({ end }: Sending) => end === 'answered';
	const readAt = Math.max(from, ...ended.filter(isAnswered).map(({ endedAt }) => endedAt));
	const lost = ended.filter(({ end, endedAt }) => end !== 'refused' && endedAt > readAt);
	if (lost.length >= UNREADABLE) return true;
	return to - readAt >= AWAY_MS && outages.some((outage) => outage.from < to && outage.to > readAt);
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
