import { describe, expect, it } from 'vitest';
import type { Fault } from '../../service/index.mts';
import { runWorkflow } from '../harness/index.mts';
import { createRows, urlsOf } from '../support/creates.mts';
import {
	autoMap,
	createOf,
	errorOf,
	failedItems,
	goodItems,
	ON_ERROR,
	ON_ERROR_NAMES,
	rows,
	runOn,
	RETRY,
} from '../support/runs.mts';
import { createBodies, credentialsOf, longUrls, serviceWith } from '../support/service.mts';

const COUNT = 5;
const REFUSED = 'https://blocked.example/page';
const PLACES = { first: 0, middle: 2, last: COUNT - 1 };

/** Refuses one row in the first try, with the alias that the node has made and without. */
const NOT_NOW: Fault = {
	match: { body: /(page.2|twin)"/, times: 2 },
	kind: 'failureOn200',
	message: 'Not now.',
};

// One in flight makes the tries meet every order of done and failed.
const cases = ON_ERROR_NAMES.flatMap((onError) =>
	(['first', 'middle', 'last'] as const).flatMap((place) =>
		[1, 10].map((maxInFlight) => ({ onError, place, maxInFlight })),
	),
);

describe('C2: Retry On Fail makes no link twice', () => {
	it.each(cases)(
		'where the $place item is refused: $onError, $maxInFlight in flight',
		async ({ onError, place, maxInFlight }) => {
			const service = await serviceWith();
			const items = rows(COUNT);
			items[PLACES[place]] = { url: REFUSED };
			const options = { batching: { maxInFlight } };
			const run = await createRows(service, items, {
				options,
				onError: ON_ERROR[onError],
				...RETRY,
			});

			const isStop = onError === 'Stop';
			// With ten in flight all are under way before the first answer.
			const isCut = isStop && maxInFlight === 1;
			const begun = isCut ? items.slice(0, PLACES[place]) : items;
			const good = urlsOf(begun).filter((url) => url !== REFUSED);
			expect(longUrls(service)).toEqual(good.sort());
			const made = service.links().map(({ shorturl }) => shorturl);
			const { message, description } = errorOf(run);
			if (isStop) {
				expect(message).toMatch(/^Item \d: This domain name or link has been blacklisted\.$/);
				expect(made.filter((shorturl) => !description.includes(shorturl))).toEqual([]);
				// The others are not asked for again; the refused one is, in each try, with an alias of its own and without.
				expect(createBodies(service)).toHaveLength(made.length + 2 * RETRY.maxTries);
			} else {
				expect(
					goodItems(run)
						.map(({ shorturl }) => shorturl)
						.sort(),
				).toEqual(made.sort());
				expect(failedItems(run)).toHaveLength(1);
			}
		},
	);

	it('and gives the output in order when a later try succeeds', async () => {
		const service = await serviceWith({ faults: [NOT_NOW] });
		const run = await runOn(
			service,
			autoMap({ options: { returnRows: true } }),
			rows(COUNT),
			RETRY,
		);

		expect(run.items.map(({ url }) => ({ url }))).toEqual(rows(COUNT));
		expect(longUrls(service)).toEqual(urlsOf(rows(COUNT)));
	});

	it('but two for two items that are the same', async () => {
		const service = await serviceWith({ faults: [NOT_NOW] });
		const item = { json: { url: 'https://example.com/twin' } };
		const run = await runOn(service, createOf('={{ $json.url }}'), [item, item], RETRY);

		expect(service.links()).toHaveLength(2);
		expect(new Set(run.items.map(({ id }) => id)).size).toBe(2);
	});

	it('and hands nothing of one node to the next, nor of one run to another', async () => {
		const service = await serviceWith();
		const items = [{ json: { url: 'https://example.com/shared' } }];
		const parameters = createOf('https://example.com/shared');
		const nodes = ['One', 'Two'].map((name) => ({ name, parameters, ...RETRY }));
		for (let time = 0; time < 2; time += 1) {
			const result = await runWorkflow({ credentials: credentialsOf(service), items, nodes });
			expect(result.status).toBe('success');
		}

		expect(service.links()).toHaveLength(4);
	});
});
