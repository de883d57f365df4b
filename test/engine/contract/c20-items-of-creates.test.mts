import { describe, expect, it } from 'vitest';
import { runNode } from '../harness/index.mts';
import { expectLinkEach } from '../support/creates.mts';
import { autoMap, pairs, rows } from '../support/runs.mts';
import { credentialsOf, serviceWith } from '../support/service.mts';
import { PAGE } from '../support/sheet.mts';

describe('C20: link Create with Include Input Fields', () => {
	const parameters = autoMap({ options: { inputFields: 'input' } });
	const bad = { url: 'not a url', Owner: 'A', 'Pass Word': 'hidden' };

	it('keeps the order of the input, and links every item to its own', async () => {
		const service = await serviceWith();
		// Later items answer sooner than earlier ones.
		for (const nth of [1, 3, 5]) {
			service.addFault({ match: { path: '/api/url/add', nth }, kind: 'slowDrip', msPerByte: 2 });
		}
		const items = rows(25);
		const run = await runNode({ credentials: credentialsOf(service), parameters, items });

		expect(run.items.map(({ input }) => input)).toEqual(items);
		expect(pairs(run)).toEqual(items.map((_, index) => index));
		expectLinkEach(service, run, items);
	});

	it('puts the row under input without its password, and does not change the row', async () => {
		const service = await serviceWith();
		const items = [{ json: { ...bad, url: PAGE } }];
		const before = structuredClone(items);
		const run = await runNode({ credentials: credentialsOf(service), parameters, items });

		expect(service.links()).toMatchObject([{ password: 'hidden' }]);
		expect(run.items).toMatchObject([{ longurl: PAGE, input: { url: PAGE, Owner: 'A' } }]);
		expect(JSON.stringify(run.items)).not.toContain('hidden');
		expect(items).toMatchObject(before);
	});
});
