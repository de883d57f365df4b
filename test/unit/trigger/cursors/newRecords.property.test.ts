import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { play, type Cases, type Change, type History, type PollPlan } from './history';
import type { ListingOptions } from './listingModel';
import { PROPERTY_SEED, runs } from '../../../random';

const RUNS = runs(4_000);

/** Each of these must have been reached in at least so many histories of a thousand. */
const HARD_CASES: Record<string, number> = {
	'created between polls': 300,
	'created between pages': 300,
	'created in the second being read': 50,
	'deleted between polls': 200,
	'deleted between pages': 200,
	'newest deleted between polls': 50,
	'newest deleted between pages': 20,
	'page without an id of the one before': 50,
	'one date on two pages': 200,
	'dates tie: againstId': 100,
	'dates tie: mixed': 100,
	'no dates': 100,
	'order: ascending': 100,
	'order: none': 50,
	'order learned': 50,
	'limit ignored': 100,
	'few page sizes': 50,
	'page ignored': 50,
	'same page again': 20,
	'failed at once': 50,
	'failed half way': 100,
	restart: 100,
	'restart without the last state': 50,
	'burst beyond a budget': 150,
	'gap over three polls': 50,
	'gap closed': 100,
	'baseline over several polls': 20,
};

const change: fc.Arbitrary<Change> = fc.oneof(
	{ weight: 3, arbitrary: fc.constant<Change>({ kind: 'nothing' }) },
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('create' as const),
			count: fc.integer({ min: 1, max: 4 }),
			perSecond: fc.integer({ min: 1, max: 4 }),
		}),
	},
	{ weight: 2, arbitrary: fc.constant<Change>({ kind: 'createInSameSecond' }) },
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('delete' as const),
			place: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('deleteMany' as const),
			count: fc.integer({ min: 2, max: 12 }),
			place: fc.double({ min: 0, max: 1, noNaN: true }),
		}),
	},
);

const burst: fc.Arbitrary<Change> = fc.record({
	kind: fc.constant('create' as const),
	count: fc.integer({ min: 5, max: 60 }),
	perSecond: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 6, max: 60 })),
});

const pollPlan: fc.Arbitrary<PollPlan> = fc.record({
	before: fc.array(fc.oneof({ weight: 4, arbitrary: change }, { weight: 1, arbitrary: burst }), {
		maxLength: 4,
	}),
	between: fc.array(change, { maxLength: 12 }),
	budget: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 40 })),
	failsAt: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined, freq: 6 }),
	restart: fc.oneof(
		{ weight: 5, arbitrary: fc.constant(false) },
		{ weight: 1, arbitrary: fc.constant(true) },
	),
});

/** The pixel list as the description has it: the newest 100 by id, and no parameter for the page. */
const IGNORES_PAGE = {
	order: 'descending',
	ties: 'byId',
	largestPage: 100,
	honoursSize: true,
	namesSize: false,
	allowedSizes: [100, 50, 25, 10],
	ignoresPage: true,
} as const;

const listing: fc.Arbitrary<ListingOptions> = fc
	.record({
		order: fc.oneof(
			{ weight: 5, arbitrary: fc.constant('descending' as const) },
			{ weight: 3, arbitrary: fc.constant('ascending' as const) },
			{ weight: 1, arbitrary: fc.constant('none' as const) },
		),
		ties: fc.constantFrom('byId' as const, 'againstId' as const, 'mixed' as const),
		hasDates: fc.oneof(
			{ weight: 3, arbitrary: fc.constant(true) },
			{ weight: 1, arbitrary: fc.constant(false) },
		),
		largestPage: fc.integer({ min: 3, max: 14 }),
		honoursSize: fc.oneof(
			{ weight: 3, arbitrary: fc.constant(true) },
			{ weight: 1, arbitrary: fc.constant(false) },
		),
		namesSize: fc.constant(true),
		kind: fc.oneof(
			{ weight: 7, arbitrary: fc.constant('usual' as const) },
			{ weight: 1, arbitrary: fc.constant('pixelLike' as const) },
			{ weight: 1, arbitrary: fc.constant('ignoresPage' as const) },
		),
	})
	.map(({ kind, ...options }): ListingOptions => {
		if (kind === 'ignoresPage') return { ...options, ...IGNORES_PAGE };
		// Three rows are in order by chance; a page of a hundred is not.
		const largestPage = options.largestPage + (options.order === 'none' ? 8 : 0);
		// Oldest first with falling ids, and every date the same: that reads as newest first.
		const ties =
			options.order === 'ascending' && options.ties === 'againstId' ? 'mixed' : options.ties;
		if (kind === 'usual') return { ...options, largestPage, ties };
		// Four sizes that share their boundaries, as 10, 25, 50 and 100 do; 100 stands for "the largest".
		return { ...options, ties, largestPage: 10, honoursSize: true, allowedSizes: [100, 10, 5, 2] };
	});

