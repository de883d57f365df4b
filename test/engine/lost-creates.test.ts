import { describe, expect, it } from 'vitest';
import { runNode } from './harness/index.ts';
import { expectOneEach, randomOf, runBulk, say, variedUrls } from './support/bulk.ts';
import { createOf } from './support/runs.ts';
import { credentialsOf, serviceWith } from './support/service.ts';

describe.concurrent('a bulk run whose answers get lost', () => {
	it('makes 1,000 links for 1,000 items', async () => {
		const random = randomOf('thousand');
		const result = await runBulk({ urls: variedUrls(1_000, random), random });

		say('1,000 creates', result);
		expectOneEach(result);
	});

	it('makes 200 links for 200 items that share 20 long URLs', async () => {
		const random = randomOf('shared');
		const twenty = variedUrls(20, random);
		const urls = Array.from({ length: 200 }, (_, index) => twenty[index % 20] ?? '');
		const result = await runBulk({ urls, random });

		say('200 items that share 20 long URLs', result);
		expectOneEach(result);
	});

	it('takes no link that another client made last week, after the last create of this process', async () => {
		const service = await serviceWith();
		const credentials = credentialsOf(service);
		const url = 'https://example.com/landing';
		await runNode({ credentials, parameters: createOf('https://example.com/earlier') });
		const lastWeek = new Date(Date.now() - 7 * 86_400_000 - 420_000).toISOString().slice(0, 19);
		service.seed('links', [{ url, date: lastWeek.replace('T', ' ') }]);
		const [, theirs] = service.links();
		service.addFault({ kind: 'closeBefore', match: { method: 'POST', nth: 1 } });
		const run = await runNode({ credentials, parameters: createOf(url) });

		expect(service.links()).toHaveLength(3);
		expect(run.items).toHaveLength(1);
		expect(run.items[0]?.shorturl).not.toBe(theirs?.shorturl);
	});
});
