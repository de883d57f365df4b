import type { INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { createOf, errorOf, runOn } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';
import type { Service } from '../../service/index.mts';

/** Execute step, clicked once; the requests that it sends. */
async function click(service: Service, parameters: INodeParameters): Promise<number> {
	const before = service.requests.length;
	const run = await runOn(service, parameters, undefined, { mode: 'manual' });
	expect(errorOf(run).message).toBe('');
	return service.requests.length - before;
}

it.each<[what: string, parameters: INodeParameters, requests: number[]]>([
	['Get Many', { resource: 'link', operation: 'getAll' }, [1, 1, 1]],
	['Create', createOf('https://example.com/page'), [1, 1, 1]],
	['Account → Get', { resource: 'account', operation: 'get' }, [1, 1, 1]],
	['Channel → Create', { resource: 'channel', operation: 'create', name: 'One' }, [1, 1, 1]],
])('C8: a click sends nothing that it was not asked for: %s', async (_, parameters, requests) => {
	const service = await serviceWith();
	const sent: number[] = [];
	for (let clicked = 0; clicked < 3; clicked += 1) sent.push(await click(service, parameters));
	expect(sent).toEqual(requests);
});
