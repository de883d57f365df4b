import fc from 'fast-check';
import { expect } from 'vitest';

import type { LinkOutcome } from '../../../nodes/LinkShortener/links/createLink';
import { UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';
import {
	AWAY,
	shortUrlOf,
	type Fate,
	type LinkModel,
	type ModelLink,
	type ModelOptions,
} from '../simulation/linkModel.mts';
import {
	bodyOf,
	fixture,
	messageOf,
	type Fixture,
	type ItemPlan,
	type Outcome,
} from './linkFixture.mts';

/** Ways to write a long URL that are understood, that are only noticed, and that nobody foresaw. */
const UNDERSTOOD: Array<(url: string) => string> = [
	(url) => url,
	(url) => new URL(url).href,
	(url) => url.replace(/&/g, '&amp;').replace(/'/g, '&#039;'),
	(url) => url.replace(/'/g, '%27').replace(/\(/g, '%28').replace(/\)/g, '%29'),
];
const NOT_UNDERSTOOD: Array<(url: string) => string> = [
	(url) => url.replace(/^https/, 'http'),
	(url) => url.replace('://', '://www.'),
	(url) => url.toLowerCase(),
	(url) => url.replace(/#.*$/, ''),
	(url) => `${url}${url.includes('?') ? '&' : '?'}via=service`,
	(url) => url.slice(0, 24),
];

const URLS = [
	'https://Example.com/Ab',
	'https://example.com/b/',
	"https://example.com/it's(x)?c=1&b=2",
	'https://example.com/d%7e/x#Part',
];

/** Links that are made at the same time by somebody else, to other pages or to the same. */
interface Outside {
	atMs: number;
	count: number;
}

export interface History {
	ascending: boolean;
	understood: boolean;
	rewrite: (url: string) => string;
	namesId: boolean;
	listsIds: boolean;
	latencyMs: number;
	answerMs: number;
	pageSize: number;
	hides: boolean;
	items: ItemPlan[];
	/** How many items the run says that it has. */
	runLength: number;
	inFlight: number;
	tries: number;
	outside: Outside[];
	/** Another client creates the same long URLs. */
	outsideSame: Outside[];
	/** When the list cannot be read, from and for how long. */
	away: [fromMs: number, forMs: number] | null;
	/** Links to the same pages that are there already. */
	old: boolean;
	/** Whether this process made a link the day before, and others made some since. */
	stale: boolean;
	/** How far the list lags behind; links that are late come so much earlier. */
	staleMs: number;
	staleness: ModelOptions['staleness'];
}

const fate = fc.oneof(
	{ weight: 6, arbitrary: fc.constant<Fate>({ kind: 'answered' }) },
	{ weight: 2, arbitrary: fc.constant<Fate>({ kind: 'cut' }) },
	{ weight: 1, arbitrary: fc.constantFrom<Fate>({ kind: 'unusable' }, { kind: 'rejected' }) },
	{ weight: 1, arbitrary: fc.constant<Fate>({ kind: 'unusable', missing: true }) },
	{ weight: 2, arbitrary: fc.constant<Fate>({ kind: 'unreadable' }) },
	{
		weight: 1,
		arbitrary: fc.boolean().map((isDone): Fate => ({ kind: 'filtered', isDone })),
	},
	{
		weight: 2,
		arbitrary: fc.boolean().map((done): Fate => ({ kind: 'brokeDown', isDone: done })),
	},
	{
		weight: 4,
		arbitrary: fc
			.integer({ min: 0, max: 11_900 })
			.map((lateMs): Fate => ({ kind: 'lost', lateMs })),
	},
);

const outside = fc.array(
	fc.record({ atMs: fc.integer({ min: 0, max: 30_000 }), count: fc.integer({ min: 1, max: 130 }) }),
	{ maxLength: 3 },
);

const rewriting = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.constantFrom(...UNDERSTOOD).map((rewrite) => ({ rewrite, understood: true })),
	},
	{
		weight: 2,
		arbitrary: fc
			.constantFrom(...NOT_UNDERSTOOD)
			.map((rewrite) => ({ rewrite, understood: false })),
	},
);

export const history: fc.Arbitrary<History> = fc
	.tuple(
		rewriting,
		fc.record({
			ascending: fc.boolean(),
			namesId: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
			listsIds: fc.oneof({ weight: 7, arbitrary: fc.constant(true) }, fc.constant(false)),
			latencyMs: fc.constantFrom(2, 40, 400),
			answerMs: fc.constantFrom(0, 1_000),
			pageSize: fc.constantFrom(10, 100),
			hides: fc.boolean(),
			items: fc.array(
				fc.record({
					url: fc.constantFrom(...URLS),
					title: fc.constantFrom(undefined, undefined, undefined, 'One', 'Two'),
					alias: fc.constantFrom(undefined, undefined, 'given' as const, 'ours' as const),
					fates: fc.array(fate, { maxLength: 4 }),
				}),
				{ minLength: 1, maxLength: 12 },
			),
			runLength: fc.constantFrom(1, 500),
			inFlight: fc.integer({ min: 1, max: 8 }),
			tries: fc.constantFrom(1, 1, 3),
			outside,
			outsideSame: fc.oneof({ weight: 4, arbitrary: fc.constant<Outside[]>([]) }, outside),
			away: fc.option(
				fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 200_000 })),
			),
			old: fc.boolean(),
			stale: fc.boolean(),
			staleMs: fc.constantFrom(0, 0, 0, 3_000, 8_000),
			staleness: fc.constantFrom('cache', 'cacheTold', 'replica'),
		}),
	)
	.map(([written, rest]) => ({ ...written, ...rest }));

