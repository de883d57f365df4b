import type { IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';
import { afterEach, expect, it, vi } from 'vitest';

import { listSearch } from '../../../nodes/LinkShortener/locators/search';

afterEach(() => {
	vi.useRealTimers();
});

/** A picker over an endless list whose pages take so long each (milliseconds). */
function pickerOf(collection: string, msPerPage: number, pages: number[]): ILoadOptionsFunctions {
	const answer = async (_credential: string, { qs }: IHttpRequestOptions) => {
		const page = Number(qs?.page);
		pages.push(page);
		vi.setSystemTime(Date.now() + msPerPage);
		const rows = Array.from({ length: 100 }, (_, index) => ({ id: page * 100 + index, name: 'x' }));
		const body = { error: 0, data: { maxpage: 100_000, [collection]: rows } };
		return await Promise.resolve({ statusCode: 200, headers: {}, body });
	};
	const context: Partial<ILoadOptionsFunctions> = {
		getNode: () => ({
			id: 'node',
			name: 'Node',
			type: 'linkShortener',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		}),
		getCredentials: async <T extends object>() =>
			await Promise.resolve({ baseUrl: 'https://links.example', apiKey: 'key' } as T),
		helpers: { httpRequestWithAuthentication: answer } as ILoadOptionsFunctions['helpers'],
	};
	return context as ILoadOptionsFunctions;
}

it.each([
	{
		method: 'searchQrCodes',
		collection: 'qrs',
		message: /^No match for "nothing" in the first \d+ /,
	},
	{
		method: 'searchCampaigns',
		collection: 'campaigns',
		message: /^There are too many campaigns to read them while you wait: \d+ were read$/,
	},
] as const)(
	'a search that cannot be finished within 10 seconds says so instead of coming up empty: $method',
	async ({ method, collection, message }) => {
		vi.useFakeTimers({ toFake: ['Date'] });
		const pages: number[] = [];
		const search = listSearch[method].call(pickerOf(collection, 400, pages), 'nothing');

		await expect(search).rejects.toThrow(message);
		expect(pages.length).toBeGreaterThanOrEqual(25);
		expect(pages.length).toBeLessThan(60);
	},
);
