import { describe, expect, it } from 'vitest';
import { runNode, runWorkflow, type RunOptions } from './harness/index.mts';
import { listen } from './support/listener.mts';
import {
	autoMap,
	createOf,
	errorOf,
	failedItems,
	goodItems,
	ON_ERROR,
	type OnErrorName,
	rows,
} from './support/runs.mts';
import { createBodies, credentialsOf, KEY, longUrls, serviceWith } from './support/service.mts';

const COUNT = 5;
const REFUSED = 'https://blocked.example/page';
const PLACES = { first: 0, middle: 2, last: COUNT - 1 } as const;

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } as const;

/** Rows with one in it that the service refuses. */
function rowsWithRefused(place: number): Array<{ url: string }> {
	return rows(COUNT).map((row, index) => (index === place ? { url: REFUSED } : row));
}

function goodUrls(items: Array<{ url: string }>): string[] {
	return items
		.map(({ url }) => url)
		.filter((url) => url !== REFUSED)
		.sort();
}

/** Runs the rows with one refused item; one in flight makes the tries meet every order of done and failed. */
async function runWithRefused(
	onError: OnErrorName,
	place: keyof typeof PLACES,
	maxInFlight: number,
) {
	const service = await serviceWith();
	const items = rowsWithRefused(PLACES[place]);
	const run = await runNode({
		credentials: credentialsOf(service),
		parameters: createOf('={{ $json.url }}', { options: { batching: { maxInFlight } } }),
		items,
		onError: ON_ERROR[onError],
		...RETRY,
	});
	return { service, items, run, shortUrls: service.links().map(({ shorturl }) => shorturl) };
}

const placesAndPaces = (['first', 'middle', 'last'] as const).flatMap((place) =>
	[1, 10].map((maxInFlight) => ({ place, maxInFlight })),
);

describe('Retry On Fail', () => {
	it.each(
		(['Continue', 'Error Output'] as const).flatMap((onError) =>
			placesAndPaces.map((each) => ({ onError, ...each })),
		),
	)(
		'makes every good link once with $onError when the $place item is refused, $maxInFlight in flight',
		async ({ onError, place, maxInFlight }) => {
			const { service, items, run, shortUrls } = await runWithRefused(onError, place, maxInFlight);

			expect(run.status).toBe('success');
			expect(longUrls(service)).toEqual(goodUrls(items));
			expect(goodItems(run).map(({ shorturl }) => shorturl)).toHaveLength(COUNT - 1);
			expect(new Set(goodItems(run).map(({ shorturl }) => shorturl))).toEqual(new Set(shortUrls));
			expect(failedItems(run)).toHaveLength(1);
		},
	);

	it.each(placesAndPaces)(
		'makes no link twice, none behind the refused one, and names those there are with Stop when the $place item is refused, $maxInFlight in flight',
		async ({ place, maxInFlight }) => {
			const { service, items, run, shortUrls } = await runWithRefused('Stop', place, maxInFlight);

			expect(run.status).toBe('error');
			expect(errorOf(run).message).toMatch(
				/^Item \d: This domain name or link has been blacklisted\.$/,
			);
			for (const shorturl of shortUrls) expect(errorOf(run).description).toContain(shorturl);
			// With ten in flight all are under way before the first answer.
			const begun = maxInFlight === 1 ? items.slice(0, PLACES[place]) : items;
			expect(longUrls(service)).toEqual(goodUrls(begun));
		},
	);

	it('asks again for the refused item alone', async () => {
		const service = await serviceWith();
		const items = rowsWithRefused(1);
		await runNode({
			credentials: credentialsOf(service),
			parameters: createOf('={{ $json.url }}'),
			items,
			...RETRY,
		});

		const refused = createBodies(service).filter((body) => JSON.stringify(body).includes(REFUSED));
		expect(refused).toHaveLength(3);
	});

	it('gives the output in order when a later try succeeds', async () => {
		const service = await serviceWith();
		service.addFault({ match: { nth: 3 }, kind: 'failureOn200', message: 'Not now.' });
		const items = rows(COUNT);
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap({ options: { includeInputFields: true } }),
			items,
			...RETRY,
		});

		expect(run.status).toBe('success');
		expect(run.items.map(({ input }) => input)).toEqual(items);
		expect(longUrls(service)).toEqual(goodUrls(items));
		expect(run.items.map(({ id }) => id).sort()).toEqual(service.links().map(({ id }) => id));
	});

	it('makes two links for two items that are the same', async () => {
		const service = await serviceWith();
		const item = { json: { url: 'https://example.com/twin' } };
		service.addFault({ match: { nth: 1 }, kind: 'failureOn200', message: 'Not now.' });
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: createOf('={{ $json.url }}'),
			items: [item, item],
			...RETRY,
		});

		expect(run.status).toBe('success');
		expect(service.links()).toHaveLength(2);
		expect(new Set(run.items.map(({ id }) => id)).size).toBe(2);
	});

	it('hands nothing of one node to the next, nor of one run to another', async () => {
		const service = await serviceWith();
		const items: RunOptions['items'] = [{ json: { url: 'https://example.com/shared' } }];
		const options = { credentials: credentialsOf(service), items };
		for (let time = 0; time < 2; time += 1) {
			const result = await runWorkflow({
				...options,
				nodes: ['One', 'Two'].map((name) => ({
					name,
					parameters: createOf('https://example.com/shared'),
					...RETRY,
				})),
			});

			expect(result.status).toBe('success');
		}

		expect(service.links()).toHaveLength(4);
	});

	it.each(
		([null, '', [], 'false'] as const).flatMap((createdError) =>
			([1, 10] as const).map((maxInFlight) => ({ createdError, maxInFlight })),
		),
	)(
		'makes one link for each item where an answer with a link says $createdError for its error, $maxInFlight in flight',
		async ({ createdError, maxInFlight }) => {
			const service = await serviceWith({ variations: { createdError } });
			const items = rows(3);
			const run = await runNode({
				credentials: credentialsOf(service),
				parameters: createOf('={{ $json.url }}', { options: { batching: { maxInFlight } } }),
				items,
				...RETRY,
			});

			expect(longUrls(service)).toEqual(goodUrls(items));
			expect(errorOf(run).message).toBe('');
			expect(new Set(run.items.map(({ shorturl }) => shorturl))).toEqual(
				new Set(service.links().map(({ shorturl }) => shorturl)),
			);
		},
	);

	it('sends nothing again after a success that names no short URL', async () => {
		const listener = await listen((response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end('{"error":0,"id":5,"data":{"maxpage":1,"urls":[]}}');
		});
		const run = await runNode({
			credentials: { baseUrl: listener.url, apiKey: KEY },
			parameters: createOf('https://example.com/nameless'),
			...RETRY,
		});

		expect(errorOf(run).message).toContain('gave no short URL');
		expect(listener.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});
});