/** A service finishes, and its list shows it, at the latest so long after the answer was lost. */
const LATEST_MS = 11_900;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** What a history came to. */
export interface Ending {
	fixture: Fixture;
	outcomes: Outcome[];
	names: string[];
}

/** Plays a history to its end, with the tries of the engine for the items that failed. */
export async function play(plan: History): Promise<Ending> {
	const names = plan.items.map((_, index) => `item ${index}`);
	const inTime = (one: Fate): Fate =>
		one.kind === 'lost' ? { ...one, lateMs: Math.min(one.lateMs, LATEST_MS - plan.staleMs) } : one;
	const fates = Object.fromEntries(
		plan.items.map((item, index) => [`item ${index}`, item.fates.map(inTime)]),
	);
	const { ascending, rewrite, namesId, listsIds, latencyMs, answerMs, pageSize } = plan;
	const { staleMs, staleness } = plan;
	const hides = (link: ModelLink) => plan.hides && link.maker === 'outside' && link.id % 3 === 0;
	const there = fixture(
		{
			ascending,
			rewrite,
			namesId,
			listsIds,
			latencyMs,
			answerMs,
			pageSize,
			hides,
			staleMs,
			staleness,
		},
		fates,
	);
	const { model, time } = there;
	if (plan.old) for (const url of URLS) model.make({ url }, 'outside', time.now() - DAY);
	if (plan.stale) {
		await there.run(there.create({ url: 'https://first.example/page' }, 'first'));
		await time.pass(DAY);
		for (const url of URLS) model.make({ url });
		await time.pass(MINUTE + 1);
		there.newRun();
	}
	const byOthers = (events: Outside[], urlOf: (index: number) => string) => {
		for (const { atMs, count } of events) {
			time.schedule(atMs, () => {
				for (let index = 0; index < count; index += 1) model.make({ url: urlOf(index) });
			});
		}
	};
	byOthers(plan.outside, (index) => `https://other.example/outside/${index}`);
	byOthers(plan.outsideSame, (index) => URLS[index % URLS.length] ?? '');
	if (plan.away !== null) {
		const [fromMs, forMs] = plan.away;
		time.schedule(fromMs, () => (model.unreadable = AWAY));
		time.schedule(fromMs + forMs, () => (model.unreadable = undefined));
	}
	const outcomes: Outcome[] = [];
	for (let tries = 0; tries < plan.tries; tries += 1) {
		let next = 0;
		const worker = async () => {
			for (let index = next; index < plan.items.length; index = next) {
				next += 1;
				const item = plan.items[index];
				const known = outcomes[index];
				if (item === undefined || (known !== undefined && !(known instanceof UserFacingError)))
					continue;
				outcomes[index] = await there.create(item, `item ${index}`, { items: plan.runLength });
			}
		};
		await there.run(Promise.all(Array.from({ length: plan.inFlight }, worker)));
		there.newRun();
	}
	await time.pass(12_000);
	return { fixture: there, outcomes, names };
}

