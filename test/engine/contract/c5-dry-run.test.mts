import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { atLeastOne } from '../../lists.mts';
import { RATE_LIMIT, type Service } from '../../service/index.mts';
import { runNode } from '../harness/index.mts';
import { anyText, textWith } from '../support/matchers.mts';
import { autoMap, errorOf, STOP } from '../support/runs.mts';
import { credentialsOf, serviceWith } from '../support/service.mts';
import {
	changesSent,
	complaints,
	outcomes,
	PAGE,
	RETURN_EXISTING,
	sheetOn,
} from '../support/sheet.mts';

const DRY = { dryRun: true };

/** A campaign plan of six rows, one of which has no page yet. */
const PLAN = [1, 2, 3, 4, 5, 6].map((number) => ({
	'Long URL': number === 3 ? 'TBD' : `${PAGE}/${number}`,
	'Custom Alias': `row-${number}`,
}));

const BOTH: Array<[name: string, parameters: INodeParameters]> = [
	['Create', { operation: 'create', ...DRY }],
	['Create or Update', { operation: 'upsert', ...DRY }],
];

async function dryRun(rows: IDataObject[], parameters: INodeParameters, service?: Service) {
	const on = service ?? (await serviceWith());
	return { service: on, result: await sheetOn(on, parameters, STOP).run(rows) };
}

describe('C5: a dry run', () => {
	it.each(BOTH)('looks at every row, whatever stands in others: %s', async (_, parameters) => {
		const rows = PLAN.map((row, index) => ({ row_number: index + 2, ...row }));
		const { service, result } = await dryRun(rows, parameters);

		expect(errorOf(result).message).toBe('');
		expect(outcomes(result)).toEqual(['create', 'create', 'failed', 'create', 'create', 'create']);
		expect(result.items[2]).toMatchObject({
			action: 'failed',
			error: textWith('"TBD" is not a web address'),
			message: anyText,
			details: { item: { index: 2, number: 4 } },
		});
		const [warning] = result.hints;
		expect(warning).toMatchObject({ type: 'warning', message: textWith('1 of 6 rows') });
		expect(warning?.message).toContain('Row 4:');
		expect(warning?.message).toContain('Enter a value such as https://example.com');
		expect(result.hints.map(({ message }) => message).join('\n')).toContain('5 would be created');
		expect(result.hints.map(({ message }) => message)).toContainEqual(
			'Without Dry Run, any row that fails stops the run. To send the good rows anyway: Settings tab of this node → On Error → Continue.',
		);
		expect(changesSent(service)).toEqual([]);
	});

	it.each(BOTH)(
		'knows how long the run takes from earlier headers, or from the option: %s',
		async (_, parameters) => {
			const service = await serviceWith({ rateLimit: RATE_LIMIT });
			const rows = Array.from({ length: 31 }, (_, row) => ({ 'Long URL': `${PAGE}/${row}` }));
			await sheetOn(service).run([{ 'Long URL': `${PAGE}/first` }]);
			const lineOf = async (options: INodeParameters) =>
				(await dryRun(rows, { ...parameters, options }, service)).result.hints[0]?.message;

			expect(await lineOf({})).toContain(
				'Requests without Dry Run: 31, about 1 min at 30 a minute.',
			);
			const batching = { requestsPerMinute: 10 };
			expect(await lineOf({ batching })).toContain(': 31, about 3 min at 10 a minute.');
			// More than the service allows makes nothing faster.
			const hasty = { requestsPerMinute: 60 };
			expect(await lineOf({ batching: hasty })).toContain('about 1 min at 30 a minute.');
		},
	);

	it.each(BOTH)('is an error where no row can be looked at: %s', async (_, parameters) => {
		const service = await serviceWith();
		const lost = await dryRun([{ Website: PAGE }, { Website: PAGE }], parameters, service);
		expect(errorOf(lost.result).message).toContain('No column matches Long URL');

		const refused = await runNode({
			credentials: credentialsOf(service, { apiKey: 'revoked' }),
			parameters: autoMap({ ...RETURN_EXISTING, ...parameters }),
			items: PLAN,
		});
		expect(errorOf(refused).message).toContain('valid API key');

		service.addFault({ match: {}, kind: 'status503' });
		const away = await dryRun(PLAN.slice(0, 2), { ...RETURN_EXISTING, ...parameters }, service);
		expect(errorOf(away.result).message).toContain('not available');
	});

	it('finds the link that a row with a short URL would create by its alias in a later row', async () => {
		const service = await serviceWith();
		const rows = [
			{ 'Short URL': `${service.url}/autumn`, 'Long URL': PAGE },
			{ 'Custom Alias': 'autumn', 'Long URL': PAGE, 'Meta Title': 'Sale' },
		];
		const run = async (dry: boolean) => outcomes(await sheetOn(service, { dryRun: dry }).run(rows));

		expect(await run(true)).toEqual(['create', 'failed']);
		expect(await run(false)).toEqual(['created', 'failed']);
	});

	it.each(BOTH)(
		'is refused as the input of a run, for what it does not return: %s',
		async (_, dry) => {
			const row = { 'Long URL': PAGE, Campaign: '' };
			const { service, result } = await dryRun([row, { ...row, Expiry: 'soon' }], dry);
			for (const item of atLeastOne(result.items)) {
				const { result: run } = await dryRun([item], { ...dry, dryRun: false }, service);
				expect(errorOf(run).message).toContain('is the result of a dry run');
			}
			expect(changesSent(service)).toEqual([]);
		},
	);
});

