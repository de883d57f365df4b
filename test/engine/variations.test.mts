import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	expectOutput,
	expectSchema,
	expectSent,
	runCase,
	runOperation,
} from './operations/check.mts';
import {
	described,
	installs,
	installsBy,
	isTouched,
	messageOn,
	outputOn,
	requestsOn,
	type Install,
} from './operations/installs.mts';
import { listRows, LONG, type ListRow } from './operations/lists.mts';
import { casesOf, pick, type OperationRow } from './operations/row.mts';
import { nameOf, operationRows } from './operations/table.mts';
import { seededService } from './operations/fixtures.mts';
import { textLike } from './support/matchers.mts';
import { errorOf } from './support/runs.mts';
import { serviceWith } from './support/service.mts';

const named = operationRows.map((row) => ({ name: nameOf(row), row }));

function eachOf(list: Install[]) {
	return list.map((install) => ({ what: install.name, install }));
}

/** The operations of which an install answers any request otherwise. */
function touchedBy(install: Install) {
	return named.filter(({ row }) => isTouched(install, row));
}

/** As described is what the operations are tried on anyway. */
const succeeding = eachOf(installs).filter(
	({ install }) => install !== described && touchedBy(install).length > 0,
);

/** Every case where all is different at once, and where the pixels are others; else two of each operation. */
function examplesOn(install: Install, row: OperationRow) {
	const isAlone = Object.keys(install.options.variations ?? {}).length === 1;
	return casesOf(row).slice(0, isAlone ? 2 : undefined);
}

describe.each(succeeding)('an install with $what', ({ install }) => {
	it.each(touchedBy(install))('$name gives the same', async ({ row }) => {
		for (const [, example] of examplesOn(install, row)) {
			const service = await seededService(install.options);
			const run = await runCase(service, row, example);

			expectSent(service, example, requestsOn(install, row, example));
			const message = messageOn(install, example);
			if (message === undefined) {
				expectOutput(run, [outputOn(install, example, service.url)]);
				expectSchema(row, run.items, [...(example.beyondSchema ?? []), ...INSTALL_FIELDS]);
			} else {
				expect(errorOf(run)).toEqual({ message, description: textLike(/\w{3}/) });
			}
			await service.stop();
		}
	});
});

/** One operation of each form of failure: the envelope, the pixels' own, a create, a link looked for. */
const FORMS = /^GET \/api\/(account|urls|v1)|^POST \/api\/(url\/add|channel\/add|v1)/;

const failing: Install[] = [
	...installsBy(
		'errorValue',
		'errorOnFailureStatus',
		'failureMessageKey',
		'pixelFailures',
		'product',
	).map((install) => ({ ...install, touches: touchesOf(install) })),
	{
		touches: FORMS,
		name: 'refusedKeyStatus 403',
		options: {
			variations: {
				errorOnFailureStatus: '4xx',
				refusedKeyStatus: 403,
				pixelFailures: 'envelope',
				failureMessageKey: 'msg',
			},
		},
	},
];

/** A difference of its own shows in each form; with all at once, all are tried. */
function touchesOf({ touches, options: { variations = {} } }: Install): RegExp | undefined {
	return Object.keys(variations).length < 2 ? FORMS : touches;
}

describe.each(eachOf(failing))('a failure of an install with $what', ({ install }) => {
	it.each(touchedBy(install))('$name tells of a wrong key', async ({ row }) => {
		const service = await seededService(install.options);
		const run = await runOperation(service, row, row.minimal.parameters, {
			credentials: { baseUrl: service.url, apiKey: 'wrong' },
		});
		expect(errorOf(run)).toEqual({
			message: 'A valid API key is required to use this service.',
			description:
				'The service does not accept the API key. Copy the key from your account settings in the service into the Link Shortener API credential; a new key replaces the old one, and some web servers drop the Authorization header unless configured to pass it on.',
		});
	});

	it.each(refusalsOn(install))('$name says: $message', async ({ row, parameters, message }) => {
		const service = await seededService(install.options);
		const run = await runOperation(service, row, parameters);
		expect(run.error).toMatchObject({ message, description: textLike(/\w{3}/) });
	});
});

const paging = installsBy(
	'numbersAsStrings',
	'lastNextPage',
	'resultIsTotal',
	'overlayCollectionKey',
	'campaignNameUnderDomain',
	'pixelList',
	'ascendingLists',
	'honoursLimit',
	'maxLimit',
	'product',
);

/** What installs add to the records of a link (seen on real installs). */
const INSTALL_FIELDS = ['uniqueclicks', 'domain', 'campaign', 'channel', 'title', 'description'];

interface Refusal {
	name: string;
	row: OperationRow;
	parameters: INodeParameters;
	message: string;
}

