import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { nodeDescription } from '../harness/index.mts';
import { runOperation } from '../operations/check.mts';
import { seededService } from '../operations/fixtures.mts';
import { pick } from '../operations/row.mts';
import { optionValues } from '../support/operations.mts';
import { withoutOwnAlias } from '../support/ownAlias.mts';
import { autoMap, createOf, errorOf, runOn } from '../support/runs.mts';
import { PAGE } from '../support/sheet.mts';

/** The only change that a run sends. */
async function sentBy(parameters: INodeParameters, item: IDataObject = {}, timezone = 'UTC') {
	// Some installs know more fields than the description.
	const service = await seededService({ strict: false });
	const run = await runOn(service, parameters, [item], { timezone });
	expect(run.error).toBeUndefined();
	const changes = service.requests.filter(({ method }) => method !== 'GET');
	expect(changes).toHaveLength(1);
	return withoutOwnAlias(changes[0]?.body);
}

function customFields(...fields: Array<[name: string, value: string]>): INodeParameters {
	return { customFields: { field: fields.map(([name, value]) => ({ name, value })) } };
}

// Domains, pixels and dates in all their forms: unit/link/fields.
describe('C5: a field of the form', () => {
	it("is sent: a password with a blank at its end, and a moment in the workflow's zone", async () => {
		const expiry = '={{ DateTime.fromISO("2031-05-01T10:00:00Z") }}';
		const parameters = createOf(PAGE, { additionalFields: { password: 'open sesame ', expiry } });
		const sent = { password: 'open sesame ', expiry: '2031-05-01 19:00:00' };

		expect(await sentBy(parameters, {}, 'Asia/Tokyo')).toEqual({ url: PAGE, ...sent });
	});

	const MISSING = '={{ $json.missing }}';

	it.each<[how: string, empty: INodeParameters]>([
		[
			'as it came',
			{
				custom: '',
				domain: pick('list', ''),
				utm: { values: { utm_source: '', utm_medium: ' ' } },
				additionalFields: {
					campaign: pick('list', ''),
					channel: pick('id', ''),
					deeplink: {},
					description: '  ',
					devicetarget: {},
					expiry: '',
					geotarget: { targets: [] },
					languagetarget: {},
					metadescription: '',
					metaimage: '',
					metatitle: '',
					parameters: { parameter: [] },
					password: '',
					pixels: [],
					type: { redirect: { type: '' } },
				},
			},
		],
		[
			'by an expression that finds nothing',
			{
				custom: MISSING,
				domain: pick('id', MISSING),
				additionalFields: {
					campaign: pick('id', MISSING),
					expiry: MISSING,
					pixels: MISSING,
					type: { redirect: { type: MISSING } },
					...customFields(['note', MISSING]),
				},
			},
		],
		['above the others', { domain: '', utm: {} }],
	])('that is empty %s is not sent', async (_how, empty) => {
		expect(await sentBy(createOf(PAGE, empty))).toEqual({ url: PAGE });
	});
});

it.each<[what: string, parameters: INodeParameters, item: IDataObject, sent: IDataObject]>([
	[
		'beside columns, of which unknown ones stay left out',
		autoMap({ additionalFields: customFields(['cap', '={{ $json.Limit }}']) }),
		{ url: PAGE, Limit: '7', clicklimit: 1 },
		{ url: PAGE, cap: 7 },
	],
	[
		'alone in an update',
		{
			resource: 'link',
			operation: 'update',
			linkId: pick('id', 101),
			updateFields: customFields(['clicklimit', 'null']),
		},
		{},
		{ url: 'https://example.com/spring', clicklimit: null },
	],
])('C5: fields of an install of its own are sent %s', async (_what, parameters, item, sent) => {
	expect(await sentBy(parameters, item)).toEqual(sent);
});

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