/** Holds what a run says of its items against every link that the model made. */
export function expectHonest(plan: History, { fixture: there, outcomes, names }: Ending): void {
	const { links, sendings } = there.model;
	const delivered = outcomes.flatMap((outcome) =>
		outcome instanceof UserFacingError ? [] : [outcome.record.shorturl],
	);
	expect(new Set(delivered).size, 'no link for two items').toBe(delivered.length);

	const groups = new Map<string, number[]>();
	plan.items.forEach((item, index) => {
		const name = JSON.stringify(bodyOf(item, `item ${index}`));
		groups.set(name, [...(groups.get(name) ?? []), index]);
	});
	for (const members of groups.values()) {
		const makers = members.map((index) => names[index]);
		const made = links.filter(({ maker }) => makers.includes(maker));
		const got = members.flatMap((index) => {
			const outcome = outcomes[index];
			return outcome === undefined || outcome instanceof UserFacingError ? [] : [outcome];
		});
		const unclear = members.filter((index) => isUnclear(outcomes[index]));
		expect(made.length, 'no double').toBeLessThanOrEqual(members.length);
		// What another client made at the same time for the same page may stand for one of them.
		const isOwn = (outcome: LinkOutcome) =>
			made.some((link) => shortUrlOf(link) === outcome.record.shorturl);
		const foreign = got.filter((outcome) => !isOwn(outcome));
		if (plan.outsideSame.length === 0) expect(foreign, 'none of another item').toEqual([]);
		const undelivered = made.length - (got.length - foreign.length);
		expect(undelivered, 'none unexplained').toBeLessThanOrEqual(unclear.length + foreign.length);
	}
	expectPatient(sendings, names);
	if (isClear(plan)) {
		const knownFrom = watermarkKnownFrom(plan, sendings);
		const isEarly = (place: number) =>
			sendings.some(({ maker, sentAt }) => maker === names[place] && sentAt < knownFrom);
		plan.items.forEach((item, index) => {
			// A twin that was lost without a watermark may have made what the item made.
			const hasEarlyTwin = plan.items.some(
				({ url, fates }, place) =>
					url === item.url && isEarly(place) && fates.some(({ kind }) => kind !== 'answered'),
			);
			if (isEarly(index) || hasEarlyTwin) return;
			// A lost twin may have been handed the link that the filter answered for.
			const hasLostTwin = plan.items.some(
				({ url, fates }, place) =>
					place !== index && url === item.url && fates.some(({ kind }) => kind !== 'answered'),
			);
			const mayFail = item.fates.some(
				(one) =>
					one.kind === 'rejected' ||
					(one.kind === 'filtered' && (!one.isDone || hasLostTwin)) ||
					(one.kind === 'unusable' && one.missing),
			);
			const isTriedOften = item.fates.filter(({ kind }) => kind !== 'answered').length >= 2;
			if (!mayFail && !isTriedOften) expect(messageOf(outcomes[index])).toBe('no error');
		});
	}
}

function isUnclear(outcome: Outcome | undefined): boolean {
	return outcome instanceof UserFacingError && outcome.explanation.isUnconfirmed === true;
}

/** A create is sent again only when the service has had 12 seconds to finish it. */
function expectPatient(sendings: LinkModel['sendings'], names: string[]): void {
	for (const name of names) {
		const own = sendings.filter(({ maker }) => maker === name);
		own.slice(1).forEach(({ sentAt }, place) => {
			const before = own[place];
			if (before === undefined || /^(answered|rejected)$/.test(before.fate)) return;
			expect(sentAt - before.endedAt).toBeGreaterThanOrEqual(12_000);
		});
	}
}

/**
 * When the watermark was known: in a long run from the first answer that names an id, and a create that
 * left earlier is in doubt where it was lost.
 */
function watermarkKnownFrom(plan: History, sendings: LinkModel['sendings']): number {
	if (plan.runLength === 1) return -Infinity;
	if (!plan.namesId) return Infinity;
	const answered = sendings.filter(({ maker, fate }) => maker !== 'first' && fate === 'answered');
	return Math.min(...answered.map(({ endedAt }) => endedAt));
}

/** Whether everything can be read and told, so that nobody may give up. */
function isClear(plan: History): boolean {
	const plain = plan.items.filter(({ alias }) => alias === undefined);
	const hasDifferent = plain.some((one) =>
		plain.some((other) => other.url === one.url && other.title !== one.title),
	);
	// One that the service said was made is not waited for as long as its lost twin.
	const hasUnusableTwin = plain.some((one) =>
		plain.some(
			(other) =>
				other !== one &&
				other.url === one.url &&
				one.fates.some(({ kind }) => kind === 'unusable') &&
				other.fates.some(({ kind }) => kind !== 'answered'),
		),
	);
	const { understood, listsIds, away, outsideSame, staleMs } = plan;
	const isReadable =
		understood && listsIds && away === null && outsideSame.length === 0 && staleMs === 0;
	return isReadable && !hasDifferent && !hasUnusableTwin;
}
