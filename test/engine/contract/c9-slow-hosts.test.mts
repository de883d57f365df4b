import { expect, it } from 'vitest';
import { createRows, expectLinkEach } from '../support/creates.mts';
import { failedItems, ON_ERROR, rows, updateOf, wordsOf, runOn } from '../support/runs.mts';
import { longUrls, seedMany, serviceWith } from '../support/service.mts';
import { atLeastOne } from '../../lists.mts';

/** How long a service takes decides nothing: a connection that breaks has used no time. */

it('C9: of updates that take 12 s, every seventh connection cut, none fails', async () => {
	const service = await serviceWith({ hosting: { takesMs: { change: 12_000 } } });
	const items = Array.from({ length: 21 }, (_, index) => ({
		link: `${service.url}/row-${index}`,
		url: `https://example.com/new/${index}`,
	}));
	service.seed(
		'links',
		items.map((_, index) => ({ alias: `row-${index}`, longurl: 'https://example.com/old' })),
	);
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
