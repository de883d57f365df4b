import type { IDataObject, INodeParameterResourceLocator, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { seededService } from '../operations/fixtures.mts';
import { pick } from '../operations/row.mts';
import { withoutOwnAlias } from '../support/ownAlias.mts';
import { autoMap, createOf, runOn } from '../support/runs.mts';
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

/** The group of Redirect Type, with what was picked in it. */
function redirect(type: string, splashPageId?: INodeParameterResourceLocator): INodeParameters {
	return { type: { redirect: { type, ...(splashPageId && { splashPageId }) } } };
}

function customFields(...fields: Array<[name: string, value: string]>): INodeParameters {
	return { customFields: { field: fields.map(([name, value]) => ({ name, value })) } };
}

// Domains, pixels and dates in all their forms: resources/link/references and expiry.
describe('C5: a field of the form', () => {
	it.each<{
		what: string;
		top?: INodeParameters;
		fields?: INodeParameters;
		item?: IDataObject;
		sent: IDataObject;
	}>([
		{
			what: 'a password with a blank at its end',
			fields: { password: 'open sesame ' },
			sent: { password: 'open sesame ' },
		},
		{
			what: 'what was picked for the redirect type of an expression',
			fields: redirect('={{ $json.type }}', pick('list', 81)),
			item: { type: 'splashPage' },
			sent: { type: '81' },
		},
		{
			what: "a moment in the workflow's zone",
			fields: { expiry: '={{ DateTime.fromISO("2031-05-01T10:00:00Z") }}' },
			sent: { expiry: '2031-05-01 19:00:00' },
		},
	])('is sent: $what', async ({ top, fields = {}, item, sent }) => {
		const parameters = createOf(PAGE, { ...top, additionalFields: fields });

		expect(await sentBy(parameters, item, 'Asia/Tokyo')).toEqual({ url: PAGE, ...sent });
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
					...redirect(MISSING),
					...customFields(['note', MISSING]),
				},
			},
		],
		['above the others', { domain: '', utm: {} }],
	])('that is empty %s is not sent', async (_how, empty) => {
		expect(await sentBy(createOf(PAGE, empty))).toEqual({ url: PAGE });
	});
});

describe('C5: fields of an install of its own', () => {
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
	])('are sent %s', async (_what, parameters, item, sent) => {
		expect(await sentBy(parameters, item)).toEqual(sent);
	});
});
