import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { createOf, failedItems, hintsOf, ON_ERROR, wordsOf, runOn } from '../support/runs.mts';
import { createBodies, serviceWith } from '../support/service.mts';
import { changesSent, complaints, numbered, outcomes, PAGE, sheetOn } from '../support/sheet.mts';
import { atLeastOne } from '../../lists.mts';

/** What people have in the cells and headings of other tools. */

describe('C15: Inputs to Ignore', () => {
	it('takes a heading that has a comma', async () => {
		const service = await serviceWith();
		const options = { inputsToIgnore: 'Owner, Password (letters, digits), Meta Title' };
		const row = {
			url: PAGE,
			'Password (letters, digits)': 'x',
			'Meta Title': 'Title',
			Owner: 'Ann',
		};
		const run = await sheetOn(service, { options }).run([row]);

		expect(createBodies(service)).toEqual([{ url: PAGE }]);
		expect(hintsOf(run)).not.toContain('Inputs to Ignore');
	});
});

describe('C15: an entry of the form of which an expression gives nothing', () => {
	const devicetarget = {
		targets: [
			{ device: 'iPhone', link: '={{ $json.apple }}' },
			{ device: 'Android', link: 'https://example.com/android' },
		],
	};
	const parameters = {
		parameter: [
			{ name: 'ref', value: '={{ $json.ref }}' },
			{ name: 'via', value: 'mail' },
		],
	};

	it.each<[fields: INodeParameters, sent: object]>([
		[
			{ devicetarget },
			{ devicetarget: [{ device: 'Android', link: 'https://example.com/android' }] },
		],
		[{ parameters }, { url: `${PAGE}?via=mail` }],
	])('is left out: %j', async (additionalFields, sent) => {
		const service = await serviceWith();
		const run = await runOn(service, createOf(PAGE, { additionalFields }), [
			{ apple: '', ref: null },
		]);

		expect(failedItems(run)).toEqual([]);
		expect(createBodies(service)).toEqual([expect.objectContaining(sent)]);
	});
});

describe('C15: a short URL on a host of the account', () => {
	it.each(['menu/qr', 'menu/qr/512', 'menu+/info'])('has one part: /%s', async (path) => {
		const service = await serviceWith();
		const row = { 'Long URL': PAGE, 'Short URL': `${service.url}/${path}` };

		expect(complaints(await sheetOn(service).run([row]))).toEqual([
			expect.stringContaining('is a page of the service, not a short URL'),
		]);
		expect(service.links()).toEqual([]);
	});
});

it('C15: what is wrong with a domain is told by its own column, beside a short URL', async () => {
	const service = await serviceWith();
	service.seed('domains', [{ domain: 'https://brand0.example' }]);
	const row = {
		...{ 'Long URL': PAGE, 'Short URL': 'https://brand0.example/menu' },
		Domain: 'brand0.example/de',
	};
	const [complaint = ''] = complaints(await sheetOn(service).run([row]));

	expect(complaint).toMatch(/^Domain /);
	expect(complaint).not.toContain('Short URL');
});

describe('C15: an alias with a space', () => {
	it('is told in the dry run', async () => {
		const service = await serviceWith();
		const sheet = sheetOn(service, { dryRun: true });

		expect(hintsOf(await sheet.run([{ url: PAGE, alias: 'gift cards' }]))).toContain('gift cards');
	});

	it('is named where the service rejects it', async () => {
		const service = await serviceWith();
		const match = { method: 'POST' } as const;
		service.addFault({ match, kind: 'failureOn400', message: 'Please use letters.' });
		const run = await sheetOn(service).run([{ url: PAGE, alias: 'gift cards' }]);

		expect(complaints(run)).toEqual([expect.stringContaining('gift cards')]);
	});
});

describe('C15: an expression that cannot be evaluated', () => {
	it('is named with its field, once for all items', async () => {
		const service = await serviceWith();
		const url = '={{ $json.a{{ $json.b }} }}';
		const run = await runOn(service, createOf(url), [{ a: 1 }, { a: 2 }], {
			onError: ON_ERROR.Continue,
		});

		for (const item of atLeastOne(failedItems(run)))
			expect(wordsOf(item)).toContain('invalid syntax');
		for (const item of atLeastOne(failedItems(run))) expect(wordsOf(item)).toContain(url);
		expect(failedItems(run)).toHaveLength(2);
	});
});

describe('C5: a service that cannot update links', () => {
	it('has unchanged rows with hidden fields after a restart', async () => {
		const service = await serviceWith();
		service.addFault({ match: { method: 'PUT' }, kind: 'redirect', location: '/login' });
		const sheet = sheetOn(service);
		const row = { url: PAGE, alias: 'summer', Password: 'open-sesame' };
		await sheet.run([row]);
		await sheet.restart();

		const again = await sheet.run([row]);
		expect(outcomes(again)).toEqual(['unchanged']);
		expect(hintsOf(again)).toContain('password');
		service.clearRequests();
		expect(hintsOf(await sheet.run([row]))).toContain('password');
		expect(changesSent(service)).toEqual([]);
		expect(outcomes(await sheet.run([{ ...row, 'Meta Title': 'New' }]))).toEqual(['failed']);
	});

	it.each(['html200', 'page403'] as const)('is not shown by one page: %s', async (kind) => {
		const service = await serviceWith();
		const aliases = numbered(3, (number) => `summer-${number}`);
		for (const custom of aliases) service.seed('links', [{ url: PAGE, custom }]);
		service.addFault({ match: { method: 'PUT', times: 1 }, kind });
		const sheet = sheetOn(service);
		const rows = aliases.map((alias) => ({ url: PAGE, alias, Password: 'open-sesame' }));

		expect(outcomes(await sheet.run(rows.slice(0, 1)))).toEqual(['failed']);
		service.clearRequests();
		await sheet.run(rows);
		expect(changesSent(service)).toHaveLength(3);
	});
});
