import fc from 'fast-check';
import { expect, test } from 'vitest';

import { listRecords, type Listing } from '../../../../nodes/LinkShortener/api/pagination/list';
import { runs } from '../../../random.mts';
import { ListingModel, type Manners, type MaxPage, type Move } from './listingModel.mts';

/** Small pages, so that short lists have many. */
const SIZE = 4;

const maxPage = fc.constantFrom<MaxPage>('right', 'right', 'missing', 'zero', 'high', 'low');

const manners: fc.Arbitrary<Manners> = fc.record(
	{
		maxPage,
		ownSize: fc.integer({ min: 2, max: 6 }),
		saysPerPage: fc.boolean(),
		repeatsLastPage: fc.boolean(),
		oldestFirst: fc.boolean(),
		honoursPage: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
	},
	{ requiredKeys: [] },
);

const allShown = fc.array(fc.constant(true), { maxLength: 70 });

/** Rows counted but not shown: single ones, and runs that empty whole pages. */
const someHidden = fc
	.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 14 })), { maxLength: 14 })
	.map((stretches) =>
		stretches.flatMap(([isShown, length]) => Array<boolean>(length).fill(isShown)),
	);

const moves = fc.array(
	fc.record<Move>({
		afterRequest: fc.integer({ min: 1, max: 40 }),
		creates: fc.array(fc.boolean(), { maxLength: 5 }),
		deletes: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 3 }),
	}),
	{ maxLength: 6 },
);

async function read(
	model: ListingModel,
	{ sideBySide = 10, ...listing }: Partial<Listing> & { sideBySide?: number } = {},
) {
	let isHinted = false;
	const ids: number[] = [];
	const records = listRecords(
		model.send,
		{
			path: '/api/urls',
			collection: 'urls',
			pageSize: SIZE,
			onRowsMoved: () => (isHinted = true),
			...listing,
		},
		() => sideBySide,
	);
	for await (const { id } of records) ids.push(Number(id));
	return { ids, isHinted };
}

/**
 * Whether a service tells enough to find every row it shows. Where it does not say how many pages there
 * are, an empty page is the end; where it says too few, a page that is not full. Ten empty pages in a row
 * are the end where the last page shows nothing either.
 *
 * @param hidden the most rows in a row that may not be shown
 */
function tellsEnough(how: Manners, hidden: number): boolean {
	if (how.honoursPage === false) return false;
	const size = how.ownSize ?? SIZE;
	switch (how.maxPage) {
		case 'low':
			return hidden === 0 && (how.ownSize === undefined || how.saysPerPage !== false);
		case 'missing':
		case 'zero':
			return hidden < size;
		default:
			return hidden < 10 * size;
	}
}

function longestRun(shown: readonly boolean[]): number {
	const runLengths = shown.map((_, from) => {
		const length = shown.slice(from).indexOf(true);
		return length < 0 ? shown.length - from : length;
	});
	return Math.max(0, ...runLengths);
}

test('every row that is there all the time and shown comes once, or it is said that some may be missing', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.oneof(allShown, someHidden),
			manners,
			fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 3, arbitrary: moves }),
			fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 12 }),
			fc.integer({ min: 1, max: 12 }),
			fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
			async (shown, how, moved, delays, sideBySide, limit) => {
				const model = new ListingModel(shown, how, moved, delays);
				const firstPage = model.page(1, SIZE);
				const { ids, isHinted } = await read(model, { sideBySide, ...(limit && { limit }) });
				expect(new Set(ids).size).toBe(ids.length);
				expect(ids.length).toBeLessThanOrEqual(limit ?? Infinity);
				// Three passes, each with a frame, pages under way at its end, and empty ones behind it.
				expect(model.requests).toBeLessThanOrEqual(3 * (model.maxPages + 2 + sideBySide + 11));
				if (moved.length === 0) {
					expect(isHinted).toBe(false);
					if (how.honoursPage === false) expect(ids).toEqual(firstPage.slice(0, limit));
					if (tellsEnough(how, longestRun(shown)))
						expect(ids).toEqual(model.lasting.slice(0, limit));
				}
				if (ids.length === limit) return;
				const ever = [...shown, ...moved.flatMap(({ creates }) => creates)];
				if (isHinted || !tellsEnough(how, ever.filter((isShown) => !isShown).length)) return;
				expect(model.lasting.filter((id) => !ids.includes(id))).toEqual([]);
			},
		),
		{ numRuns: runs(500) },
	);
});
