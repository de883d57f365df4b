import fc from 'fast-check';
import { expect, test } from 'vitest';

import { listRecords, type Listing } from '../../../../nodes/LinkShortener/api/records/list';
import { runs } from '../../../random.mts';
import { ListingModel, type Manners, type Move } from '../lists/listingModel.mts';

type Order = NonNullable<Manners['order']>;

/** Small pages, so that short lists have many. */
const SIZE = 4;

/** Mostly as described, since a list is read twice where the service tells less. */
const manners: fc.Arbitrary<Manners & { ownSize: number }> = fc.oneof(
	{ weight: 2, arbitrary: fc.constant({ ownSize: SIZE }) },
	fc.record({
		countsPages: fc.boolean(),
		ownSize: fc.integer({ min: 2, max: 6 }),
		saysPerPage: fc.boolean(),
		repeatsLastPage: fc.boolean(),
	}),
);

const allShown = fc.array(fc.constant(true), { minLength: 12, maxLength: 70 });

/** Rows counted but not shown: single ones, and runs that empty whole pages. */
const someHidden = fc
	.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 14 })), { maxLength: 14 })
	.map((stretches) =>
		stretches.flatMap(([isShown, length]) => Array<boolean>(length).fill(isShown)),
	);

const afterRequest = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 60 }));
const isShown = fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.boolean());
const creates = fc.array(isShown, { maxLength: 3 });
/** Often the newest one, which may have come a moment before. */
const deletes = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 })), {
	maxLength: 3,
});
const place = fc.integer({ min: 0, max: 40 });
const none = fc.constant<never[]>([]);
const byDate = fc.constantFrom<Order>('newestFirst', 'oldestFirst');

const moves = (move: fc.Arbitrary<Move>) =>
	fc.oneof(fc.array(move, { maxLength: 2 }), fc.array(move, { maxLength: 12 }));

/** An order, and what moves in it. */
interface World {
	order: Order;
	moved: Move[];
}

/**
 * Records come and go all the while. In an order of its own they do one of the two, or one row changes its
 * place: where one comes and another goes in the middle, neither end of the list shows it.
 */
const worlds: fc.Arbitrary<World> = fc.oneof(
	fc.record({
		order: byDate,
		moved: moves(fc.record({ afterRequest, creates, deletes })),
	}),
	fc.record({
		order: fc.constant<Order>('newestFirst'),
		moved: moves(fc.record({ afterRequest, creates, deletes: none })),
	}),
	fc.record({
		order: fc.constant<Order>('itsOwn'),
		moved: fc.oneof<fc.Arbitrary<Move[]>[]>(
			moves(fc.record({ afterRequest, creates, deletes: none })),
			moves(fc.record({ afterRequest, creates: none, deletes })),
			fc.tuple(
				fc.record({
					afterRequest,
					creates: none,
					deletes: none,
					shift: fc.record({ from: place, to: place }),
				}),
			),
		),
	}),
	fc.record({ order: byDate, moved: none }),
);

async function read(model: ListingModel, sideBySide: number, limit?: number) {
	let isHinted = false;
	const ids: number[] = [];
	const listing: Listing = {
		path: '/api/urls',
		collection: 'urls',
		inWords: 'links',
		onRowsMoved: () => (isHinted = true),
		...(limit && { limit }),
	};
	const records = listRecords(model.send, listing, () => sideBySide);
	for await (const { id } of records) ids.push(Number(id));
	return { ids, isHinted };
}

function areAllShownIn(moved: readonly Move[]): boolean {
	return moved.every(({ creates }) => creates.every(Boolean));
}

test('every row that is there all the time comes once and in order, or it is said that it may not', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.oneof({ weight: 2, arbitrary: allShown }, someHidden),
			manners,
			worlds,
			fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 12 }),
			fc.integer({ min: 1, max: 12 }),
			fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.integer({ min: 1, max: 60 })),
			async (shown, how, { order, moved }, delays, sideBySide, limit) => {
				const model = new ListingModel(shown, { ...how, order }, moved, delays);
				const { ids, isHinted } = await read(model, sideBySide, limit);
				expect(new Set(ids).size).toBe(ids.length);
				expect(ids.length).toBeLessThanOrEqual(limit ?? Infinity);
				// Page 1 and the last one once more, and pages under way at its end.
				expect(model.requests).toBeLessThanOrEqual(model.maxPages + 3 + sideBySide);

				// Without a page count, a page that shows nothing is the end.
				if (how.countsPages === false) return;
				if (moved.length === 0) {
					expect(isHinted).toBe(false);
					expect(ids).toEqual(model.lasting.slice(0, limit));
				}
				if (ids.length === limit) return;
				const lasting = ids.filter((id) => model.lasting.includes(id));
				const isAnyMissing = lasting.length < model.lasting.length;
				// Rows that are new at the top hide no others from pages that are read one after the other.
				const areOnlyAdded = moved.every((move) => move.deletes.length === 0 && !move.shift);
				if (order === 'newestFirst' && areOnlyAdded && sideBySide === 1) {
					expect(isAnyMissing).toBe(false);
				}
				if (isHinted) return;
				// Neither end shows rows that move between others, or that are not shown.
				const isTold = order !== 'itsOwn' && shown.every(Boolean) && areAllShownIn(moved);
				if (isTold) expect(lasting).toEqual(model.lasting);
			},
		),
		{ numRuns: runs(2_000) },
	);
});
