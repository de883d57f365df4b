import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { LinkEdit } from '../../service/index.mts';
import type { RunResult } from '../harness/index.mts';
import { serviceWith } from '../support/service.mts';
import { changesSent, outcomes, PAGE, sheetOn } from '../support/sheet.mts';

/** A row of which the list of links shows every value. */
const ROW = { url: PAGE, custom: 'spring', metatitle: 'Spring sale', description: 'For the team' };

it.each<[what: string, fields: IDataObject]>([
	['that the list shows whole', {}],
	['that is read by itself for its expiry', { expiry: '2030-12-31' }],
	['that is read by itself for its targets', { devicetarget: '{"iPhone": "https://a.example"}' }],
	['that gets another title', { metatitle: 'Other' }],
	['that gets another title, its long URL left out', { url: '', metatitle: 'Other' }],
])('C5: the clicks of a link come along with the row of a link %s', async (_, fields) => {
	const service = await serviceWith();
	service.seed('links', [{ url: PAGE, custom: 'spring', clicks: 3 }]);
	const sheet = sheetOn(service);
	const row = { ...ROW, ...fields };
	const first = await sheet.run([row]);
	const second = await sheet.run([row]);

	expect([...outcomes(first), ...outcomes(second)]).toEqual(['updated', 'unchanged']);
	expect([...first.items, ...second.items].map(({ clicks }) => clicks)).toEqual([3, 3]);
});

it('C5: a link that has ended gets another title, although its date is past', async () => {
	const service = await serviceWith();
	service.seed('links', [{ url: PAGE, custom: 'spring', expiry: '2020-01-01 00:00:00' }]);
	const run = await sheetOn(service).run([{ ...ROW, expiry: '2020-01-01' }]);
	expect(outcomes(run)).toEqual(['updated']);
});

describe('an edit by hand is a change', () => {
	const edits: Array<[field: string, edit: LinkEdit, change: object]> = [
		[
			'long URL',
			{ longurl: `${PAGE}/by-hand` },
			{ longurl: { before: `${PAGE}/by-hand`, after: PAGE } },
		],
		['title', { title: 'By hand' }, { title: { before: 'By hand', after: 'Spring sale' } }],
		[
			'description',
			{ description: 'By hand' },
			{ description: { before: 'By hand', after: 'For the team' } },
		],
	];

	it.each(
		edits.flatMap(([field, edit, changes]) =>
			['made', 'updated', 'made before a restart'].map((how) => ({ field, how, edit, changes })),
		),
	)('of the $field of a link that n8n has $how', async ({ how, edit, changes }) => {
		const service = await serviceWith();
		if (how === 'updated') service.seed('links', [{ url: `${PAGE}/old`, custom: 'spring' }]);
		const sheet = sheetOn(service);
		await sheet.run([ROW]);
		const [made] = service.links();
		service.editLink(made?.id ?? 0, edit);
		if (how === 'made before a restart') await sheet.restart();
		const second = await sheet.run([ROW]);

		expect(outcomes(second)).toEqual(['updated']);
		expect(Object.values(second.items[0]?.changes ?? {})).toEqual(Object.values(changes));
		expect(service.links()).toEqual([made]);
		expect(outcomes(await sheet.run([ROW]))).toEqual(['unchanged']);
	});

	it.each<[what: string, fields: IDataObject]>([
		['', {}],
		[' and the row has an expiry', { expiry: '2030-12-31' }],
		[' and the row has targets', { geotarget: '{"Canada": "https://a.example"}' }],
		[' and the row has no long URL', { url: '' }],
	])('of a campaign, where lists show campaigns%s', async (_, fields) => {
		const service = await serviceWith({ variations: { extraLinkFields: true } });
		const [spring = 0, other = 0] = service.seed('campaigns', [
			{ name: 'Spring' },
			{ name: 'Other' },
		]);
		const sheet = sheetOn(service);
		const row = { ...ROW, campaign: 'Spring', ...fields };
		await sheet.run([{ ...row, url: PAGE }]);
		service.editLink(service.links()[0]?.id ?? 0, { campaign: other });
		const second = await sheet.run([row]);

		expect(outcomes(second)).toEqual(['updated']);
		expect(second.items).toMatchObject([
			{ changes: { campaign: { before: other, after: spring } } },
		]);
		expect(service.links()).toMatchObject([{ campaign: spring }]);
	});
});

it('C5: empty cells change nothing', async () => {
	const service = await serviceWith();
	service.seed('links', [{ url: PAGE, custom: 'spring', title: 'Kept', description: 'Kept' }]);
	const run = await sheetOn(service).run([
		{ url: '', custom: 'spring', metatitle: '', description: ' ' },
	]);

	expect(outcomes(run)).toEqual(['unchanged']);
	expect(service.links()).toMatchObject([{ title: 'Kept', description: 'Kept' }]);
});

describe('C5: fields that the service does not show', () => {
	const ROW_WITH_SECRETS = { url: PAGE, custom: 'spring', password: 'open sesame', pixels: '1' };
	const counts = ({ hints }: RunResult) => hints.map(({ message }) => message).join(' ');

	it('are sent once a process, and the line of counts says so', async () => {
		const service = await serviceWith();
		service.seed('pixels', [{}]);
		const sheet = sheetOn(service);
		const first = await sheet.run([ROW_WITH_SECRETS]);
		service.clearRequests();
		const second = await sheet.run([ROW_WITH_SECRETS]);

		expect([...outcomes(first), ...outcomes(second)]).toEqual(['created', 'unchanged']);
		expect(changesSent(service)).toEqual([]);
		expect(second.items[0]).not.toHaveProperty('sent');
		await sheet.restart();
		const third = await sheet.run([ROW_WITH_SECRETS]);
		const fourth = await sheet.run([ROW_WITH_SECRETS]);

		expect([...outcomes(third), ...outcomes(fourth)]).toEqual(['unchanged', 'unchanged']);
		expect(third.items).toMatchObject([{ sent: ['password', 'pixels'] }]);
		expect(counts(third)).toBe('1 sent again (the service does not show its password and pixels).');
		expect(counts(fourth)).toBe('1 unchanged.');
		expect(changesSent(service)).toHaveLength(1);
	});

	it('of two sheets for the same links are not sent again in turn', async () => {
		const service = await serviceWith();
		service.seed('campaigns', [{ name: 'Spring' }]);
		const sheet = sheetOn(service);
		const one = [{ url: PAGE, custom: 'spring', password: 'open sesame' }];
		const other = [{ url: PAGE, custom: 'spring', campaign: 'Spring' }];
		for (const rows of [one, other]) await sheet.run(rows);
		service.clearRequests();
		for (const rows of [one, other, one, other]) {
			expect(outcomes(await sheet.run(rows))).toEqual(['unchanged']);
		}
		expect(changesSent(service)).toEqual([]);
	});
});