describe('C5: a dry run of Create', () => {
	const create = async (service: Service, rows: IDataObject[], more: INodeParameters = {}) =>
		(await dryRun(rows, { operation: 'create', ...DRY, ...more }, service)).result;

	it('says what each new link would get, without its secrets', async () => {
		const service = await serviceWith();
		const row = {
			...{ 'Long URL': PAGE, 'Custom Alias': 'new', 'Meta Title': 'Spring' },
			...{ Password: 'hidden', utm_source: 'mail' },
		};
		const { items, hints } = await create(service, [row]);
		const longurl = `${PAGE}?utm_source=mail`;
		const changes = { metatitle: { before: null, after: 'Spring' } };
		const returned = await create(service, [row], { options: { returnRows: true } });

		expect(returned.items).toEqual([
			expect.objectContaining({ 'Long URL': PAGE, link_action: 'create', link_longurl: longurl }),
		]);
		expect(items).toEqual([
			{
				action: 'create',
				alias: 'new',
				longurl,
				changes,
				sent: ['password'],
				dryRun: true,
			},
		]);
		expect(hints[0]?.message).toBe(
			'Dry run: nothing was changed. 1 would be created. Requests without Dry Run: 1.',
		);
		expect(changesSent(service)).toEqual([]);
	});

	it('asks nothing of the service for a row that names no link', async () => {
		const service = await serviceWith();
		await create(service, [{ 'Long URL': PAGE }, { 'Long URL': PAGE }]);

		expect(service.requests).toEqual([]);
	});

	it('says that an alias is free which a branded domain has', async () => {
		const service = await serviceWith();
		const domain = 'https://go.brand';
		service.seed('domains', [{ domain }]);
		service.seed('links', [{ url: PAGE, custom: 'spring', domain }]);
		const rows = [{ 'Long URL': PAGE, 'Custom Alias': 'spring' }];
		expect(outcomes(await create(service, rows))).toEqual(['create']);
	});

	it('says of an alias that it is taken, and by which link', async () => {
		const service = await serviceWith();
		service.seed('links', [{ url: `${PAGE}/old`, custom: 'row-2' }]);
		const rows = [PLAN[0], PLAN[1], { 'Long URL': `${PAGE}/other`, 'Custom Alias': 'row-1' }];
		const result = await create(
			service,
			rows.filter((row) => row !== undefined),
		);

		expect(outcomes(result)).toEqual(['create', 'failed', 'failed']);
		const [taken, repeated] = complaints(result);
		expect(taken).toContain(`${service.url}/row-2 leads to ${PAGE}/old`);
		expect(repeated).toContain('Row 1');
		expect(changesSent(service)).toEqual([]);
	});

	it('says which links Return Existing would return', async () => {
		const service = await serviceWith();
		service.seed('links', [
			{ url: PAGE, custom: 'spring', title: 'Old' },
			{ url: `${PAGE}/other`, custom: 'taken' },
		]);
		const rows = [
			{ 'Long URL': PAGE, 'Meta Title': 'New' },
			{ 'Long URL': `${PAGE}/2` },
			{ 'Long URL': `${PAGE}/3`, 'Custom Alias': 'taken' },
		];
		const result = await create(service, rows, RETURN_EXISTING);

		expect(result.items).toMatchObject([
			{
				action: 'unchanged',
				alias: 'spring',
				notApplied: ['metatitle'],
				dryRun: true,
			},
			{ action: 'create', longurl: `${PAGE}/2`, dryRun: true },
			{ action: 'failed', error: textWith('taken') },
		]);
		expect(changesSent(service)).toEqual([]);
		expect(outcomes(await create(service, rows, { ...RETURN_EXISTING, dryRun: false }))).toEqual(
			[],
		);
	});
});
