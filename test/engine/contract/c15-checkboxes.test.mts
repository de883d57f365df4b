import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { createOf, errorOf, failedItems, ON_ERROR, wordsOf, runOn } from '../support/runs.mts';
import { createBodies, serviceWith } from '../support/service.mts';
import {
	changesSent,
	columnsOfForm,
	complaints,
	outcomes,
	PAGE,
	sheetOn,
} from '../support/sheet.mts';

/** Booleans, as tables have them in a column of checkboxes, and Odoo in every empty field. */

/** Under Deep Links a switch is meant. */
const TEXT_FIELDS = columnsOfForm().filter((name) => name !== 'Deep Links');

describe('C15: a typed false', () => {
	it('is nothing in every field', async () => {
		const service = await serviceWith();
		const row = Object.fromEntries(TEXT_FIELDS.map((name) => [name, false]));
		await sheetOn(service).run([
			{ 'Long URL': PAGE, 'Short URL': false, ...row },
			{ 'Long URL': false, ...row },
		]);

		expect(createBodies(service)).toEqual([{ url: PAGE }]);
	});

	it('is nothing where an expression gives it', async () => {
		const service = await serviceWith();
		const additionalFields = Object.fromEntries(
			['metatitle', 'description', 'password'].map((name) => [name, '={{ $json.of }}']),
		);
		const values = { utm_source: '={{ $json.of }}' };
		const parameters = createOf(PAGE, { additionalFields, utm: { values } });
		await runOn(service, parameters, [{ of: false }]);

		expect(Object.keys(createBodies(service)[0] as IDataObject)).toEqual(
			expect.not.arrayContaining(['metatitle', 'description', 'password']),
		);
		expect(createBodies(service)).toMatchObject([{ url: PAGE }]);
	});
});

describe('C15: a typed true', () => {
	it.each(TEXT_FIELDS)('is refused under %s', async (name) => {
		const service = await serviceWith();
		const settings = { onError: ON_ERROR.Stop };
		const rows = [{ 'Long URL': `${PAGE}/1` }, { 'Long URL': PAGE, [name]: true }];
		const { message } = errorOf(await sheetOn(service, {}, settings).run(rows));

		expect(message).toContain(`Row 2: ${name} `);
		expect(changesSent(service)).toEqual([]);
	});

	it('is refused where an expression gives it', async () => {
		const service = await serviceWith();
		const parameters = createOf(PAGE, { additionalFields: { password: '={{ $json.of }}' } });
		const run = await runOn(service, parameters, [{ of: true }], { onError: ON_ERROR.Continue });

		expect(failedItems(run).map(wordsOf)).toEqual([
			expect.stringContaining('Password is true, a checkbox value'),
		]);
		expect(service.links()).toEqual([]);
	});

	it('is nothing in a row of a link that is there, and refused in one that is not', async () => {
		const service = await serviceWith();
		service.seed('links', [{ url: PAGE, custom: 'summer' }]);
		const sheet = sheetOn(service, {}, { onError: ON_ERROR.Stop });
		const listed = { alias: 'summer', Password: true, 'Meta Title': 'New' };

		expect(outcomes(await sheet.run([listed]))).toEqual(['updated']);
		service.clearRequests();
		const { message } = errorOf(
			await sheet.run([
				{ ...listed, 'Meta Title': 'Newer' },
				{ url: PAGE, alias: 'other', Password: true },
			]),
		);
		expect(message).toContain('Row 2: Password is true');
		expect(changesSent(service)).toEqual([]);
	});

	it.each([
		['Custom Alias', { 'Custom Alias': true }],
		['Domain', { 'Custom Alias': 'spring', Domain: true }],
	])('under %s names no link, also where there is one to the page', async (name, names) => {
		const service = await serviceWith();
		service.seed('links', [{ url: PAGE, custom: 'spring' }]);
		const run = await sheetOn(service).run([{ 'Long URL': PAGE, 'Meta Title': 'New', ...names }]);

		expect(complaints(run)).toEqual([expect.stringContaining(`${name} is true`)]);
		expect(changesSent(service)).toEqual([]);
	});

	it('stays a switch where one is meant', async () => {
		const service = await serviceWith();
		const rows = [{ url: PAGE, alias: 'summer', 'Deep Links': true }];

		expect(complaints(await sheetOn(service).run(rows))).toEqual([]);
		expect(createBodies(service)).toMatchObject([{ deeplink: { auto: true } }]);
	});
});

describe('C15: a row whose link is not there', () => {
	it('is told before anything is sent, where the list is read', async () => {
		const service = await serviceWith();
		service.seed('links', [{ url: PAGE, custom: 'summer' }]);
		const rows = [
			{ alias: 'summer', 'Meta Title': 'New' },
			{ url: `${PAGE}/2`, alias: 'fresh' },
			{ alias: 'fresh' },
			{ alias: 'winter', 'Meta Title': 'New' },
		];
		const run = await sheetOn(service, {}, { onError: ON_ERROR.Stop }).run(rows);

		expect(errorOf(run).message).toContain('Row 4: There is no such link');
		expect(changesSent(service)).toEqual([]);
	});
});
