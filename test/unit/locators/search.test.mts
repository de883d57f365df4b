import type { IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';
import { afterEach, expect, it, vi } from 'vitest';

import { listSearch } from '../../../nodes/LinkShortener/locators/search';

afterEach(() => {
	vi.useRealTimers();
});

/** A picker over an endless list whose pages take so long each (milliseconds). */
function pickerOf(msPerPage: number, pages: number[]): ILoadOptionsFunctions {
	const answer = async (_credential: string, { qs }: IHttpRequestOptions) => {
		const page = Number(qs?.page);
		pages.push(page);
		vi.setSystemTime(Date.now() + msPerPage);
		const campaigns = Array.from({ length: 100 }, (_, index) => ({ id: page * 100 + index }));
		const body = { error: 0, data: { maxpage: 100_000, campaigns } };
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

it('a search that cannot be finished within 10 seconds says so instead of coming up empty', async () => {
	vi.useFakeTimers({ toFake: ['Date'] });
	const pages: number[] = [];
	const search = listSearch.searchCampaigns.call(pickerOf(400, pages), 'nothing');

	await expect(search).rejects.toThrow(/^No match for "nothing" in the first \d+ records/);
	expect(pages).toHaveLength(25);
});
