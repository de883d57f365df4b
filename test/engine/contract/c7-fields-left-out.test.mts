import { describe, expect, it } from 'vitest';
import type { Fault } from '../../service/index.mts';
import { failedItems, autoMap, autoMapUpdate, wordsOf } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';
import { numbered, PAGE, sheetOn } from '../support/sheet.mts';

/** Two links without anything to lose in front, so that the first updates cannot tell. */
const BARE = 2;

const EXPIRY = { expiry: '2040-12-31 00:00:00' };

const OPERATIONS = [
	['Update by ID', autoMapUpdate({ columnToMatchOn: 'id' })] as const,
	['Update by short URL', autoMapUpdate()] as const,
	['Create or Update', autoMap({ operation: 'upsert', matchOn: 'shorturl' })] as const,
];

describe.each(OPERATIONS)('C7: %s of ten links', (_name, parameters) => {
	const run = async (
		updateClearsTheRest: boolean,
		faults: Fault[] = [],
		{ bare = BARE, has = { description: 'Note', ...EXPIRY } }: { bare?: number; has?: object } = {},
	) => {
		const service = await serviceWith({ variations: { updateClearsTheRest }, faults });
		const links = numbered(10, (number) => ({
			url: `${PAGE}/${String(number)}`,
			custom: `row-${String(number)}`,
			...(number > bare ? has : {}),
		}));
		const ids = service.seed('links', links);
		const result = await sheetOn(service, parameters).run(
			ids.map((id, index) => ({
				id,
				shorturl: `${service.url}/row-${String(index + 1)}`,
				url: `${PAGE}/new/${String(index + 1)}`,
			})),
		);
		const kept = service.table('links').filter(({ expiry }) => expiry !== null && expiry !== '');
		return { service, kept, failed: failedItems(result) };
	};

	it('loses what was left out of one link at most, and says so', async () => {
		const { kept, failed } = await run(true);

		expect(kept).toHaveLength(10 - BARE - 1);
		const told = failed.map(wordsOf).join('\n');
		expect(told).toMatch(/also cleared fields that were not sent: Description, Expiry/);
		expect(told).toMatch(/Not updated, because the service would clear fields that are not sent/);
		expect(failed).toHaveLength(10 - BARE);
	});

	it('loses what the list does not show of one link at most', async () => {
		const { kept, failed } = await run(true, [], { bare: 1, has: EXPIRY });

		expect(kept).toHaveLength(10 - 1 - 1);
		expect(failed).toHaveLength(10 - 1);
	});

	it('loses the title of one link at most where no page is moved', async () => {
		const service = await serviceWith({ variations: { updateClearsTheRest: true } });
		const links = numbered(4, (number) => ({
			url: `${PAGE}/${String(number)}`,
			custom: `row-${String(number)}`,
			title: 'Title',
		}));
		const ids = service.seed('links', links);
		const result = await sheetOn(service, parameters).run(
			links.map(({ url, custom }, index) => ({
				id: ids[index],
				shorturl: `${service.url}/${custom}`,
				url,
				description: 'New',
			})),
		);

		expect(service.links().filter(({ title }) => title === 'Title')).toHaveLength(3);
		expect(failedItems(result)).toHaveLength(4);
	});

	it('is done whole where the service keeps it', async () => {
		const { service, kept, failed } = await run(false);

		expect(failed).toEqual([]);
		expect(service.links().every(({ longurl }) => longurl.includes('/new/'))).toBe(true);
		expect(kept).toHaveLength(10 - BARE);
	});

	it('is done whole there where a link cannot be read afterwards', async () => {
		const match = { method: 'GET', path: '/api/url/1', nth: 2 };
		const { kept, failed } = await run(false, [
			{ kind: 'failureOn200', message: 'Something else.', match },
		]);

		expect(failed).toEqual([]);
		expect(kept).toHaveLength(10 - BARE);
	});
});
