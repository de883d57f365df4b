import { describe, expect, it } from 'vitest';
import type { Fault } from '../service/index.mts';
import { runNode } from './harness/index.mts';
import { seededService } from './operations/fixtures.mts';
import { pick } from './operations/row.mts';
import { listen, webPage } from './support/listener.mts';
import { errorOf } from './support/runs.mts';
import { credentialsOf, requestLines } from './support/service.mts';

const DELETE = { resource: 'link', operation: 'delete', linkId: pick('id', 101) };

describe('link → Delete', () => {
	const unknown = { match: { method: 'DELETE' }, kind: 'failureOn400' } as const;
	const read = { match: { method: 'GET' }, kind: 'failureOn200' } as const;

	it.each<{ what: string; faults: Fault[]; message: string }>([
		{
			what: 'says that there is no such link, which is there',
			faults: [{ ...unknown, message: 'Link does not exist.' }],
			message: 'The service did not find link 101 to delete, but it is still there',
		},
		{
			what: 'knows no such address',
			faults: [{ ...unknown, message: 'Not Found' }],
			message: 'The service did not find link 101 to delete, but it is still there',
		},
		{
			what: 'does not tell whether the link is there',
			faults: [
				{ ...unknown, message: 'Link does not exist.' },
				{ ...read, message: 'You do not have this permission.' },
			],
			message: 'You do not have this permission.',
		},
	])('takes no link for gone where the service $what', async ({ faults, message }) => {
		const service = await seededService({ faults });
		const run = await runNode({ credentials: credentialsOf(service), parameters: DELETE });

		expect(run.items).toEqual([]);
		expect(errorOf(run).message).toBe(message);
		expect(requestLines(service)).toEqual(['DELETE /api/url/101/delete', 'GET /api/url/101']);
	});

	it('takes a web page with 404 for what it is', async () => {
		const page = await listen(webPage(404));
		const run = await runNode({
			credentials: { baseUrl: page.url, apiKey: 'any' },
			parameters: DELETE,
		});

		expect(run.items).toEqual([]);
		expect(errorOf(run).message).toContain('answers with a web page instead of the API');
		expect(page.requests).toHaveLength(1);
	});
});
