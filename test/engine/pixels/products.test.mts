import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { ServiceOptions } from '../../service/index.mts';
import {
	expectOutput,
	expectSchema,
	runCase,
	runOperation,
	sentRequests,
} from '../operations/check.mts';
import { seededService } from '../operations/fixtures.mts';
import { messageOn, outputOn, requestsOn, type Install } from '../operations/installs.mts';
import { casesOf, idOfItem } from '../operations/row.mts';
import { pixelRows } from '../operations/rows/pixel.mts';
import { nameOf, operationRows } from '../operations/table.mts';
import { textLike } from '../support/matchers.mts';
import { errorOf } from '../support/runs.mts';

const UNKNOWN_PATHS: Array<ServiceOptions['unknownPath']> = [
	'failure',
	'webPage200',
	'webPage404',
	'login',
];

/** How installs of either product differ in what they answer for pixels. */
const installs: Install[] = [
	...UNKNOWN_PATHS.map((unknownPath) => ({
		name: `links, all else ${unknownPath}`,
		options: { product: 'links', unknownPath } as const,
	})),
	{ name: 'pixels, all else failure', options: { product: 'pixels', unknownPath: 'failure' } },
	...(['links', 'pixels'] as const).map((product) => ({
		name: `${product}, numbersAsStrings`,
		options: { product, variations: { numbersAsStrings: true } },
	})),
];

describe.each(installs)('the product of $name', (install) => {
	it.each(pixelRows.map((row) => ({ name: nameOf(row), row })))('$name', async ({ row }) => {
		for (const [, example] of casesOf(row)) {
			const service = await seededService(install.options);
			const run = await runCase(service, row, example);

			expect(sentRequests(service)).toStrictEqual(requestsOn(install, row, example));
			const message = messageOn(install, example);
			if (message === undefined) {
				expectOutput(run, [outputOn(install, example, service.url)]);
				expectSchema(row, run.items);
			} else {
				expect(errorOf(run)).toEqual({ message, description: textLike(/\w{3}/) });
			}
			await service.stop();
		}
	});
});

// Where it has answered before, they are tried in absent.test.mts.
describe.each(['failure', 'login'] as const)('the pixels product, all else %s', (unknownPath) => {
	const others = operationRows.filter(({ resource }) => resource !== 'pixel');

	it.each(others.map((row) => ({ name: nameOf(row), row })))('$name says so', async ({ row }) => {
		const service = await seededService({ product: 'pixels', unknownPath });
		const run = await runOperation(service, row, row.minimal.parameters);
		// A link that nothing knows counts as deleted, in the service's own JSON too.
		if (nameOf(row) === 'link.delete' && unknownPath === 'failure') return;

		const { message, description } = errorOf(run);
		expect(message).toMatch(/no endpoint|answers with a web page instead|sends this request on/);
		expect(description).toMatch(/Base URL/);
	});
});

/** Parameters of each operation for three items at once, and the requests of two runs in a row. */
interface Counted {
	operation: string;
	parameters: INodeParameters;
	described: readonly number[];
	links: readonly number[];
}

const FIELDS = { name: '={{ $json.name }}', value: '={{ $json.value }}' };

const counted: Counted[] = [
	{ operation: 'create', parameters: FIELDS },
	{ operation: 'get', parameters: { pixelId: idOfItem } },
	{ operation: 'getAll', parameters: { filters: { search: '={{ $json.name }}' } } },
	{ operation: 'update', parameters: { pixelId: idOfItem, updateFields: FIELDS } },
	{ operation: 'delete', parameters: { pixelId: idOfItem } },
	// Where both are to be sent, a list tells the one that is not given.
	{
		operation: 'update',
		parameters: { pixelId: idOfItem, updateFields: { name: FIELDS.name } },
		links: [2 + 6, 6] as const,
	},
].map(({ links = [2 + 3, 3], ...row }) => {
	// One look; at the links product one list besides, which is not there.
	return { ...row, described: [1 + 3, 3], links };
});

describe('three items at once take no more requests than needed', () => {
	const products = ['described', 'links'] as const;

	it.each(
		counted.flatMap((row) =>
			products.map((product) => ({ ...row, product, requests: row[product] })),
		),
	)('$operation, $product: $requests', async ({ product, operation, parameters, requests }) => {
		const service = await seededService({ product });
		service.seed(
			'pixels',
			[44, 45, 46].map((id) => ({ id })),
		);
		const run = async (ids: number[]) => {
			service.clearRequests();
			const items: IDataObject[] = ids.map((id) => ({ id, name: `Pixel ${id}`, value: id }));
			const { error } = await runOperation(service, { resource: 'pixel', operation }, parameters, {
				items,
			});
			expect(error).toBeUndefined();
			return service.requests.length;
		};
		expect([await run([41, 42, 43]), await run([44, 45, 46])]).toEqual(requests);
	});
});
