import { describe, expect, it } from 'vitest';
import { runNode } from '../harness/index.mts';
import { autoMap, autoMapUpdate, wordsOf } from '../support/runs.mts';
import { credentialsOf, serviceWith } from '../support/service.mts';
import { numbered, PAGE } from '../support/sheet.mts';

/** Two links without anything to lose in front, so that the first updates cannot tell. */
const BARE = 2;

const OPERATIONS = [
	['Update by ID', autoMapUpdate({ columnToMatchOn: 'id' })] as const,
	['Update by short URL', autoMapUpdate()] as const,
	['Create or Update', autoMap({ operation: 'upsert', matchOn: 'shorturl' })] as const,
];

describe.each(OPERATIONS)('%s of ten links', (_name, parameters) => {
	const run = async (updateClearsTheRest: boolean) => {
		const service = await serviceWith({ variations: { updateClearsTheRest } });
		const links = numbered(10, (number) => ({
			url: `${PAGE}/${String(number)}`,
			custom: `row-${String(number)}`,
			...(number > BARE ? { description: `Note ${String(number)}` } : {}),
		}));
		const ids = service.seed('links', links);
		const result = await runNode({
			credentials: credentialsOf(service),
			parameters,
			items: ids.map((id, index) => ({
				id,
				shorturl: `${service.url}/row-${String(index + 1)}`,
				url: `${PAGE}/new/${String(index + 1)}`,
			})),
			onError: 'continueRegularOutput',
		});
		return { service, failed: result.items.filter(({ error }) => error !== undefined) };
	};

	it('C7: at most one link loses what was left out, and the run says so', async () => {
		const { service, failed } = await run(true);

		const kept = service.links().filter(({ description }) => description !== '');
		expect(kept).toHaveLength(10 - BARE - 1);
		expect(failed.map(wordsOf).join('\n')).toMatch(/changed what was not sent: Description/);
		expect(failed).toHaveLength(10 - BARE);
	});

	it('C7: all are updated where the service keeps it', async () => {
		const { service, failed } = await run(false);

		expect(failed).toEqual([]);
		expect(service.links().every(({ longurl }) => longurl.includes('/new/'))).toBe(true);
		expect(service.links().filter(({ description }) => description !== '')).toHaveLength(8);
	});
});
