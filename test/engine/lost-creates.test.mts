import { describe, it } from 'vitest';
import { expectOneEach, randomOf, runBulk, say, variedUrls } from './support/bulk.mts';

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
});
