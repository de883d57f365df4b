import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Variations } from '../../service/index.mts';
import { runAsTool } from '../harness/index.mts';
import { urlsOf } from '../support/creates.mts';
import { createOf, failedItems } from '../support/runs.mts';
import { credentialsOf, longUrls, serviceWith } from '../support/service.mts';
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