function refusalsOn(install: Install): Refusal[] {
	const isLinks = install.options.product === 'links';
	return touchedBy(install).flatMap(({ name, row }) =>
		(row.unknown ?? []).map(({ parameters, message, onLinks = message }) => ({
			name,
			row,
			parameters,
			message: isLinks ? onLinks : message,
		})),
	);
}

function hasList(install: Install, list: ListRow): boolean {
	return touchedBy(install).some(({ name }) => name === nameOf(list));
}

describe.each(eachOf(paging))('a long list on an install with $what', ({ install }) => {
	const touched = listRows.filter((row) => hasList(install, row));

	it.each(touched)('$resource.$operation with Return All', async (row) => {
		const { run, all, pages } = await list(row, install, { returnAll: true });
		expect(run.error).toBeUndefined();
		expect(run.items.map(row.name)).toEqual(all);
		expect(run.hints).toEqual([]);
		// Page 1 and the last one once more to see whether rows moved; all where the end is not known.
		const again = pages.filter((page, index) => pages.indexOf(page) !== index);
		const each = [...new Set(pages)];
		const last = String(each.length);
		expect([['1', last], each.sort(), [...each, last].sort()]).toContainEqual(again.sort());
	});

	// A limit ends any of them the same way; which pages are read is for api/lists.
	if (install !== described && !install.name.startsWith('everything')) return;

	it.each(touched)('$resource.$operation with Limit', async (row) => {
		const { run, all, pages } = await list(row, install, { limit: 150 });
		expect(run.error).toBeUndefined();
		expect(run.items.map(row.name)).toEqual(all.slice(0, 150));
		expect(pages).toEqual([...new Set(pages)]);
	});
});

describe('a long list takes no more requests than it needs', () => {
	it.each([
		{ limit: 1, requests: 1 },
		{ limit: 100, requests: 1 },
		{ limit: 101, requests: 2 },
		{ limit: 150, requests: 2 },
		{ limit: 201, requests: 3 },
		{ limit: LONG, requests: 3 },
	])('Limit $limit', async ({ limit, requests }) => {
		for (const row of listRows) {
			const { run, all, pages } = await list(row, described, { limit });
			expect(run.items.map(row.name)).toEqual(all.slice(0, limit));
			expect(pages.sort()).toEqual(
				Array.from({ length: requests }, (_, index) => String(index + 1)),
			);
		}
	});

	it('Limit beyond the end', async () => {
		for (const row of listRows) {
			const { run, all, pages } = await list(row, described, { limit: 1000 });
			expect(run.items.map(row.name)).toEqual(all);
			expect(pages).toEqual(['1', '3', '2', '3', '1']);
		}
	});
});

/** Runs a list operation on a long list; `pages` are the numbers of the pages it asked for. */
async function list(row: ListRow, { options }: Install, parameters: INodeParameters) {
	const service = await serviceWith(options);
	const newestFirst = row.fill(service);
	const turned = options.variations?.ascendingLists === true && row.ordered === undefined;
	const all = turned ? newestFirst.toReversed() : newestFirst;
	const run = await runOperation(service, row, { ...row.parameters, ...parameters });
	// Without the lists that tell whose pixels there are; one of them is not there.
	const isThere = ({ status }: { status: number }) => status !== 404;
	const numbers = service.requests.filter(isThere).map(({ query }) => String(query.page));
	const pages = row.resource === 'pixel' ? numbers.slice(1) : numbers;
	return { run, all, pages };
}

describe('the tenth type of pixels', () => {
	const row = { resource: 'pixel', operation: 'create' };

	it.each([
		{ install: 'twitter', type: 'twitter' },
		{ install: 'x', type: '={{ "x" }}' },
	] as const)('is $install where the install says so', async ({ install, type }) => {
		const service = await serviceWith({ variations: { tenthPixelType: install } });
		const created = await runOperation(service, row, { name: 'Tenth', type, value: '1' });
		expect(created.items).toMatchObject([{ name: 'Tenth', type: install }]);
		const [id = 0] = service.seed('pixels', [{}]);
		const updated = await runOperation(
			service,
			{ resource: 'pixel', operation: 'update' },
			{ pixelId: pick('id', id), updateFields: { type } },
		);
		expect(updated.items).toEqual([{ updated: true, id, type: install }]);
		const found = await runOperation(
			service,
			{ resource: 'pixel', operation: 'getAll' },
			{ filters: { type } },
		);
		expect(found.items).toHaveLength(2);
	});

	it.each([
		{ install: 'x', type: 'twitter' },
		{ install: 'twitter', type: '={{ "x" }}' },
	] as const)('is refused by an install that says $install', async ({ install, type }) => {
		const service = await serviceWith({ variations: { tenthPixelType: install } });
		const run = await runOperation(service, row, { name: 'Tenth', type, value: '1' });
		expect(errorOf(run)).toEqual({
			message: 'The selected type is invalid.',
			description:
				'type: The selected type is invalid.\nThe service refused the request for this reason. Change what it objects to and try again.',
		});
	});
});
