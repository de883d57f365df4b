import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runOn } from '../support/runs.mts';
import type { Service } from '../../service/index.mts';
import { runNode } from '../harness/index.mts';
import { answerJson, listen } from '../support/listener.mts';
import { KEY, seedMany, serviceWith } from '../support/service.mts';

/** The links have one second each, from here on, which is their id. */
const START_MS = Date.parse('2026-01-01T00:00:00Z');

const dateAt = (second: number) =>
	new Date(START_MS + second * 1000).toISOString().slice(0, 19).replace('T', ' ');

const linkAt = (second: number) => ({ date: dateAt(second), alias: `link-${String(second)}` });

/** A service with a link for each second from 1 on. */
async function withLinks(count: number, ascendingLists = false): Promise<Service> {
	const service = await serviceWith({ variations: { ascendingLists } });
	seedMany(service, 'links', count, linkAt);
	return service;
}

async function list(service: Service, more: INodeParameters, filters: INodeParameters = {}) {
	const parameters = { resource: 'link', operation: 'getAll', filters, ...more };
	const run = await runOn(service, parameters);
	expect(run.error).toBeUndefined();
	const seconds = run.items.map(({ id }) => Number(id));
	const pages = service.requests.map(({ query }) => Number(query.page));
	return { seconds, pages, hints: run.hints.map(({ message }) => message) };
}

const ALL = { returnAll: true };

/** From one second down to another. */
const down = (from: number, to: number) =>
	Array.from({ length: from - to + 1 }, (_, index) => from - index);

describe('C12: links created in a period', () => {
	it.each([
		['a few', 641, [1]],
		// Page 1 once more, since a row that is deleted meanwhile moves another one to a page that was read.
		['100', 551, [1, 2, 1]],
		['some hundred', 401, [1, 2, 3, 1]],
	])('%s: the reading ends with them', async (_, first, pages) => {
		const after = dateAt(first);
		const { seconds, ...told } = await list(await withLinks(650), ALL, { createdAfter: after });

		expect(seconds).toEqual(down(650, first));
		expect(told.hints).toEqual([]);
		expect(told.pages).toEqual(pages);
	});

	it('before a date, and between two', async () => {
		const service = await withLinks(250);
		const before = { createdBefore: dateAt(20) };
		expect((await list(service, ALL, before)).seconds).toEqual(down(19, 1));
		const between = { ...before, createdAfter: dateAt(10) };
		expect((await list(service, { limit: 5 }, between)).seconds).toEqual(down(19, 15));
		expect((await list(service, ALL, between)).seconds).toEqual(down(19, 10));
	});

	it('on a service that lists the oldest first, which is read whole', async () => {
		const service = await withLinks(450, true);
		const { seconds, pages } = await list(service, ALL, { createdAfter: dateAt(421) });

		expect(seconds).toEqual(down(450, 421).reverse());
		expect(new Set(pages)).toEqual(new Set([1, 2, 3, 4, 5]));
	});

	it('up to a limit, which counts these alone', async () => {
		const service = await withLinks(450);
		const newest = await list(service, { limit: 3 }, { createdAfter: dateAt(200) });
		expect([newest.seconds, newest.pages]).toEqual([[450, 449, 448], [1]]);

		const rising = await withLinks(450, true);
		const oldest = await list(rising, { limit: 3 }, { createdAfter: dateAt(200) });
		expect(oldest.seconds).toEqual([200, 201, 202]);
	});

	it('with a search, and with the most clicked first', async () => {
		const service = await serviceWith();
		const links = [5, 9, 7, 0].map((clicks, at) => ({ ...linkAt(at + 1), clicks }));
		service.seed('links', links);
		const byClicks = { ...ALL, sort: { order: 'click' } };
		const filters = { createdAfter: dateAt(2) };
		expect((await list(service, byClicks, filters)).seconds).toEqual([2, 3, 4]);

		const searched = await list(service, ALL, { createdAfter: dateAt(2), q: 'link-3' });
		expect(searched.seconds).toEqual([3]);
	});

	it.each([
		["a moment is read on the workflow's clock", "={{ new Date('2025-12-31T16:00:02Z') }}"],
		['a date without a zone as it stands', '2026-01-01T00:00:02'],
	])('%s', async (_, createdAfter) => {
		const service = await withLinks(3);
		const run = await runOn(
			service,
			{ resource: 'link', operation: 'getAll', ...ALL, filters: { createdAfter } },
			undefined,
			{ timezone: 'Asia/Singapore' },
		);
		expect(run.items.map(({ alias }) => alias)).toEqual(['link-3', 'link-2']);
	});

	it('keeps links without a date that can be read, and says so', async () => {
		const dates = [
			'2026-01-03 00:00:00',
			'2 days ago',
			'2026-01-02 00:00:00',
			'2026-01-01 00:00:00',
		];
		const { url } = await listen((response) => {
			const urls = dates.map((date, id) => ({ id: 4 - id, alias: `a${id}`, date }));
			answerJson(response, { error: 0, data: { maxpage: 1, urls } });
		});
		const run = await runNode({
			credentials: { baseUrl: url, apiKey: KEY },
			parameters: {
				...{ resource: 'link', operation: 'getAll' },
				filters: { createdAfter: '2026-01-02' },
			},
		});

		expect(run.items.map(({ alias }) => alias)).toEqual(['a0', 'a1', 'a2']);
		expect(run.hints.map(({ message }) => message).join()).toContain('no readable date');
	});
});
