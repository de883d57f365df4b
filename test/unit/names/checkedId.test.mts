import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { Memory } from '../../../nodes/LinkShortener/api/memory';
import { listRecords } from '../../../nodes/LinkShortener/api/records/list';
import { pickers } from '../../../nodes/LinkShortener/names/names';
import { checkedId, type ListReader } from '../../../nodes/LinkShortener/names/rememberedNames';

interface Pages {
	/** How many records each page shows; 100 belong on one that is not the last. */
	shown: readonly number[];
	/** Whether the service tells how many pages there are. */
	counted: boolean;
}

function readerOf({ shown, counted }: Pages) {
	const memory = new Memory();
	const requests: unknown[] = [];
	const page = ({ query = {} }: { query?: IDataObject }) => {
		requests.push(query.page);
		const number = Number(query.page);
		const campaigns = Array.from({ length: shown[number - 1] ?? 0 }, (_, index) => ({
			id: number * 1_000 + index,
			name: `Of ${number}`,
		}));
		const data = { campaigns, perpage: 100, ...(counted && { maxpage: shown.length }) };
		return Promise.resolve({ error: 0, data });
	};
	const client: ListReader = {
		perKey: (...what) => memory.get(...what),
		perRun: (...what) => memory.get(...what),
		list: (listing) => listRecords(page, listing, () => 5),
	};
	return { client, requests };
}

const full = (pages: number) => Array.from({ length: pages }, () => 100);

it.each<[what: string, pages: Pages, outcome: 'refused' | 'unchecked', requests: number]>([
	['one page', { shown: [7], counted: true }, 'refused', 1],
	['ten pages', { shown: full(10), counted: true }, 'refused', 10],
	['more than ten pages', { shown: full(50), counted: true }, 'unchecked', 1],
	['pages that are not counted', { shown: [100, 7], counted: false }, 'refused', 3],
	['more than ten that are not counted', { shown: full(50), counted: false }, 'unchecked', 10],
	['a page that shows too few', { shown: [100, 97, 7], counted: true }, 'unchecked', 3],
])('an ID that is not in %s is looked up once', async (_, pages, outcome, requests) => {
	const reader = readerOf(pages);
	const noted: string[] = [];
	const call = { client: reader.client, unchecked: (noun: string) => noted.push(noun) };
	const ids = [1, 2].map(async (id) => await checkedId(call, id, 'Campaign', pickers.campaign));
	const results = await Promise.allSettled(ids);

	const isSent = outcome === 'unchecked';
	expect(results.map(({ status }) => status === 'fulfilled')).toEqual([isSent, isSent]);
	expect(noted).toHaveLength(isSent ? 2 : 0);
	expect(reader.requests).toHaveLength(requests);
});