const history: fc.Arbitrary<History> = fc
	.record({
		listing,
		atFirst: fc.record({
			count: fc.integer({ min: 0, max: 50 }),
			perSecond: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 4, max: 50 })),
		}),
		polls: fc.array(pollPlan, { minLength: 2, maxLength: 8 }),
	})
	.map(({ listing: one, atFirst, polls }) => {
		// Its only page is to be full as a rule.
		const more = one.ignoresPage === true ? 75 : 0;
		return { listing: one, atFirst: { ...atFirst, count: atFirst.count + more }, polls };
	});

const calm = { failsAt: undefined, restart: false };

/** Histories that once went wrong and are too rare to wait for. */
const EXAMPLES: Array<[History]> = [
	// All of one date and read from the end, while records come at the front.
	[
		{
			listing: {
				order: 'descending',
				ties: 'againstId',
				hasDates: true,
				largestPage: 10,
				honoursSize: true,
				namesSize: true,
				allowedSizes: [100, 10, 5, 2],
			},
			atFirst: { count: 0, perSecond: 4 },
			polls: [
				{ before: [], between: [], budget: 1, ...calm },
				{
					before: [{ kind: 'create', count: 24, perSecond: 24 }],
					between: [{ kind: 'create', count: 2, perSecond: 1 }, { kind: 'createInSameSecond' }],
					budget: 5,
					...calm,
				},
			],
		},
	],
	// A page's worth deleted at once in an unordered listing.
	[
		{
			listing: {
				order: 'none',
				ties: 'byId',
				hasDates: false,
				largestPage: 11,
				honoursSize: true,
				namesSize: true,
			},
			atFirst: { count: 44, perSecond: 1 },
			polls: [
				{ before: [], between: [], budget: 2, ...calm },
				{ before: [{ kind: 'delete', place: 0 }], between: [], budget: 2, ...calm },
				{
					before: [{ kind: 'create', count: 16, perSecond: 6 }],
					between: [
						{ kind: 'create', count: 1, perSecond: 1 },
						{ kind: 'create', count: 1, perSecond: 1 },
						{ kind: 'nothing' },
						{ kind: 'deleteMany', count: 9, place: 0 },
					],
					budget: 8,
					...calm,
				},
			],
		},
	],
];

describe('new records, against an oracle', () => {
	it(`hands out each one once, oldest first, in ${RUNS} random histories`, () => {
		const reached: Cases = {};
		fc.assert(
			fc.property(history, (one) => {
				const { violations, cases } = play(one);
				for (const name of cases) reached[name] = (reached[name] ?? 0) + 1;
				expect(violations).toEqual([]);
			}),
			{ numRuns: RUNS, examples: EXAMPLES },
		);
		console.log(`Seed ${PROPERTY_SEED}, ${RUNS} histories. Hard cases reached:`);
		for (const name of Object.keys(HARD_CASES)) console.log(`  ${reached[name] ?? 0} × ${name}`);
		const tooRare = Object.entries(HARD_CASES).filter(
			([name, perThousand]) => (reached[name] ?? 0) < (perThousand * RUNS) / 1000,
		);
		expect(tooRare).toEqual([]);
	});
});
