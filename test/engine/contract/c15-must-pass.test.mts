import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { runAsTool, runNode } from '../harness/index.mts';
import { seededService } from '../operations/fixtures.mts';
import mustPass from '../support/mustPass.json' with { type: 'json' };
import { autoMap, createOf, ON_ERROR, runOn } from '../support/runs.mts';
import { createBodies, credentialsOf } from '../support/service.mts';
import { textLike } from '../support/matchers.mts';
import { PAGE } from '../support/sheet.mts';

/** Cells of real sheets that stay as they are: none of them is refused, and none is changed. */

const { about: _, url, campaign, expiry, headings, sheets, ...others } = mustPass;
const FIELDS = { ...others, campaign };

/** An address without a scheme gets one; nothing else of a cell is changed. */
const WITHOUT_SCHEME = ['links.zip/x', 'my.mov/x', 'docs.md', 'run.sh/install'];

/** A row for each address, and rows with one cell of each other field. All have an alias, so none is sent twice. */
const ROWS: Array<Record<string, string>> = [
	...url.map((cell, index) => ({ url: cell, custom: `address-${index}` })),
	...others.custom.map((__, index) => ({
		url: `${PAGE}/${index}`,
		...Object.fromEntries(
			Object.entries(FIELDS)
				.map(([field, cells]): [string, string] => [field, cells[index] ?? ''])
				.filter(([, cell]) => cell !== ''),
		),
	})),
];

/** The form with an expression for each field. As a tool, Create would return the link to the same page. */
function formOf(expression: (field: string) => string): INodeParameters {
	return createOf(expression('url'), {
		custom: expression('custom'),
		utm: { values: { utm_content: expression('utm_content') } },
		additionalFields: {
			metatitle: expression('metatitle'),
			description: expression('description'),
			password: expression('password'),
			campaign: { __rl: true, mode: 'name', value: expression('campaign') },
		},
		options: { ifLinkExists: 'createAnother' },
	});
}

it.each(['column', 'form', 'tool'])('a cell stays as it is: in a %s', async (place) => {
	const service = await seededService();
	const credentials = credentialsOf(service);
	const campaigns = campaign.map((name) => ({ name }));
	const ids = service.seed('campaigns', campaigns);
	if (place === 'tool') {
		const parameters = formOf((field) => `={{ $fromAI('${field}', '', 'string', '') }}`);
		for (const row of ROWS) await runAsTool({ credentials, parameters, toolArguments: row });
	} else {
		const parameters = place === 'column' ? autoMap() : formOf((field) => `={{ $json.${field} }}`);
		await runNode({ credentials, parameters, items: ROWS, onError: ON_ERROR.Continue });
	}

	const sent = createBodies(service).map((body) => {
		const { url: page, ...fields } = body as IDataObject & { url: string };
		const content = new URL(page).searchParams.get('utm_content');
		return content === null
			? { url: page, ...fields }
			: { url: page.replace(/\?.*/, ''), utm_content: content, ...fields };
	});
	const expected = ROWS.map(({ url: page = '', campaign: name, ...fields }) => ({
		url: WITHOUT_SCHEME.includes(page) ? `https://${page}` : page,
		...fields,
		...(name !== undefined && { campaign: ids[campaign.indexOf(name)] }),
	}));
	expect(new Set(sent)).toEqual(new Set(expected));
});

it.each(expiry)('a cell is an expiry as it is: %s', async (cell) => {
	const service = await seededService();
	const { items } = await runOn(service, autoMap(), [{ url: PAGE, expiry: cell }], {
		onError: ON_ERROR.Continue,
	});

	expect(items).toMatchObject([{ action: 'created' }]);
	expect(createBodies(service)).toMatchObject([{ url: PAGE, expiry: textLike(/^2030-12-31/) }]);
});

it("a heading that is nobody's field blocks nothing and sends nothing", async () => {
	const service = await seededService();
	const { items } = await runOn(service, autoMap(), [{ 'Long URL': PAGE, ...headings }], {
		onError: ON_ERROR.Continue,
	});

	expect(items).toMatchObject([{ action: 'created' }]);
	expect(createBodies(service)).toEqual([{ url: PAGE }]);
});

it.each(sheets)('a whole sheet: $name', async ({ rows, made, refused }) => {
	const service = await seededService();
	const { items } = await runOn(service, autoMap(), rows, { onError: ON_ERROR.Continue });

	expect(createBodies(service)).toHaveLength(made);
	const failed = items.filter(({ action }) => action === 'failed');
	expect(items.length - failed.length).toBe(made);
	expect(failed.map(({ error }) => error)).toEqual(Array(refused).fill(textLike(/Content/)));
	expect(JSON.stringify(createBodies(service))).not.toContain('custom');
});
