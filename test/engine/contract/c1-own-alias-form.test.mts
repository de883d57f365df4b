import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { AliasChange } from '../../service/index.mts';
import { createRows } from '../support/creates.mts';
import { createOf, failedItems, rows, runOn } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';
import {
	complaints,
	numbered,
	outcomes,
	PAGE,
	RETURN_EXISTING,
	sheetOn,
} from '../support/sheet.mts';

describe.each<[form: AliasChange, given: string, kept: string]>([
	['ascii', 'grüße', 'gruesse'],
	['cut', 'a-very-long-alias-of-a-link', 'a-very-long-alias-of'],
])('a service that changes aliases (%s)', (form, custom, kept) => {
	const changed = async () => await serviceWith({ variations: { aliasForm: [form] } });

	it('Create or Update says created, and how the alias came out', async () => {
		const service = await changed();
		const run = await sheetOn(service).run([{ url: PAGE, custom }]);

		expect(outcomes(run)).toEqual(['created']);
		expect(run.items[0]).toMatchObject({ alias: kept, shorturl: `${service.url}/${kept}` });
		expect(run.hints.map(({ message }) => message).join(' ')).toContain(kept);
		expect(service.links()).toHaveLength(1);
	});

	it('a row that is returned is the link of its alias', async () => {
		if (form !== 'ascii') return;
		const service = await changed();
		const { items } = await sheetOn(service).run([{ url: PAGE, custom }], {
			options: { returnRows: true },
		});

		expect(outcomes(await sheetOn(service).run(items))).toEqual(['unchanged']);
	});

	it('a row without its short URL fails with the form to enter', async () => {
		const service = await changed();
		await sheetOn(service).run([{ url: PAGE, custom }]);
		const again = await sheetOn(service).run([{ url: PAGE, custom }]);

		expect(complaints(again)).toEqual([expect.stringContaining(`enter the alias ${kept}`)]);
		expect(service.links()).toHaveLength(1);
	});
});

it('C5: of two rows whose aliases a service writes alike, neither takes the link of the other', async () => {
	const service = await serviceWith({ variations: { aliasForm: ['lowerCase', 'hyphens'] } });
	const sheet = sheetOn(service);
	const two = [
		{ url: `${PAGE}/1`, custom: 'Summer Sale' },
		{ url: `${PAGE}/2`, custom: 'summer-sale' },
	];
	expect(outcomes(await sheet.run(two))).toEqual(['created', 'failed']);
	expect(outcomes(await sheet.run(two))).toEqual(['failed', 'failed']);
	expect(service.links().map(({ longurl }) => longurl)).toEqual([`${PAGE}/1`]);
});

it('C1: aliases of users that come out in another form say nothing of the node’s own', async () => {
	const service = await serviceWith({ variations: { aliasForm: ['ascii'] } });
	service.seed('links', [{ url: `${PAGE}/old` }]);
	const users = numbered(3, (number) => ({ url: `${PAGE}/${number}`, custom: `grüße-${number}` }));
	await sheetOn(service).run(users);
	service.addFault({ kind: 'closeAfter', match: { method: 'POST', nth: 2 } });

	const run = await createRows(service, rows(10), { onError: 'continueRegularOutput' });
	expect(failedItems(run)).toEqual([]);
	expect(service.links()).toHaveLength(1 + 3 + 10);
});

describe('a service that hands out the link it has', () => {
	it.each<[what: string, mode: INodeParameters, rows: IDataObject[]]>([
		['on another domain', {}, [{ url: PAGE, domain: 'https://go.brand', metatitle: 'New' }]],
		['that another row names', {}, [{ url: PAGE }, { url: PAGE, custom: 'spring', expiry: 'x' }]],
		['with another alias', RETURN_EXISTING, [{ url: PAGE, custom: 'autumn' }]],
	])('C4: none %s is changed or returned', async (_, mode, given) => {
		const service = await serviceWith({ variations: { suppressesDuplicates: true } });
		service.seed('domains', [{ domain: 'https://go.brand' }]);
		service.seed('links', [{ url: PAGE, custom: 'spring', title: 'Old' }]);
		const run = await sheetOn(service, mode).run(given);

		expect(outcomes(run)).toEqual(given.map(() => 'failed'));
		expect(service.links()).toMatchObject([{ title: 'Old' }]);
	});

	it.each([{}, RETURN_EXISTING])('C4: its own form of an alias is the link: %j', async (mode) => {
		const variations = { suppressesDuplicates: true, aliasForm: ['hyphens' as const] };
		const sheet = sheetOn(await serviceWith({ variations }), mode);
		await sheet.run([{ url: PAGE, custom: 'Summer Sale' }]);
		const again = await sheet.run([{ url: PAGE, custom: 'Summer Sale' }]);
		expect(outcomes(again)).toEqual(['unchanged']);
	});

	it('an answer that names an old link is still no creation', async () => {
		const service = await serviceWith({ variations: { suppressesDuplicates: true } });
		service.seed('links', [{ url: PAGE, custom: 'spring', date: '2026-01-05 09:00:00' }]);
		const create = async (url: string, custom: string) =>
			await runOn(service, createOf(url, { custom }));
		// The first answer of a process may name any link: no ID is known before.
		await create(`${PAGE}/other`, 'other');
		const run = await create(PAGE, 'summer');

		expect(run.items).toMatchObject([{ action: 'unchanged', shorturl: `${service.url}/spring` }]);
		expect(service.links()).toHaveLength(2);
	});
});
