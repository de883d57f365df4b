import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service, Variations } from '../../service/index.mts';
import { createRows, expectLinkEach } from '../support/creates.mts';
import { expectOfEach } from '../support/matchers.mts';
import { failedItems, ON_ERROR, wordsOf } from '../support/runs.mts';
import { requestLines, serviceWith } from '../support/service.mts';
import { outcomes, PAGE, sheetOn } from '../support/sheet.mts';

async function withoutShortUrls(variations: Partial<Variations> = {}): Promise<Service> {
	return await serviceWith({ variations: { createNamesIdOnly: true, ...variations } });
}

/** The requests behind the first create. */
function afterwards(service: Service): string[] {
	const lines = requestLines(service);
	return lines.slice(lines.indexOf('POST /api/url/add') + 1);
}

const SHOWN: Record<string, Partial<Variations>> = {
	'as a number': {},
	'as a text': { numbersAsStrings: true },
	'in data': { nestedCreateBody: true },
	'beside long URLs in another form': { normalisesLongUrls: true },
};

describe('C1: a create that is answered with an ID and no short URL', () => {
	it('is read by its ID, with one request', async () => {
		await expectOfEach(SHOWN, async (variations) => {
			const service = await withoutShortUrls(variations);
			const run = await createRows(service, [{ url: 'https://EXAMPLE.com/page/' }]);
			const [link] = service.links();

			expect(run.items).toEqual([
				{
					action: 'created',
					id: link?.id,
					alias: link?.alias,
					shorturl: link?.shorturl,
					longurl: 'https://EXAMPLE.com/page/',
				},
			]);
			expect(afterwards(service)).toEqual([`GET /api/url/${String(link?.id)}`]);
		});
	});

	it('is read by Create or Update, too, with the alias in its own form', async () => {
		const service = await withoutShortUrls({ aliasForm: ['lowerCase', 'hyphens'] });
		const run = await sheetOn(service).run([{ url: PAGE, custom: 'Summer Sale' }]);

		expect(outcomes(run)).toEqual(['created']);
		expect(run.items[0]).toMatchObject({ shorturl: `${service.url}/summer-sale` });
		expect(afterwards(service)).toEqual(['GET /api/url/1']);
	});

	it('is looked for among the newest links where it cannot be read', async () => {
		const service = await withoutShortUrls();
		service.addFault({ match: { path: /^\/api\/url\/\d/ }, kind: 'failureOn200' });
		const run = await createRows(service, [{ url: PAGE }]);

		expectLinkEach(service, run, [{ url: PAGE }]);
	});

	it('is not taken for the link where the ID is that of another one', async () => {
		const service = await withoutShortUrls({ suppressesDuplicates: true });
		service.seed('links', [{ url: PAGE, custom: 'old' }]);
		const asked: IDataObject = { url: PAGE, custom: 'new' };
		const run = await sheetOn(service, { operation: 'create' }).run([asked], {
			options: { batching: { maxInFlight: 1 } },
		});

		const [failed = {}] = failedItems(run);
		expect(wordsOf(failed)).toContain('Look');
		expect(service.links()).toHaveLength(1);
	});

	it('is in doubt where neither tells', async () => {
		const service = await withoutShortUrls();
		service.addFault({ match: { method: 'GET' }, kind: 'failureOn200' });
		const run = await createRows(service, [{ url: PAGE }], { onError: ON_ERROR.Continue });

		expect(wordsOf(failedItems(run)[0] ?? {})).toContain('Look');
		expect(service.links()).toHaveLength(1);
	});
});
