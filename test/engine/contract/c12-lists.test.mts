import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { ServiceOptions } from '../../service/index.mts';
import { nodeDescription, runNode, type RunResult } from '../harness/index.mts';
import { runOperation } from '../operations/check.mts';
import { listRows, type ListRow } from '../operations/lists.mts';
import { nameOf } from '../operations/table.mts';
import { answerJson, listen } from '../support/listener.mts';
import { textWith } from '../support/matchers.mts';
import { errorOf } from '../support/runs.mts';
import { KEY, serviceWith } from '../support/service.mts';
import { times } from '../support/sheet.mts';

/** In the envelope, of several kinds in one, and without the envelope. */
const endpoints = ['link.getAll', 'channel.getItems', 'file.getAll'];
const FORMS = [...endpoints, 'pixel.getAll'];

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
		readBy: FORMS,
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

		expect(errorOf(await run('={{ $json.nothing }}'))).toMatchObject({
			message: textWith(' is empty'),
			description: textWith('Everything would be returned.'),
		});
		expect(service.requests).toEqual([]);
		expect((await run('')).error).toBeUndefined();
	});
});
