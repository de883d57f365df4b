import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { createRows, expectLinkEach } from '../support/creates.mts';
import { OWN_ALIAS } from '../support/ownAlias.mts';
import { failedItems, goodItems, ON_ERROR, rows, wordsOf } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';
import { outcomes, PAGE, sheetOn } from '../support/sheet.mts';

/** One after the other, so that what one row shows is known to the next. */
const ONE_BY_ONE = { batching: { maxInFlight: 1 } };

/** Whether each create that arrived had an alias of the node's own. */
function withOurs(service: Service): boolean[] {
	return service.requests
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => OWN_ALIAS.test((body as { custom?: string }).custom ?? ''));
}

// Another language changes nothing: contract/c10-languages.
describe('C1: a plan without custom aliases, in words of its own', () => {
	it('costs three requests and no item, and is told once', async () => {
		const service = await serviceWith({ variations: { customAliases: 'refused' } });
		const run = await createRows(service, rows(20), { options: ONE_BY_ONE });

		expectLinkEach(service, run, rows(20));
		expect(withOurs(service)).toHaveLength(20 + 3);
		expect(withOurs(service).filter(Boolean)).toHaveLength(3);
		const told = run.hints.filter(({ message }) => message.includes('generated aliases'));
		expect(told).toHaveLength(1);
	});

	it('costs no item of many rows side by side', async () => {
		const service = await serviceWith({
			latencyMs: 50,
			variations: { customAliases: 'refused' },
		});
		expectLinkEach(service, await createRows(service, rows(100)), rows(100));
	});

	it('that begins in the middle of a run costs no item either', async () => {
		const service = await serviceWith({ latencyMs: 20 });
		const change = async () => {
			while (service.links().length < 50) await new Promise((next) => setTimeout(next, 5));
			service.set({ variations: { customAliases: 'refused' } });
		};
		const [first] = await Promise.all([
			createRows(service, rows(100), { options: ONE_BY_ONE }),
			change(),
		]);

		expectLinkEach(service, first, rows(100));
	});

	it('rejects the alias of a row', async () => {
		const service = await serviceWith({ variations: { customAliases: 'refused' } });
		const run = await sheetOn(service, { operation: 'create' }).run([
			{ url: PAGE, custom: 'sale' },
		]);

		expect(outcomes(run)).toEqual(['failed']);
		expect(withOurs(service)).toEqual([false]);
	});
});

describe('C1: a service that ignores aliases', () => {
	it('gives each item its link, in one request each', async () => {
		const service = await serviceWith({ variations: { customAliases: 'ignored' } });
		const run = await createRows(service, rows(20), { options: ONE_BY_ONE });

		expectLinkEach(service, run, rows(20));
		expect(service.requests).toHaveLength(20);
	});

	it('makes no second link where an answer is lost, and the item names the first', async () => {
		const service = await serviceWith({ variations: { customAliases: 'ignored' } });
		service.addFault({ kind: 'closeAfter', match: { method: 'POST', nth: 8 } });
		const options = ONE_BY_ONE;
		const run = await createRows(service, rows(20), { options, onError: ON_ERROR.Continue });

		expect(goodItems(run)).toHaveLength(19);
		const [, , , , , , , eighth] = service.links();
		expect(failedItems(run).map(wordsOf)).toEqual([
			expect.stringContaining(`It may be one of these: ${String(eighth?.shorturl)}.`),
		]);
		expect(service.links()).toHaveLength(20);
	});
});

describe('C1: what Let the Service Choose costs', () => {
	it('is the item whose answer is lost, and nothing is sent twice', async () => {
		const service = await serviceWith();
		service.addFault({ kind: 'closeAfter', match: { method: 'POST', nth: 3 } });
		const options = { ...ONE_BY_ONE, alias: 'asGiven' };
		const run = await createRows(service, rows(5), { options, onError: ON_ERROR.Continue });

		expect(withOurs(service)).toEqual([false, false, false, false, false]);
		expect(goodItems(run)).toHaveLength(4);
		expect(failedItems(run).map(wordsOf)).toEqual([
			expect.stringContaining('set Options → If Custom Alias Is Empty to Generate'),
		]);
		expect(service.links()).toHaveLength(5);
	});

	it('is a field of Create or Update as well, and refuses what it does not know', async () => {
		const service = await serviceWith();
		const sheet = sheetOn(service, { options: { alias: 'asGiven' } });
		expect(outcomes(await sheet.run([{ url: PAGE }]))).toEqual(['created']);
		expect(withOurs(service)).toEqual([false]);

		const wrong = await sheet.run([{ url: PAGE }], { options: { alias: 'ours' } });
		expect(failedItems(wrong).map(wordsOf)).toEqual([
			expect.stringContaining('If Custom Alias Is Empty'),
		]);
	});
});
