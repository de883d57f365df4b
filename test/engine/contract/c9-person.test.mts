import { expect, it } from 'vitest';
import { runNode } from '../harness/index.mts';
import { createOf, errorOf, rows } from '../support/runs.mts';
import { credentialsOf, serviceWith } from '../support/service.mts';

it.concurrent.each([
	{ what: 'a link', parameters: createOf('={{ $json.url }}') },
	{ what: 'an account', parameters: { resource: 'account', operation: 'get' } },
])(
	'a person who asks for $what by hand is told within 15 seconds that nothing answers',
	async ({ parameters }) => {
		const service = await serviceWith();
		service.addFault({ match: {}, kind: 'silence' });
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters,
			items: rows(1),
			mode: 'manual',
		});

		expect(errorOf(run).message).toMatch(/gave no complete answer within 15 seconds/);
		expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'GET /api/account',
		]);
	},
);
