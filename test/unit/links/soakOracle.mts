import { toText } from '../../../nodes/LinkShortener/shared/json';
import { ALIAS_TAKEN, BLACKLISTED, type Sending } from '../simulation/wireService.mts';
import type { SoakItem, SoakRun } from './soak.mts';

/** A create is sent so often at most, and one that the service itself broke down on so often. */
const MAX_ATTEMPTS = 3;
const MAX_ATTEMPTS_BROKE_DOWN = 2;

/** So often is a request sent that never got through. */
const MAX_TRIES = 4;

const SHORT_RUN = 10;

/** A create can be taken for another one with an equal body if both were lost. */
const MIN_LOST_EQUALS = 2;

/**
 * Holds what a run says of its items against every link that was made.
 *
 * @param count told what every item came to
 * @returns what the promise does not allow, in words
 */
export function judgeRun(run: SoakRun, count: (end: string) => void): string[] {
	const sendings = new Map<unknown, Sending[]>();
	for (const sending of run.sendings) {
		sendings.set(sending.body, [...(sendings.get(sending.body) ?? []), sending]);
	}
	const violations = [...judgeLinks(run)];
	for (const item of run.items) {
		const own = sendings.get(item.body) ?? [];
		const end = judgeItem(item, own, run);
		count(end.name);
		if (!end.isAllowed) {
			const sent = own.map((each) => `${each.end}${each.isStale ? ' (stale)' : ''}`).join(', ');
			const { message, remedy } = item.error?.explanation ?? { message: '', remedy: '' };
			violations.push(
				`${end.name}: ${toText(item.body).slice(0, 120)} was sent [${sent}]: ${message}. ${remedy}`,
			);
		}
	}
	return violations;
}

/** No link twice, none for two items, none that nobody has or explains. */
function judgeLinks({ items, links, shortUrlOf, hasRivals }: SoakRun): string[] {
	const violations: string[] = [];
	const delivered = items.flatMap(({ record }) => record?.shorturl ?? []);
	if (new Set(delivered).size < delivered.length) violations.push('one link for two items');
	const groups = new Map<string, SoakItem[]>();
	for (const item of items) {
		const name = JSON.stringify(item.body);
		groups.set(name, [...(groups.get(name) ?? []), item]);
	}
	const byBody = new Map<unknown, string[]>();
	for (const link of links) {
		if (link.body !== undefined) {
			byBody.set(link.body, [...(byBody.get(link.body) ?? []), shortUrlOf(link)]);
		}
	}
	for (const [name, members] of groups) {
		const made = members.flatMap(({ body }) => byBody.get(body) ?? []);
		const got = members.flatMap(({ record }) => (record ? [toText(record.shorturl)] : []));
		const foreign = got.filter((shortUrl) => !made.includes(shortUrl));
		const unclear = members.filter(({ error }) => error?.explanation.isUnconfirmed === true);
		const about = name.slice(0, 120);
		if (made.length > members.length) violations.push(`double: ${about}`);
		if (foreign.length > 0 && !hasRivals) violations.push(`somebody else's link: ${about}`);
		if (made.length - (got.length - foreign.length) > unclear.length + foreign.length) {
			violations.push(`a link that nobody explains: ${about}`);
		}
	}
	return violations;
}

interface End {
	name: string;
	isAllowed: boolean;
}

/** What an item came to, and whether it may. */
function judgeItem(item: SoakItem, own: readonly Sending[], run: SoakRun): End {
	const { error, expected } = item;
	if (error === undefined) {
		return { name: 'link', isAllowed: item.record !== undefined && expected === 'link' };
	}
	const { message, remedy, kind, isUnconfirmed } = error.explanation;
	if (message === '' || remedy === '') return { name: 'no explanation', isAllowed: false };
	if (isUnconfirmed !== true) {
		const words = { link: undefined, blacklisted: BLACKLISTED, aliasTaken: ALIAS_TAKEN }[expected];
		if (message === words) return { name: 'rejected', isAllowed: true };
		if (hitsOutage(own, run)) {
			return { name: 'outage', isAllowed: mayGiveUp(run) || !run.hasWorkedBefore };
		}
		return { name: 'not sent', isAllowed: mayGiveUp(run) || neverGotThrough(own, run) };
	}
	const lost = own.filter(({ end }) => end === 'lost' || end === 'brokeDown');
	const allowed = lost.at(-1)?.end === 'brokeDown' ? MAX_ATTEMPTS_BROKE_DOWN : MAX_ATTEMPTS;
	if (lost.length >= allowed) {
		const wasAllOutage = lost.every(({ inOutage }) => inOutage);
		return { name: 'lost each time', isAllowed: !wasAllOutage };
	}
	if (lost.some(({ isStale }) => isStale)) return { name: 'in doubt, first', isAllowed: true };
	// A filter's page is looked behind once: then its item says so, and is not sent again.
	if (kind === 'filtered') return { name: 'in doubt, filtered', isAllowed: true };
	if (run.hasRivals) return { name: 'in doubt, rivals', isAllowed: true };
	if (lost.length > 0 && expected === 'aliasTaken')
		return { name: 'in doubt, alias', isAllowed: true };
	if (hitsOutage(own, run)) return { name: 'in doubt, outage', isAllowed: mayGiveUp(run) };
	if (remedy.startsWith('The newest links could not be read'))
		return { name: 'in doubt, list', isAllowed: mayGiveUp(run) || run.readsLostInRow >= MAX_TRIES };
	if (remedy.startsWith('It could not be sent again'))
		return { name: 'in doubt, not sent again', isAllowed: mayGiveUp(run) };
	if (remedy.startsWith('Other items wait for the same link'))
		return { name: 'in doubt, equal items', isAllowed: lostEquals(item, run) >= MIN_LOST_EQUALS };
	return { name: 'in doubt', isAllowed: false };
}

function lostEquals({ body }: SoakItem, { sendings }: SoakRun): number {
	const name = JSON.stringify(body);
	const isEqual = (one: Sending) => JSON.stringify(one.body) === name;
	return sendings.filter((one) => isEqual(one) && one.end !== 'answered').length;
}

/** A service that loses every sixth answer and more may be taken for one that is away. */
function mayGiveUp({ faultShare }: SoakRun): boolean {
	return faultShare >= 1 / 7;
}

function hitsOutage(own: readonly Sending[], { hadOutage }: SoakRun): boolean {
	return own.some(({ inOutage }) => inOutage) || (own.length === 0 && hadOutage);
}

/** A connection was refused four times in a row, or the list that a short run reads first. */
function neverGotThrough(own: readonly Sending[], { items, readsLostInRow }: SoakRun): boolean {
	if (own.length === 0) return items.length < SHORT_RUN && readsLostInRow >= MAX_TRIES;
	const last = own.filter(({ end }) => end !== 'refused').slice(-MAX_TRIES);
	return last.length === MAX_TRIES && last.every(({ end }) => end === 'unsent');
}
