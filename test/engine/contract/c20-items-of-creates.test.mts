import { describe, expect, it } from 'vitest';
import { expectLinkEach } from '../support/creates.mts';
import { autoMap, pairs, rows, runOn } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';

describe('C20: the items of link Create', () => {
	const parameters = autoMap();

	it('keeps the order of the input, and links every item to its own', async () => {
		const service = await serviceWith();
		// Later items answer sooner than earlier ones.
		for (const nth of [1, 3, 5]) {
			service.addFault({ match: { path: '/api/url/add', nth }, kind: 'slowDrip', msPerByte: 2 });
		}
		const items = rows(25);
		const run = await runOn(service, parameters, items);

		expect(run.items.map(({ longurl }) => ({ url: longurl }))).toEqual(items);
		expect(pairs(run)).toEqual(items.map((_, index) => index));
		expectLinkEach(service, run, items);
	});
});
