import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runAsTool, runNode } from './harness/index.mts';
import { seededService } from './operations/fixtures.mts';
import { pick } from './operations/row.mts';
import { autoMap, autoMapUpdate, createOf, rows } from './support/runs.mts';
import { credentialsOf, requestLines } from './support/service.mts';

const LONG = 'https://example.com/page';

function customFields(...fields: Array<[name: string, value: unknown]>): INodeParameters {
	const field = fields.map(([name, value]) => ({ name, value }) as INodeParameters);
	return { customFields: { field } };
}

/** An install that knows more fields than the description. */
async function ownService() {
	return await seededService({ strict: false });
}

function updateOf(more: INodeParameters): INodeParameters {
	return { resource: 'link', operation: 'update', linkId: pick('id', 101), ...more };
}

describe('custom fields of a link', () => {
	it.each<{ what: string; parameters: INodeParameters; item?: IDataObject; sent: IDataObject }>([
		{
			what: 'beside the other fields of a new link',
			parameters: createOf(LONG, {
				additionalFields: {
					description: 'Any',
					...customFields(['clicklimit', '100'], ['note', 'A note'], ['abtesting', '["a"]']),
				},
			}),
			sent: { url: LONG, description: 'Any', clicklimit: 100, note: 'A note', abtesting: ['a'] },
		},
		{
			what: 'of an expression as what it gives',
			parameters: createOf(LONG, {
				additionalFields: customFields(
					['={{ $json.name }}', '={{ $json.limit }}'],
					['cap', '={{ $json.cap }}'],
					['note', '={{ $json.nothing }}'],
				),
			}),
			item: { name: 'clicklimit', limit: 5, cap: { per: 'day' } },
			sent: { url: LONG, clicklimit: 5, cap: { per: 'day' } },
		},
		{
			what: 'beside columns, of which unknown ones stay left out',
			parameters: autoMap({ additionalFields: customFields(['cap', '={{ $json.Limit }}']) }),
			item: { url: LONG, Limit: '7', clicklimit: 1 },
			sent: { url: LONG, cap: 7 },
		},
		{
			what: 'alone in an update',
			parameters: updateOf({ updateFields: customFields(['clicklimit', 'null']) }),
			sent: { url: 'https://example.com/spring', clicklimit: null },
		},
		{
			what: 'alone in an update from columns',
			parameters: autoMapUpdate({
				columnToMatchOn: 'id',
				updateFields: customFields(['note', 'Any']),
			}),
			item: { id: 101 },
			sent: { url: 'https://example.com/spring', note: 'Any' },
		},
	])('are sent $what', async ({ parameters, item = {}, sent }) => {
		const service = await ownService();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters,
			items: [item],
		});

		expect(run.error).toBeUndefined();
		const work = service.requests.filter(({ method }) => method !== 'GET');
		expect(work.map(({ body }) => body)).toEqual([sent]);
	});

	it('are filled in by an agent', async () => {
		const service = await ownService();
		await runAsTool({
			caller: 'agent',
			credentials: credentialsOf(service),
			parameters: createOf(LONG, {
				additionalFields: customFields(
					['clicklimit', "={{ $fromAI('Click_Limit', '', 'number', 0) }}"],
					['note', "={{ $fromAI('Note', '', 'string', '') }}"],
				),
			}),
			toolArguments: { Click_Limit: 3 },
		});

		expect(service.requests.at(-1)?.body).toEqual({ url: LONG, clicklimit: 3 });
	});

	it('do not keep a lost create from being found', async () => {
		const service = await ownService();
		service.addFault({ kind: 'closeAfter', match: { method: 'POST', nth: 2 } });
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: createOf('={{ $json.url }}', {
				additionalFields: customFields(['note', 'Any']),
			}),
			items: rows(3),
		});

		expect(run.items).toHaveLength(3);
		expect(service.links()).toHaveLength(3 + 3);
		expect(requestLines(service).filter((line) => line.startsWith('POST'))).toHaveLength(3);
	});

	it('do not tell an existing link from another', async () => {
		const service = await ownService();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: createOf('https://example.com/summer', {
				additionalFields: customFields(['note', 'Any']),
				options: { ifLinkExists: 'returnExisting' },
			}),
		});

		expect(run.items).toMatchObject([{ id: 102, existing: true }]);
	});
});
