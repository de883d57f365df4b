import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';
import type { Variations } from '../../service/index.mts';
import { expectOutput, runOperation } from '../operations/check.mts';
import { seededService } from '../operations/fixtures.mts';
import { pick } from '../operations/row.mts';
import { textWith } from '../support/matchers.mts';
import { errorOf } from '../support/runs.mts';

const UPDATE = { resource: 'link', operation: 'update' };
const ALL = [
	...['description', 'devicetarget', 'expiry', 'geotarget', 'languagetarget', 'metadescription'],
	...['metaimage', 'metatitle', 'password', 'pixels'],
];
const SHOWN = ['description', 'devicetarget', 'expiry', 'geotarget', 'metatitle'];

async function clearing(
	variations: Partial<Variations>,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
) {
	const service = await seededService({ variations });
	const run = await runOperation(service, UPDATE, parameters, { items });
	const [link] = service.links();
	return { service, run, link };
}

const ofSpring = { linkId: pick('id', 101) };

it('every field is emptied, and read back where the service shows it', async () => {
	const { run, link } = await clearing({}, { ...ofSpring, fieldsToClear: ALL });

	expect(run.items).toMatchObject([
		{ updated: true, id: 101, cleared: SHOWN, sent: ALL.filter((name) => !SHOWN.includes(name)) },
	]);
	expect(run.items[0]).not.toHaveProperty('notCleared');
	expect(link).toMatchObject({ title: '', description: '', expiry: null, geotarget: [] });
	expect(run.hints).toEqual([]);
});

it('what the service keeps is named', async () => {
	const fieldsToClear = ['description', 'expiry', 'password'];
	const { run, link } = await clearing({ emptiedFields: 'kept' }, { ...ofSpring, fieldsToClear });

	expect(run.items).toMatchObject([{ notCleared: ['description', 'expiry'], sent: ['password'] }]);
	expect(run.items[0]).not.toHaveProperty('cleared');
	expect(link).toMatchObject({ description: 'For the mail', expiry: '2040-12-31 23:59:59' });
	expect(run.hints).toMatchObject([
		{ message: textWith('The service kept fields that were sent empty: description, expiry') },
	]);
});

it('a value of the item comes first, and an empty cell clears', async () => {
	const { run, service } = await clearing(
		{},
		{ dataToSend: 'autoMapInputData', columnToMatchOn: 'ID', fieldsToClear: ['description'] },
		[
			{ ID: 101, Description: 'New' },
			{ ID: 102, Description: '' },
			{ ID: 103, 'Meta Title': 'T' },
		],
	);
	expect(errorOf(run).message).toBe('');
	expect(service.links().map(({ description }) => description)).toEqual(['New', '', '']);
	expect(run.items.map(({ cleared }) => cleared)).toEqual([
		undefined,
		['description'],
		['description'],
	]);
});

it.each([
	['expiry, description', ['description', 'expiry']],
	[['expiry'], ['expiry']],
])('takes %j out of an expression', async (given, cleared) => {
	const fieldsToClear = `={{ ${JSON.stringify(given)} }}`;
	const { run } = await clearing({}, { ...ofSpring, fieldsToClear });
	expect(run.items).toMatchObject([{ cleared }]);
});

it('a field that cannot be cleared is rejected before anything is sent', async () => {
	const { run, service } = await clearing({}, { ...ofSpring, fieldsToClear: '={{ "custom" }}' });
	expect(errorOf(run).message).toBe('Fields to Clear "custom" is not a field that can be cleared');
	expect(service.requests).toEqual([]);
});

it('a link that cannot be read back is updated', async () => {
	const service = await seededService();
	service.addFault({
		match: { method: 'GET', path: '/api/url/101', nth: 4 },
		kind: 'failureOn200',
	});
	const parameters = { ...ofSpring, updateFields: { url: 'https://example.com/new' } };
	const fieldsToClear = ['expiry'];
	const run = await runOperation(service, UPDATE, { ...parameters, fieldsToClear });
	expectOutput(run, [
		[
			{
				...{ updated: true, id: 101, shorturl: `${service.url}/spring` },
				...{ longurl: 'https://example.com/new', sent: ['expiry'] },
			},
		],
	]);
});
