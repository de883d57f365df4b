import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { runOperation } from '../operations/check.mts';
import { seededService } from '../operations/fixtures.mts';
import { nodeDescription } from '../harness/index.mts';
import { pick } from '../operations/row.mts';
import { optionValues } from '../support/operations.mts';
import { errorOf } from '../support/runs.mts';

const UPDATE = { resource: 'link', operation: 'update' };
const ALL = optionValues(nodeDescription().properties.find(({ name }) => name === 'fieldsToClear'));

async function clearing(parameters: INodeParameters, items: IDataObject[] = [{}]) {
	const service = await seededService();
	const run = await runOperation(service, UPDATE, parameters, { items });
	const [link] = service.links();
	return { service, run, link };
}

const ofSpring = { linkId: pick('id', 101) };

it('every field is emptied', async () => {
	const { run, link, service } = await clearing({ ...ofSpring, fieldsToClear: ALL });

	const { body } = service.requests.find(({ method }) => method === 'PUT') ?? {};
	const sent = Object.entries(body as IDataObject).filter(([name]) => name !== 'url');
	expect(sent.map(([name]) => name).sort()).toEqual(ALL.toSorted());
	expect(sent.filter(([, value]) => JSON.stringify(value).length > 2)).toEqual([]);
	expect(run.items).toMatchObject([{ updated: true, id: 101 }]);
	expect(link).toMatchObject({ title: '', description: '', expiry: null, geotarget: [] });
	expect(run.hints).toEqual([]);
});

it('a value of the item comes first, and an empty one clears', async () => {
	const { run, service } = await clearing(
		{
			linkId: pick('id', '={{ $json.id }}'),
			updateFields: { description: '={{ $json.description }}', metatitle: 'T' },
			fieldsToClear: ['description'],
		},
		[
			{ id: 101, description: 'New' },
			{ id: 102, description: '' },
		],
	);
	expect(errorOf(run).message).toBe('');
	const [first, second] = service.links();
	expect([first?.description, second?.description]).toEqual(['New', '']);
});

it('a field that cannot be cleared is rejected before anything is sent', async () => {
	const { run, service } = await clearing({ ...ofSpring, fieldsToClear: '={{ "custom" }}' });
	expect(errorOf(run).message).toBe('Fields to Clear "custom" is not one of its values');
	expect(service.requests).toEqual([]);
});
