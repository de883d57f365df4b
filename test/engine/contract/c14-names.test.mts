import { sleep, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { nodeDescription, runNode } from '../harness/index.mts';
import { runOperation } from '../operations/check.mts';
import { seededService } from '../operations/fixtures.mts';
import { pick } from '../operations/row.mts';
import { eventually } from '../support/eventually.mts';
import { textLike, textWith } from '../support/matchers.mts';
import { autoMap, errorOf, failedItems, ON_ERROR } from '../support/runs.mts';
import { createBodies, credentialsOf, requestLines, serviceWith } from '../support/service.mts';
import { numbered, PAGE } from '../support/sheet.mts';

async function run(
	service: Service,
	items: IDataObject[],
	parameters: INodeParameters = autoMap(),
	apiKey = service.apiKey,
) {
	const credentials = credentialsOf(service, { apiKey });
	return await runNode({ credentials, parameters, items, onError: ON_ERROR.Continue });
}

/** What a row with these columns sends; its error where it fails. */
async function sentFor(service: Service, columns: IDataObject): Promise<unknown> {
	service.clearRequests();
	const result = await run(service, [{ url: PAGE, ...columns }]);
	return failedItems(result)[0]?.error ?? createBodies(service)[0];
}

/** What a person does in the dashboard. */
async function byHand(service: Service, method: string, path: string, body?: object) {
	const headers = {
		authorization: `Bearer ${service.apiKey}`,
		'content-type': 'application/json',
	};
	const json = body && JSON.stringify(body);
	await fetch(`${service.url}${path}`, { method, headers, ...(json && { body: json }) });
}

/** Bodies of the creates, sorted: rows side by side arrive in any order. */
function sent(service: Service): unknown[] {
	return createBodies(service).toSorted((one, other) =>
		JSON.stringify(one).localeCompare(JSON.stringify(other)),
	);
}

/** What was read besides the links. */
function lookUps(service: Service): string[] {
	return requestLines(service).filter((line) => /^GET (?!\/api\/urls?\b)/.test(line));
}

const CAMPAIGNS = 'GET /api/campaigns?limit=100&page=1';
const CHANNELS = 'GET /api/channels?limit=100&page=1';

describe('names in the columns of the input', () => {
	it('are sent as IDs, with one reading of each list', async () => {
		const service = await seededService();
		service.seed('domains', [{ domain: 'http://old.example.com' }]);
		const items = [
			{ url: `${PAGE}/1`, Campaign: 'Summer', channel: ' mail ', Pixels: 'blog, 41' },
			{ url: `${PAGE}/2`, Campaign: 12, pixels: 'Shop cart', 'Redirect Type': 'Thank you' },
			{ url: `${PAGE}/3`, Campaign: '11', 'Redirect Type': 'Autumn sale' },
			{ url: `${PAGE}/4`, 'Redirect Type': 'Frame', domain: 'OLD.example.com' },
		];
		const { hints } = await run(service, items);

		expect(sent(service)).toEqual([
			{ url: `${PAGE}/1`, campaign: 12, channel: 21, pixels: [42, 41] },
			{ url: `${PAGE}/2`, campaign: 12, pixels: [43], type: '81' },
			{ url: `${PAGE}/3`, campaign: 11, type: 'overlay-71' },
			{ url: `${PAGE}/4`, type: 'frame', domain: 'http://old.example.com' },
		]);
		expect(hints.map(({ message }) => message)).toEqual(['4 created.']);
		const paths = lookUps(service).map((line) => line.replace(/\?.*/, ''));
		expect(paths.sort()).toEqual([
			...['GET /api/campaigns', 'GET /api/channels', 'GET /api/domains', 'GET /api/overlay'],
			...['GET /api/splash', 'GET /api/v1/pixels', 'GET /api/v1/pixels'],
		]);
		service.clearRequests();
		await run(service, items);
		expect(lookUps(service)).toEqual([]);
	});

	it('that are unknown or ambiguous fail by themselves', async () => {
		const service = await seededService();
		service.seed('campaigns', [{ id: 14, name: 'AUTUMN' }]);
		service.seed('campaigns', [{ id: 15, name: '2024' }]);
		const result = await run(service, [
			{ url: `${PAGE}/1`, campaign: 'Sumer' },
			{ url: `${PAGE}/2`, campaign: 'autumn' },
			{ url: `${PAGE}/3`, campaign: 'Summer' },
			{ url: `${PAGE}/4`, 'Campaign Name': 2024 },
		]);

		expect(sent(service)).toEqual([
			{ url: `${PAGE}/3`, campaign: 12 },
			{ url: `${PAGE}/4`, campaign: 15 },
		]);
		expect(failedItems(result)).toMatchObject([
			{
				error: 'There is no campaign "Sumer"',
				message: textLike(
					/^Existing campaigns: .+\. Enter one of these names or the ID, or create it first\. To create what is missing, set Options → .+ to Create It\. If the column campaign is/,
				),
			},
			{
				error: '"autumn" matches several records: campaign 14 (AUTUMN), campaign 13 (Autumn)',
				message: textLike(/^Enter the ID of the one you mean: 14 or 13\. If the column campaign/),
			},
		]);
		expect(lookUps(service)).toEqual([CAMPAIGNS]);
	});

	it('fail each by itself where the list cannot be read, and IDs go on', async () => {
		const service = await seededService();
		const path = '/api/campaigns';
		service.addFault({ match: { path }, kind: 'failureOn400', message: 'Not now.' });
		const rows = [
			{ url: `${PAGE}/1`, campaign: 'Summer' },
			{ url: `${PAGE}/2`, campaign: 12 },
			{ url: `${PAGE}/3` },
		];

		expect(failedItems(await run(service, rows))).toMatchObject([
			{
				error: 'The campaigns could not be read to look up "Summer": Not now.',
				message: textWith('An ID works without the list.'),
			},
		]);
		expect(sent(service)).toEqual([{ url: `${PAGE}/2`, campaign: 12 }, { url: `${PAGE}/3` }]);
		service.clearFaults();
		expect(failedItems(await run(service, rows))).toEqual([]);
	});

	it('are those of the one list where the install lacks the other', async () => {
		const service = await seededService();
		service.addFault({ match: { path: '/api/overlay' }, kind: 'redirect', location: '/login' });
		service.addFault({ match: { path: '/login' }, kind: 'html200' });
		const rows = ['Thank you', 'thank you'].map((name) => ({ url: PAGE, 'Redirect Type': name }));

		expect(failedItems(await run(service, rows))).toEqual([]);
		expect(createBodies(service)).toEqual(rows.map(({ url }) => ({ url, type: '81' })));
	});

	it('are not those of one list where a page comes in place of the other', async () => {
		const service = await seededService();
		service.addFault({ match: { path: '/api/overlay' }, kind: 'html200' });
		const [failure] = failedItems(
			await run(service, [{ url: PAGE, 'Redirect Type': 'Thank you' }]),
		);

		expect(failure?.error).toContain('The CTA overlays could not be read');
		expect(createBodies(service)).toEqual([]);
	});
});

/** `splashPage` is a splash page. */
const nounOf = (resource: string) =>
	resource.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

describe('names in fields', () => {
	const PIXELS = [
		'GET /api/v1/pixels?per_page=10&page=1',
		'GET /api/v1/pixels?per_page=100&page=1',
	];
	const ANY = { updateFields: { name: 'Any' } };
	const LINK = { linkId: pick('id', 101) };
	/** Every operation whose locator takes a name; what is read for it, what is sent, and what there is. */
	const NAMED: Array<
		[operation: string, name: string, more: INodeParameters, reads: string[], work: string]
	> = [
		['campaign.update', 'Summer', ANY, [CAMPAIGNS], 'PUT /api/campaign/12/update'],
		['campaign.assignLink', 'Summer', LINK, [CAMPAIGNS], 'POST /api/campaign/12/assign/101'],
		['channel.getItems', 'Mail', {}, [CHANNELS], 'GET /api/channel/21?limit=50&page=1'],
		['channel.update', 'Mail', ANY, [CHANNELS], 'PUT /api/channel/21/update'],
		['channel.assignItem', 'Mail', LINK, [CHANNELS], 'POST /api/channel/21/assign/links/101'],
		['pixel.get', 'Blog', {}, PIXELS, 'GET /api/v1/pixels/42'],
		['pixel.update', 'Blog', ANY, PIXELS, 'PUT /api/v1/pixels/42'],
	];

	it('are those of the description', () => {
		const texts = (values: unknown[] = []) => values.filter((one) => typeof one === 'string');
		const taking = nodeDescription().properties.flatMap(({ modes = [], displayOptions }) => {
			const { resource, operation } = displayOptions?.show ?? {};
			const isNamed = modes.some(({ name }) => name === 'name');
			return isNamed ? texts(operation).map((one) => [...texts(resource), one].join('.')) : [];
		});
		expect(NAMED.map(([operation]) => operation).sort()).toEqual(taking.sort());
	});

	it.each(NAMED)('of %s', async (operation, name, more, reads, work) => {
		const [resource = '', its = ''] = operation.split('.');
		const use = { resource, operation: its };
		const service = await seededService();
		const locator = `${resource}Id`;
		const found = await runOperation(service, use, { ...more, [locator]: pick('name', name) });

		expect(found.error).toBeUndefined();
		expect(requestLines(service)).toEqual([...reads, work]);
		service.clearRequests();
		const other = { ...more, [locator]: pick('id', '={{ "Nobody" }}') };
		expect(errorOf(await runOperation(service, use, other))).toEqual({
			message: `There is no ${nounOf(resource)} "Nobody"`,
			description: textWith('Enter one of these names or the ID, or create it first.'),
		});
		expect(requestLines(service)).not.toContain(work);
	});
});

it('a campaign that is updated without a name keeps the one it has now, whoever gave it', async () => {
	const service = await seededService();
	const byRow = {
		resource: 'campaign',
		operation: 'update',
		campaignId: pick('id', '={{ $json.id }}'),
		updateFields: { name: '={{ $json.name }}', public: true },
	};
	await run(service, [{ id: 11 }], byRow);
	await byHand(service, 'PUT', '/api/campaign/11/update', { name: 'Elsewhere' });
	service.clearRequests();
	const { items } = await run(
		service,
		[{ id: 11 }, { id: 12, name: 'New' }, { id: 12 }, { id: 999 }],
		byRow,
	);

	const updates = service.requests.filter(({ method }) => method === 'PUT');
	const names = updates.map(({ path, body }) => [path, (body as IDataObject).name]);
	expect(names.sort()).toEqual([
		['/api/campaign/11/update', 'Elsewhere'],
		['/api/campaign/12/update', 'New'],
		['/api/campaign/12/update', 'New'],
	]);
	expect(items[3]).toMatchObject({ error: 'No campaign of this account has the ID 999' });
});

async function withEscapedNames() {
	const service = await serviceWith();
	service.seed('campaigns', [{ id: 11, name: 'Q&amp;A &#039;26' }]);
	service.seed('channels', [{ id: 21, name: 'Q&amp;A' }]);
	service.seed('pixels', [{ id: 42, name: 'Q&amp;A' }]);
	return service;
}

it('a name that the service stores escaped for a page is found as a person writes it, and as the service shows it', async () => {
	const service = await withEscapedNames();
	const body = { url: PAGE, campaign: 11, channel: 21, pixels: [42] };
	const asWritten = { campaign: "Q&A '26", channel: 'q&a', pixels: 'Q&A' };
	expect(await sentFor(service, asWritten)).toEqual(body);
	const asShown = { campaign: 'Q&amp;A &#039;26', channel: 'Q&amp;A', pixels: 'Q&amp;A' };
	expect(await sentFor(service, asShown)).toEqual(body);
});

describe('a list that the node changes is read anew by every later run', () => {
	it('a campaign with the old name of another one is not mistaken for that', async () => {
		const service = await seededService();
		const row = async (campaign: string) => await sentFor(service, { campaign });
		const change = async (operation: string, parameters: INodeParameters) =>
			await runOperation(service, { resource: 'campaign', operation }, parameters);

		expect(await row('Summer')).toMatchObject({ campaign: 12 });
		await change('update', {
			campaignId: pick('name', 'Summer'),
			updateFields: { name: 'Last summer' },
		});
		expect(await row('Summer')).toMatch('There is no campaign "Summer"');
		await change('create', { name: 'Summer' });
		expect(await row('Summer')).toMatchObject({ campaign: 14 });
		await change('create', { name: 'SUMMER' });
		expect(await row('summer')).toMatch('"summer" matches several records: campaign');
		await change('delete', { campaignId: pick('id', 12) });
		expect(await row('Last summer')).toMatch('There is no campaign "Last summer"');
	});
});

it('a campaign that two items update keeps the name that one of them gives it', async () => {
	const service = await seededService();
	const updateFields = { name: '={{ $json.name }}', public: '={{ $json.public }}' };
	const items = [{ public: true }, { name: 'Easter', public: true }];
	const parameters = { campaignId: pick('id', 11), updateFields };
	await runOperation(service, { resource: 'campaign', operation: 'update' }, parameters, { items });

	expect(service.table('campaigns')).toContainEqual(
		expect.objectContaining({ id: 11, name: 'Easter' }),
	);
});

describe('the names of a list', () => {
	async function campaigns() {
		const service = await seededService();
		const reads = () => service.requests.filter(({ path }) => path === '/api/campaigns').length;
		/** The ID that a row sends for a name, or what it says. */
		const idOf = async (campaign: string) => {
			const { items } = await run(service, [{ url: PAGE, campaign }]);
			return items[0]?.error ?? (createBodies(service).at(-1) as IDataObject).campaign;
		};
		const rename = async (more: INodeParameters = {}) =>
			await runOperation(
				service,
				{ resource: 'campaign', operation: 'update' },
				{ campaignId: pick('id', 11), updateFields: { name: 'Easter' }, ...more },
			);
		return { service, reads, idOf, rename };
	}

	it('are used by other runs for a minute', async () => {
		const { reads, idOf } = await campaigns();
		await idOf('Summer');
		await sleep(59_000);
		await idOf('Autumn');
		expect(reads()).toBe(1);
		await sleep(1_000);
		expect(await idOf('Summer')).toBe(12);
		expect(reads()).toBe(2);
	});

	it('are read by a run itself, once, where one is not there', async () => {
		const { service, reads, idOf } = await campaigns();
		await idOf('Summer');
		service.seed('campaigns', [{ id: 15, name: 'Winter' }]);
		expect(await idOf('Winter')).toBe(15);
		expect(reads()).toBe(2);
		const unknown = Array.from({ length: 20 }, (_, number) => `Monsoon ${number}`);
		const { items } = await run(
			service,
			unknown.map((campaign) => ({ url: PAGE, campaign })),
		);
		expect(items[19]?.error).toMatch('There is no campaign "Monsoon 19"');
		expect(reads()).toBe(3);
	});

	it('are read anew, once, where the record of a name is gone that another run has read', async () => {
		const { service, reads, idOf } = await campaigns();
		service.seed('links', [{ url: `${PAGE}/1`, custom: 'row-1' }]);
		await idOf('Summer');
		for (const language of ['english', 'other'] as const) {
			await byHand(service, 'DELETE', `/api/campaign/${Number(await idOf('Summer'))}/delete`);
			await byHand(service, 'POST', '/api/campaign/add', { name: 'Summer' });
			const newId = service.table('campaigns').find(({ name }) => name === 'Summer')?.['id'];
			service.set({ variations: { language } });
			service.clearRequests();
			const rows = numbered(20, (number) => ({
				...{ url: `${PAGE}/${number}`, custom: `row-${number}`, campaign: 'Summer' },
				metatitle: language,
			}));
			const sheet = await run(service, rows, autoMap({ operation: 'upsert' }));

			expect(failedItems(sheet)).toEqual([]);
			expect(service.table('links').filter(({ campaign }) => campaign === newId)).toHaveLength(20);
			expect(reads()).toBe(1);
			// The next runs have one reading of their own.
			expect(await idOf('Summer')).toBe(newId);
			expect(await idOf('Autumn')).toBe(13);
			expect(reads()).toBe(2);
		}
	});

	it('are read anew by any operation, and what is missing then is created', async () => {
		const { service, reads, idOf } = await campaigns();
		const id = await idOf('Summer');
		service.seed('links', [{ id: 301, url: PAGE }]);
		await byHand(service, 'DELETE', `/api/campaign/${Number(id)}/delete`);
		const options = { ifMissing: 'create' };
		const created = await run(service, [{ url: PAGE, campaign: 'Summer' }], autoMap({ options }));
		expect(failedItems(created)).toEqual([]);
		expect(reads()).toBe(2);

		const newId = await idOf('Summer');
		await byHand(service, 'DELETE', `/api/campaign/${Number(newId)}/delete`);
		const [last] = service.seed('campaigns', [{ name: 'Summer' }]);
		const assigned = await runOperation(
			service,
			{ resource: 'campaign', operation: 'assignLink' },
			{ campaignId: pick('name', 'Summer'), linkId: pick('id', 301) },
		);
		expect(assigned.items).toMatchObject([{ assigned: true, campaignId: last }]);
	});

	it('are those of domains as well, where one is not there', async () => {
		const { service } = await campaigns();
		const row = (host: string) => [{ url: PAGE, Domain: host }];
		await run(service, row('go.example.com'));
		await byHand(service, 'POST', '/api/domain/add', { domain: 'https://new.example.com' });
		service.clearRequests();
		expect(failedItems(await run(service, row('new.example.com')))).toEqual([]);
		expect(failedItems(await run(service, row('other.example.com')))).toMatchObject([
			{ error: 'There is no domain other.example.com' },
		]);
		await run(service, row('go.example.com'));
		expect(lookUps(service).filter((line) => line.includes('/domains'))).toHaveLength(2);
	});

	it('do not change what a row says that is refused for another reason', async () => {
		const { service, reads, idOf } = await campaigns();
		await idOf('Summer');
		const match = { method: 'POST', path: '/api/url/add' };
		service.addFault({ match, kind: 'failureOn200', message: 'Not now.' });
		service.addFault({
			match: { path: '/api/campaigns' },
			kind: 'failureOn200',
			message: 'Not that either.',
		});
		service.clearRequests();
		const rows = numbered(5, (number) => ({
			url: PAGE,
			custom: `new-${number}`,
			campaign: 'Summer',
		}));
		const { items } = await run(service, rows, autoMap({ operation: 'upsert' }));

		expect(items.map(({ error }) => error)).toEqual(rows.map(() => 'Not now.'));
		expect(createBodies(service)).toHaveLength(5);
		expect(reads()).toBe(1);
	});

	it('are not read again by a run that could not read them', async () => {
		const { service, reads } = await campaigns();
		service.addFault({ match: { path: '/api/campaigns' }, kind: 'failureOn400' });
		const rows = [{ campaign: 'Summer' }, { campaign: '12' }, { campaign: 'Autumn' }, {}];
		const { items } = await run(
			service,
			rows.map((row) => ({ url: PAGE, ...row })),
		);
		expect(items.map(({ error }) => error !== undefined)).toEqual([true, false, true, false]);
		expect(reads()).toBe(1);
	});

	it('are read anew where they were being read at a change, by each run for itself', async () => {
		const { service, reads, idOf, rename } = await campaigns();
		// Only then do two runs send at once.
		await run(service, [{ url: PAGE }]);
		service.set({ latencyMs: 500 });
		const underWay = Promise.all([idOf('Summer'), idOf('Summer')]);
		await eventually(() => expect(reads()).toBe(2));
		service.set({ latencyMs: 0 });
		await rename();
		await underWay;
		await idOf('Summer');
		expect(reads()).toBe(3);
	});
});
