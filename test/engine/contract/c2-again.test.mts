import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Variations } from '../../service/index.mts';
import { serviceWith } from '../support/service.mts';
import { numbered, outcomes, PAGE, sheetOn, times } from '../support/sheet.mts';

const ROWS = numbered(30, (number) => ({
	url: `${PAGE}/${String(number)}`,
	custom: `row-${String(number)}`,
}));

const WAYS: Array<[name: string, parameters: INodeParameters]> = [
	['Create or Update by alias', { matchOn: 'custom' }],
	['Create or Update by long URL', { matchOn: 'url' }],
	['Return Existing', { operation: 'create', options: { ifLinkExists: 'returnExisting' } }],
];

const INSTALLS: Array<[name: string, variations: Partial<Variations>]> = [
	['as described', {}],
	['that keeps an alias once on all domains', { aliasesUniqueOverAll: true }],
	['that speaks another language', { language: 'other' }],
	['that changes titles', { collapsesTitles: true }],
];

describe.each(INSTALLS)('the same rows again on an install %s', (_install, variations) => {
	it.each(WAYS)('C2: %s makes nothing twice, after a restart either', async (_way, parameters) => {
		const service = await serviceWith({ variations });
		const sheet = sheetOn(service, parameters);
		await sheet.run(ROWS);
		const again = await sheet.run(ROWS);
		await sheet.restart();
		const last = await sheet.run(ROWS);

		expect(again.items.filter(({ error }) => error !== undefined)).toEqual([]);
		expect(last.items.map(({ shorturl }) => shorturl)).toEqual(
			numbered(30, (number) => `${service.url}/row-${String(number)}`),
		);
		expect(service.links()).toHaveLength(30);
	});

	it.each(WAYS)(
		'C2: %s makes nothing twice after a run that was stopped',
		async (_way, parameters) => {
			const service = await serviceWith({ variations });
			service.addFault({
				kind: 'failureOn200',
				match: { method: 'POST', nth: 12 },
				message: 'No.',
			});
			const stopping = sheetOn(service, parameters, { onError: 'stopWorkflow' });
			const stopped = await stopping.run(ROWS);
			await stopping.restart();
			const again = await stopping.run(ROWS);

			expect(stopped.error).toBeDefined();
			expect(again.error).toBeUndefined();
			expect(service.links()).toHaveLength(30);
		},
	);
});

describe('two runs at once', () => {
	it('C6: make nothing twice by alias', async () => {
		const service = await serviceWith({ latencyMs: 5 });
		const sheet = sheetOn(service, { matchOn: 'custom' });
		const [one, other] = await Promise.all([sheet.run(ROWS), sheet.run(ROWS)]);

		expect(service.links()).toHaveLength(30);
		const all = [...outcomes(one), ...outcomes(other)];
		expect(all.filter((action) => action === 'created')).toEqual(times(30, 'created'));
		expect(all.filter((action) => action === 'unchanged')).toEqual(times(30, 'unchanged'));
	});
});
