import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Fault, Variations } from '../../service/index.mts';
import { runAsTool } from '../harness/index.mts';
import { createRows, urlsOf } from '../support/creates.mts';
import {
	autoMap,
	createOf,
	errorOf,
	failedItems,
	goodItems,
	ON_ERROR,
	ON_ERROR_NAMES,
	RETRY,
	rows,
	runOn,
} from '../support/runs.mts';
import { createBodies, credentialsOf, longUrls, serviceWith } from '../support/service.mts';
import { numbered, PAGE, sheetOn } from '../support/sheet.mts';

const ROWS = numbered(30, (number) => ({
	url: `${PAGE}/${String(number)}`,
	custom: `row-${String(number)}`,
}));
const WITHOUT_ALIAS = ROWS.map(({ url }) => ({ url }));
const RETURN_EXISTING = { ifLinkExists: 'returnExisting' };

const WAYS: Array<[name: string, parameters: INodeParameters, rows: Array<{ url: string }>]> = [
	['Create or Update by alias', {}, ROWS],
	['Create or Update by long URL', {}, WITHOUT_ALIAS],
	['Return Existing', { operation: 'create', options: RETURN_EXISTING }, ROWS],
	[
		'Return Existing without aliases',
		{ operation: 'create', options: RETURN_EXISTING },
		WITHOUT_ALIAS,
	],
	[
		'Return Existing with aliases that the node chooses',
		{ operation: 'create', options: { ...RETURN_EXISTING, alias: 'chosenByNode' } },
		WITHOUT_ALIAS,
	],
];

const INSTALLS: Array<[name: string, variations: Partial<Variations>]> = [
	['as described', {}],
	['that keeps an alias once on all domains', { aliasesUniqueOverAll: true }],
	[
		'that writes long URLs and numbers in its own way',
		{ normalisesLongUrls: true, numbersAsStrings: true },
	],
];

describe.each(INSTALLS)('C2: the same rows again on an install %s', (_install, variations) => {
	it.each(WAYS)(
		'%s makes nothing twice, after a restart either',
		async (_way, parameters, rows) => {
			const service = await serviceWith({ variations });
			const sheet = sheetOn(service, parameters);
			const shortUrls = async () => {
				const run = await sheet.run(rows);
				expect(failedItems(run)).toEqual([]);
				return run.items.map(({ shorturl }) => shorturl);
			};
			const first = await shortUrls();
			const again = await shortUrls();
			await sheet.restart();

			expect([again, await shortUrls()]).toEqual([first, first]);
			expect(new Set(first).size).toBe(30);
			expect(service.links()).toHaveLength(30);
		},
	);
});

it('C2: a run that is canceled half way, and run again at once, leaves no double and misses none', async () => {
	const service = await serviceWith({ latencyMs: 1_000, variations: { finishLateMs: 3_000 } });
	const canceled = await sheetOn(service, {}, { cancelAfterMs: 1_600 }).run(WITHOUT_ALIAS);
	expect(canceled.status).toBe('canceled');
	expect(service.requests.length).toBeGreaterThan(1);
	await sheetOn(service).run(WITHOUT_ALIAS);

	expect(longUrls(service)).toEqual(urlsOf(ROWS).sort());
});

it('C2: an agent that calls again after a lost answer is given the link of its first call, with Return Existing', async () => {
	const service = await serviceWith();
	service.addFault({ kind: 'closeAfter', match: { method: 'POST', nth: 1 } });
	service.addFault({ kind: 'status500', match: { path: '/api/urls', after: 1 } });
	const credentials = credentialsOf(service);
	const parameters = createOf(PAGE, { options: RETURN_EXISTING });
	const tool = { credentials, parameters, toolArguments: {}, caller: 'agent' } as const;
	const call = async () => await runAsTool(tool);
	const first = await call();
	service.clearFaults();
	// Until then, the service counts as away.
	await new Promise((resolve) => setTimeout(resolve, 30_000));
	const second = await call();

	expect(first.response).toContain('may have been created');
	expect(service.links()).toHaveLength(1);
	expect(second.response).toContain(String(service.links()[0]?.shorturl));
});

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

	it('and of two updates of one link the last one wins, though the first is tried again', async () => {
		const service = await serviceWith();
		const [id] = service.seed('links', [{}]);
		service.addFault({ match: { method: 'PUT', nth: 1 }, kind: 'failureOn400' });
		const fields = { metatitle: '={{ $json.title }}' };
		const parameters = {
			...{ resource: 'link', operation: 'update', updateFields: fields },
			linkId: { __rl: true, mode: 'id', value: id },
		};
		const items = [{ title: 'First' }, { title: 'Last' }];
		const run = await runOn(service, parameters, items, { ...RETRY, onError: ON_ERROR.Continue });

		expect(service.links()[0]?.title).toBe('Last');
		expect(failedItems(run)).toHaveLength(1);
	});

	it('and of two rows of one link, one that is tried again keeps what it has', async () => {
		const service = await serviceWith();
		service.seed('links', [{ url: PAGE, custom: 'one' }]);
		service.addFault({ match: { method: 'PUT', nth: 1 }, kind: 'failureOn400' });
		const both = { url: PAGE, custom: 'one', 'Meta Title': 'T' };
		const run = await sheetOn(
			service,
			{ options: { batching: { maxInFlight: 1 } } },
			{ ...RETRY, onError: ON_ERROR.Continue },
		).run([{ ...both, Description: 'D' }, both]);

		expect(failedItems(run)).toEqual([]);
		expect(service.links()).toMatchObject([{ title: 'T', description: 'D' }]);
	});

	it('but two for two items that are the same', async () => {
		const service = await serviceWith({ faults: [NOT_NOW] });
		const item = { json: { url: 'https://example.com/twin' } };
		const run = await runOn(service, createOf('={{ $json.url }}'), [item, item], RETRY);

		expect(service.links()).toHaveLength(2);
		expect(new Set(run.items.map(({ id }) => id)).size).toBe(2);
	});
});
