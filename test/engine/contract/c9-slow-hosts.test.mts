import { describe, expect, it } from 'vitest';
import { atLeastOne } from '../../lists.mts';
import { createRows, expectLinkEach } from '../support/creates.mts';
import { WORLDS } from '../support/hosts.mts';
import { expectOfEach } from '../support/matchers.mts';
import { failedItems, ON_ERROR, rows, runOn, updateOf, wordsOf } from '../support/runs.mts';
import { longUrls, seedMany, serviceWith } from '../support/service.mts';
import { numbered, PAGE } from '../support/sheet.mts';

/** How long a service takes decides nothing: a connection that breaks has used no time. */

it('C9: of updates that take 12 s, every seventh connection cut, none fails', async () => {
	const service = await serviceWith({ hosting: { takesMs: { change: 12_000 } } });
	const items = numbered(21, (number) => ({
		link: `${service.url}/row-${number}`,
		url: `https://example.com/new/${number}`,
	}));
	seedMany(service, 'links', 21, (number) => ({ alias: `row-${number}`, longurl: PAGE }));
	service.addFault({ kind: 'closeBefore', match: { method: 'PUT', every: 7 } });
	const run = await runOn(service, updateOf('shortUrl'), items, { onError: ON_ERROR.Continue });

	expect(failedItems(run)).toEqual([]);
	expect(longUrls(service)).toEqual(items.map(({ url }) => url).sort());
});

it('C9: of pages that take 12 s, one cut, only that one is read again', async () => {
	const service = await serviceWith({ hosting: { takesMs: { list: 12_000 } } });
	seedMany(service, 'links', 450);
	service.addFault({ kind: 'closeBefore', match: { path: '/api/urls', nth: 2 } });
	const run = await runOn(service, { resource: 'link', operation: 'getAll', returnAll: true });

	expect(run.items).toHaveLength(450);
	expect(service.requests.length).toBeLessThanOrEqual(10);
	expect(run.durationMs).toBeLessThan(90_000);
});

it('C1: of creates that take 25 s, every seventh connection cut, no row says what is not true', async () => {
	const service = await serviceWith({ hosting: { takesMs: { create: 25_000 } } });
	service.addFault({ kind: 'closeBefore', match: { method: 'POST', every: 7 } });

	expectLinkEach(service, await createRows(service, rows(30)), rows(30));
});

it('C1: of creates that are cut off after the work, on a slow service without aliases, each says that it may exist', async () => {
	const service = await serviceWith({
		...{ hosting: { takesMs: { create: 12_000 } }, variations: { customAliases: 'refused' } },
	});
	service.addFault({ kind: 'closeAfter', match: { method: 'POST', body: /page\/1\d"/ } });
	const run = await createRows(service, rows(30), { onError: ON_ERROR.Continue });

	expect(new Set(longUrls(service)).size).toBe(service.links().length);
	expect(failedItems(run)).toHaveLength(10);
	for (const item of atLeastOne(failedItems(run)))
		expect(wordsOf(item)).toContain('may have been created');
});

describe('C8: a host as it is', () => {
	it('makes every link once, in little more than its own time', async () => {
		await expectOfEach(WORLDS, async ({ host, count, runs = 1, ownS }) => {
			const service = await serviceWith(host);
			const names = Array.from({ length: runs }, (_, run) => `run${run}`);
			const startedAt = Date.now();
			const ended = await Promise.all(
				names.map(async (name) => await createRows(service, rows(count, name))),
			);
			const tookS = (Date.now() - startedAt) / 1_000;

			if (runs === 1) for (const run of ended) expectLinkEach(service, run, rows(count, 'run0'));
			expect(service.links()).toHaveLength(count * runs);
			expect(tookS).toBeLessThan(1.3 * ownS + 10);
			// Besides those of the first crowd, which depend on the machine.
			expect(service.requests.length).toBeLessThanOrEqual(2.5 * count * runs + 20);
		});
	});
});
