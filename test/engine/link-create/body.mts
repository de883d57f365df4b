import type { IDataObject, INodeParameters, INodeParameterResourceLocator } from 'n8n-workflow';
import { expect } from 'vitest';
import { runNode } from '../harness/index.mts';
import { anyNumber, textLike } from '../support/matchers.mts';
import { createBodies, credentialsOf, serviceWith } from '../support/service.mts';

export const LONG = 'https://example.com/page';
export const PAGE = 'https://example.com/other';

export function locator(mode: string, value: string | number): INodeParameterResourceLocator {
	return { __rl: true, mode, value };
}

/** The group of Redirect Type, with what was picked in it. */
export function redirect(type: string, picked: INodeParameters = {}): INodeParameters {
	return { type: { redirect: { type, ...picked } } };
}

/** A service with one of everything a link can name, under known ids. */
export async function seeded() {
	const service = await serviceWith();
	service.seed('campaigns', [{ id: 11, name: 'Spring' }]);
	service.seed('domains', [{ id: 31, domain: 'https://to.demo.example' }]);
	service.seed('channels', [{ id: 12, name: 'Mail' }]);
	service.seed('pixels', [
		{ id: 1, name: 'One' },
		{ id: 2, name: 'Two' },
	]);
	return service;
}

export async function bodyOf(
	parameters: INodeParameters,
	item: IDataObject = {},
	timezone?: string,
) {
	const service = await seeded();
	const run = await runNode({
		credentials: credentialsOf(service),
		parameters,
		items: [item],
		...(timezone === undefined ? {} : { timezone }),
	});
	expect(run.error).toBeUndefined();
	expect(run.items).toMatchObject([{ id: anyNumber, shorturl: textLike(/^http/) }]);
	const bodies = createBodies(service);
	expect(bodies).toHaveLength(1);
	return bodies[0];
}
