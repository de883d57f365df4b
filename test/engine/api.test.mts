import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../service/endpoints/index.mts';
import { apiPage, endpointsOf, NOT_SENT } from './operations/apiPage.mts';
import { controlsOf, unusedKeys } from './operations/controls.mts';
import { describedOperations } from './operations/description.mts';
import { ENDPOINTS, REQUEST_FIELDS } from './operations/endpoints.mts';
import { nameOf } from './operations/table.mts';

// Written by `npx vitest run test/engine/api.test.mts -u`, after a build.
it('docs/api.md says what the operations send', async () => {
	await expect(await apiPage()).toMatchFileSnapshot('../../docs/api.md');
	expect([...unusedKeys], 'controls that there are no more, in controls.mts').toEqual([]);
});

describe.each(ENDPOINTS.map((endpoint) => ({ endpoint })))('$endpoint', ({ endpoint }) => {
	const documented = REQUEST_FIELDS[endpoint] ?? [];
	const users = describedOperations().filter((operation) =>
		endpointsOf(operation).work.includes(endpoint),
	);

	it('has an operation with a control for each of its fields, or the page says why not', () => {
		expect(users.length).toBeGreaterThan(0);
		const sent = users
			.flatMap((operation) => controlsOf(operation))
			.flatMap(({ fields }) => fields);
		const unsent = users.flatMap(({ resource }) => NOT_SENT[resource]?.fields ?? []);
		expect(documented.filter((field) => ![...sent, ...unsent].includes(field))).toEqual([]);
		expect(unsent.filter((field) => sent.includes(field))).toEqual([]);
	});

	it('takes the same fields in the local service', () => {
		const [method, path = ''] = endpoint.split(' ');
		const places = path.replace(/\{\w+\}/g, ':');
		const served = allEndpoints.find(
			(one) => one.method === method && one.path.replace(/:\w+/g, ':') === places,
		);
		const known = [...(served?.query?.fields ?? []), ...(served?.body?.fields ?? [])];
		// The description has no pages of pixels, without which its list would end at 100.
		const more = endpoint === 'GET /api/v1/pixels' ? ['page'] : [];
		expect(known.toSorted()).toEqual([...documented, ...more].toSorted());
	});
});

it.each(describedOperations().map((operation) => ({ name: nameOf(operation), operation })))(
	'$name sends what an endpoint takes',
	({ operation }) => {
		const { work, reads } = endpointsOf(operation);
		const taken = [...work, ...reads].flatMap((endpoint) => REQUEST_FIELDS[endpoint] ?? []);
		const sent = controlsOf(operation).flatMap(({ fields }) => fields);
		const paging = ['limit', 'page', 'per_page'];
		expect(sent.filter((field) => ![...taken, ...paging].includes(field))).toEqual([]);
	},
);
