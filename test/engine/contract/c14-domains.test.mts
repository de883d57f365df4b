import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { runNode } from '../harness/index.mts';
import { pick } from '../operations/row.mts';
import { autoMap, createOf, failedItems, ON_ERROR } from '../support/runs.mts';
import { createBodies, credentialsOf, requestLines, serviceWith } from '../support/service.mts';
import { numbered, PAGE } from '../support/sheet.mts';

const LISTED = ['https://go.example.com', 'http://old.example.com', 'https://xn--mnchen-3ya.de'];

async function seeded(): Promise<Service> {
	const service = await serviceWith({
		accounts: [{ id: 1, email: 'a@b.example', apiKeys: ['k'], isEmpty: true }],
	});
	service.seed(
		'domains',
		LISTED.map((domain) => ({ domain })),
	);
	return service;
}

async function run(service: Service, items: IDataObject[], parameters = autoMap()) {
	const credentials = credentialsOf(service);
	return await runNode({ credentials, parameters, items, onError: ON_ERROR.Continue });
}

function sentDomains(service: Service): unknown[] {
	return createBodies(service).map((body) => (body as IDataObject).domain);
}

function readsOfDomains(service: Service): string[] {
	return requestLines(service).filter((line) => line.startsWith('GET /api/domains'));
}

const [HTTPS = '', HTTP = '', IDN = ''] = LISTED;

describe('a domain', () => {
	it.each([
		['http://Go.Example.com/', HTTPS],
		['old.example.com', HTTP],
		['münchen.de', IDN],
		['xn--mnchen-3ya.de', IDN],
	])('that is typed as %s is sent as the account lists it', async (typed, listed) => {
		const service = await seeded();
		await run(service, [{ url: PAGE, Domain: typed }]);
		const domain = pick('address', typed);
		await run(service, [{}], createOf(PAGE, { additionalFields: { domain } }));

		expect(sentDomains(service)).toEqual([listed, listed]);
	});

	it('costs one list in a run, however many rows and domains, and none in the next', async () => {
		const service = await seeded();
		const domains = ['go.example.com', 'http://go.example.com/', 'old.example.com', 'münchen.de'];
		const rows = numbered(40, (number) => ({
			url: `${PAGE}/${String(number)}`,
			domain: domains[number % domains.length],
		}));

		expect(failedItems(await run(service, rows))).toEqual([]);
		expect(readsOfDomains(service)).toHaveLength(1);
		await run(service, rows);
		expect(readsOfDomains(service)).toHaveLength(1);
	});
});
