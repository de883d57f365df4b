import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service, ServiceOptions } from '../../service/index.mts';
import { nodeDescription, runNode, type RunResult } from '../harness/index.mts';
import { runOperation } from '../operations/check.mts';
import { type ListRow, listRows } from '../operations/lists.mts';
import { nameOf } from '../operations/table.mts';
import { answerJson, listen } from '../support/listener.mts';
import { textWith } from '../support/matchers.mts';
import { errorOf, runOn } from '../support/runs.mts';
import { KEY, seedMany, serviceWith } from '../support/service.mts';
import { times } from '../support/sheet.mts';

/** In the envelope, of several kinds in one, and without the envelope. */
const endpoints = ['link.getAll', 'channel.getItems', 'file.getAll'];

interface Differing {
	name: string;
	options: Partial<ServiceOptions>;
	/** The lists that read the difference. */
	readBy: readonly string[];
}

function varied(variations: ServiceOptions['variations'], readBy = endpoints): Differing {
	return { name: JSON.stringify(variations), options: { variations }, readBy };
}

const DIFFERING: Differing[] = [
	{ name: 'as described', options: {}, readBy: listRows.map(nameOf) },
	varied({ numbersAsStrings: true }, ['channel.getItems']),
	varied({ resultIsTotal: true }),
	varied({ overlayCollectionKey: 'overlay' }, ['ctaOverlay.getAll']),
	varied({ pixelList: 'bareArray' }, ['pixel.getAll']),
	varied({ pixelList: 'nested' }, ['pixel.getAll']),
	varied({ ascendingLists: true }),
	{ name: 'limit not honored', options: { honoursLimit: false }, readBy: endpoints },
	{ name: 'smaller pages than asked for', options: { maxLimit: 40 }, readBy: endpoints },
	{ name: 'the links product', options: { product: 'links' }, readBy: ['pixel.getAll'] },
	{
		name: 'much at once',
		options: {
			maxLimit: 40,
			variations: {
				numbersAsStrings: true,
				errorValue: 'boolean',
				resultIsTotal: true,
				pixelList: 'nested',
				ascendingLists: true,
			},
		},
		readBy: [...endpoints, 'pixel.getAll'],
	},
];

/** Runs a list operation on a long list; `pages` are the numbers of the pages it asked for. */
async function list(
	row: ListRow,
	options: Partial<ServiceOptions>,
	all: { returnAll: true } | { limit: 150 },
) {
	const service = await serviceWith(options);
	const newestFirst = row.fill(service);
	const turned = options.variations?.ascendingLists === true && row.ordered === undefined;
	const run = await runOperation(service, row, { ...row.parameters, ...all });
	// Without the lists that tell whose pixels there are; one of them is not there.
	const isThere = ({ status }: { status: number }) => status !== 404;
	const numbers = service.requests.filter(isThere).map(({ query }) => String(query.page));
	expect(run.error).toBeUndefined();
	expect(run.hints).toEqual([]);
	return {
		names: run.items.map(row.name),
		all: turned ? newestFirst.toReversed() : newestFirst,
		pages: row.resource === 'pixel' ? numbers.slice(1) : numbers,
	};
}

const lists = listRows.map((row) => ({ name: nameOf(row), row }));

describe.each(DIFFERING)('a long list of a service: $name', ({ options, readBy }) => {
	it.each(lists.filter(({ name }) => readBy.includes(name)))(
		'$name with Return All',
		async ({ row }) => {
			const { names, all, pages } = await list(row, options, { returnAll: true });
			expect(names).toEqual(all);
			// Page 1 and the last one once more to see whether rows moved; page 1 where the end is not known.
			const again = pages.filter((page, index) => pages.indexOf(page) !== index);
			const last = String(new Set(pages).size);
			expect([['1', last], ['1']]).toContainEqual(again.sort());
		},
	);
});

describe('a list whose rows move while it is read', () => {
	const COUNT = 350;

	/** A service of which somebody changes the list of links, newest first, behind each page that it shows. */
	async function listedOn(
		change: (ids: number[], page: number) => void,
		wanted: INodeParameters = { returnAll: true },
	): Promise<RunResult> {
		const ids = Array.from({ length: COUNT }, (_, index) => COUNT - index);
		const { url } = await listen((response, address) => {
			const query = new URL(address, 'http://any').searchParams;
			const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
			const urls = ids
				.slice((page - 1) * limit, page * limit)
				.map((id) => ({ id, alias: `${id}` }));
			const data = { result: ids.length, maxpage: Math.ceil(ids.length / limit), urls };
			answerJson(response, { error: '0', data });
			change(ids, page);
		});
		return await runNode({
			credentials: { baseUrl: url, apiKey: KEY },
			parameters: { resource: 'link', operation: 'getAll', ...wanted },
		});
	}

	const idsOf = ({ items }: RunResult) => items.map(({ id }) => Number(id));

	it.each([
		// A row behind it slips to a page that was read.
		{ place: 0, behindPage: 1, missing: 1, hints: 1 },
		// All that moves is read later.
		{ place: 150, behindPage: 1, missing: 0, hints: 0 },
	])('is read once, and says that one may be missing: %o', async (given) => {
		let left: number[] = [];
		const run = await listedOn((ids, page) => {
			if (page !== given.behindPage || left.length > 0) return;
			ids.splice(given.place, 1);
			left = ids;
		});
		const ids = idsOf(run);

		expect(ids).toEqual([...new Set(ids)]);
		expect(left).toHaveLength(COUNT - 1);
		expect(left.filter((id) => !ids.includes(id))).toHaveLength(given.missing);
		const said = { message: textWith('while the list was being read') };
		expect(run.hints).toMatchObject(times(given.hints, said));
	});

	it('says so with a Limit, too, and returns no more', async () => {
		const remove = (ids: number[], page: number) => {
			if (page === 1) ids.splice(0, 1);
		};
		const run = await listedOn(remove, { limit: 250 });

		expect(run.items).toHaveLength(250);
		expect(run.hints).toMatchObject([{ message: textWith('while the list was being read') }]);
	});

	it('returns no row twice when one is created at the top', async () => {
		const before = Array.from({ length: COUNT }, (_, index) => COUNT - index);
		const run = await listedOn((ids, page) => {
			if (page === 1) ids.unshift(COUNT + ids.length);
		});

		expect(idsOf(run)).toEqual(before);
	});
});

const FILTERS = listRows.flatMap((row) => {
	const own = nodeDescription().properties.find(
		({ name, displayOptions }) =>
			name === 'filters' && displayOptions?.show?.resource?.includes(row.resource),
	);
	return (own?.options ?? []).map(({ name }) => ({ list: nameOf(row), filter: name, row }));
});

describe('a filter that turns out empty', () => {
	it.each(FILTERS)('$list fails for $filter, and not if it was left empty', async (one) => {
		const service = await serviceWith();
		const run = async (value: string) =>
			await runOperation(service, one.row, { filters: { [one.filter]: value } });

		for (const value of ['={{ $json.nothing }}', '={{ false }}']) {
			expect(errorOf(await run(value))).toMatchObject({
				message: textWith(' is empty'),
				description: textWith('Everything would be returned.'),
			});
		}
		expect(service.requests).toEqual([]);
		expect((await run('')).error).toBeUndefined();
	});
});

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

async function listLinks(service: Service, more: INodeParameters, filters: INodeParameters = {}) {
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
		const { seconds, ...told } = await listLinks(await withLinks(650), ALL, {
			createdAfter: after,
		});

		expect(seconds).toEqual(down(650, first));
		expect(told.hints).toEqual([]);
		expect(told.pages).toEqual(pages);
	});

	it('before a date, and between two', async () => {
		const service = await withLinks(250);
		const before = { createdBefore: dateAt(20) };
		expect((await listLinks(service, ALL, before)).seconds).toEqual(down(19, 1));
		const between = { ...before, createdAfter: dateAt(10) };
		expect((await listLinks(service, { limit: 5 }, between)).seconds).toEqual(down(19, 15));
		expect((await listLinks(service, ALL, between)).seconds).toEqual(down(19, 10));
	});

	it('on a service that lists the oldest first, which is read whole', async () => {
		const service = await withLinks(450, true);
		const { seconds, pages } = await listLinks(service, ALL, { createdAfter: dateAt(421) });

		expect(seconds).toEqual(down(450, 421).reverse());
		expect(new Set(pages)).toEqual(new Set([1, 2, 3, 4, 5]));
	});

	it('up to a limit, which counts these alone', async () => {
		const service = await withLinks(450);
		const newest = await listLinks(service, { limit: 3 }, { createdAfter: dateAt(200) });
		expect([newest.seconds, newest.pages]).toEqual([[450, 449, 448], [1]]);

		const rising = await withLinks(450, true);
		const oldest = await listLinks(rising, { limit: 3 }, { createdAfter: dateAt(200) });
		expect(oldest.seconds).toEqual([200, 201, 202]);
	});

	it('with a search, and with the most clicked first', async () => {
		const service = await serviceWith();
		const links = [5, 9, 7, 0].map((clicks, at) => ({ ...linkAt(at + 1), clicks }));
		service.seed('links', links);
		const byClicks = { ...ALL, sort: { order: 'click' } };
		const filters = { createdAfter: dateAt(2) };
		expect((await listLinks(service, byClicks, filters)).seconds).toEqual([2, 3, 4]);

		const searched = await listLinks(service, ALL, { createdAfter: dateAt(2), q: 'link-3' });
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
