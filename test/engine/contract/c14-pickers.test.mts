import { sleep, type INodeListSearchResult } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runOn } from '../support/runs.mts';
import { type SeedKind, type SeedRow, type Service } from '../../service/index.mts';
import { listSearch, loadOptions, nodeDescription, runNode } from '../harness/index.mts';
import { recordWith, textLike, textWith } from '../support/matchers.mts';
import { credentialsOf, seedMany, serviceWith } from '../support/service.mts';
import { numbered } from '../support/sheet.mts';
import { Trigger } from '../support/trigger.mts';

/** Every list, with records whose names start with Alpha, Beta and Gamma. */
interface List {
	method: string;
	kind: SeedKind;
	path: string;
	/** The record of a name, where more than the name is told. */
	row?: (name: string) => SeedRow;
	/** What the list shows of it; default: name and id. */
	entry?: (name: string, id: number) => unknown;
}

const byAddress = (name: string) => ({ domain: addressOf(name) });
const byTitle = (name: string) => ({ title: name });

const endpoints: List[] = [
	{ method: 'searchCampaigns', kind: 'campaigns', path: '/api/campaigns' },
	{ method: 'searchChannels', kind: 'channels', path: '/api/channels' },
	{ method: 'searchSplashPages', kind: 'splash', path: '/api/splash' },
	{ method: 'searchCtaOverlays', kind: 'overlays', path: '/api/overlay' },
	{
		method: 'searchDomains',
		kind: 'domains',
		path: '/api/domains',
		row: byAddress,
		entry: (name, id) => ({ name: addressOf(name), value: id }),
	},
	{
		method: 'searchDomainAddresses',
		kind: 'domains',
		path: '/api/domains',
		row: byAddress,
		entry: (name) => ({ name: addressOf(name), value: addressOf(name) }),
	},
	{ method: 'searchQrCodes', kind: 'qrs', path: '/api/qr' },
	{
		method: 'searchPixels',
		kind: 'pixels',
		path: '/api/v1/pixels',
		entry: (name, id) => ({ name: `${name} – Meta (Facebook)`, value: id }),
	},
	{
		method: 'searchLinks',
		kind: 'links',
		path: '/api/urls',
		row: byTitle,
		entry: (name, id) => ({ name: textWith(` – ${name}`), value: id }),
	},
	{
		method: 'searchLinkAddresses',
		kind: 'links',
		path: '/api/urls',
		row: byTitle,
		entry: (name) => ({ name: textWith(` – ${name}`), value: textLike(/^http/) }),
	},
];
const NAMES = ['Alpha one', 'Beta two', 'Gamma three'];

function addressOf(name: string): string {
	return `https://${name.toLowerCase().replace(' ', '-')}.example.com`;
}

/** Searches a list of a service, as somebody types into it. */
function searchOf(service: Service, method: string) {
	const search = { method, credentials: credentialsOf(service) };
	return async (filter?: string) =>
		(await listSearch({ ...search, ...(filter && { filter }) })).results;
}

function valuesOf(results: INodeListSearchResult['results']): unknown[] {
	return results.map(({ value }) => value);
}

describe('every list', () => {
	it.each(endpoints)('$method shows records by name, newest first, and searches', async (list) => {
		const { method, kind, path, row = (name) => ({ name }), entry } = list;
		const service = await serviceWith();
		const ids = service.seed(kind, NAMES.map(row));
		const entries = NAMES.map((name, index) => {
			const id = ids[index] ?? 0;
			return entry?.(name, id) ?? { name, value: id };
		});
		const search = searchOf(service, method);

		expect((await search()).slice(0, 3)).toEqual(entries.toReversed());
		// One request more tells whose pixels there are.
		const requests = kind === 'pixels' ? 2 : 1;
		expect(service.requests.map((sent) => `${sent.method} ${sent.path}`)).toEqual(
			Array(requests).fill(`GET ${path}`),
		);
		expect(await search(' Beta ')).toEqual([entries[1]]);
		expect(await search('nothing')).toEqual([]);
		service.addFault({ match: {}, kind: 'failureOn200', message: 'Not now.' });
		// On the clock that is put forward: names are remembered for a minute.
		await sleep(60_000);
		await expect(search()).rejects.toThrow('Not now.');
	});

	it('is one that a locator uses, and is tested here', () => {
		const used = ['linkShortener', 'linkShortenerTrigger'].flatMap((name) => {
			const { properties } = nodeDescription(`n8n-nodes-link-shortener.${name}`);
			const methods = JSON.stringify(properties).matchAll(/"searchListMethod":"(\w+)"/g);
			return [...methods].map(([, method = '']) => method);
		});
		const tested = endpoints.map(({ method }) => method);

		expect(tested.toSorted()).toEqual([...new Set(used)].sort());
	});

	it('says what is wrong with the credential', async () => {
		const service = await serviceWith();
		const show = async (wrong: { apiKey: string } | { baseUrl: string }) =>
			await listSearch({ method: 'searchLinks', credentials: credentialsOf(service, wrong) });

		await expect(show({ apiKey: 'wrong' })).rejects.toMatchObject({
			message: textWith('API key'),
			description: textWith('Copy the key from your account settings'),
		});
		await expect(show({ baseUrl: 'ftp://go.example.com' })).rejects.toThrow('ftp://');
	});

	it('shows of a link what differs first, and is searched by its whole short URL', async () => {
		const service = await serviceWith();
		const ids = service.seed('links', [
			{ alias: 'summer', title: 'Summer sale' },
			{ alias: 'winter', url: 'https://www.example.com/winter?a=1' },
		]);
		const { host } = new URL(service.url);
		const names = [`${host}/winter – www.example.com/winter?a=1`, `${host}/summer – Summer sale`];
		for (const method of ['searchLinks', 'searchLinkAddresses']) {
			const search = searchOf(service, method);
			expect((await search()).map(({ name }) => name)).toEqual(names);
			expect((await search(`http://${host}/summ`)).map(({ name }) => name)).toEqual([names[1]]);
			expect((await search(`${host}/winter`)).map(({ name }) => name)).toEqual([names[0]]);
		}
		expect(valuesOf(await searchOf(service, 'searchLinks')())).toEqual(ids.toReversed());
	});

	it('finds a link by a short URL whose alias is too short for a search', async () => {
		const service = await serviceWith();
		const [id] = service.seed('links', [{ alias: 'may' }, { alias: 'june' }]);

		expect(valuesOf(await searchOf(service, 'searchLinks')(`${service.url}/may`))).toEqual([id]);
	});

	it('searches for a text with a slash as it is', async () => {
		const service = await serviceWith();
		const [id] = service.seed('links', [{ title: 'Spring/Summer' }]);
		seedMany(service, 'links', 150);

		expect(valuesOf(await searchOf(service, 'searchLinks')('Spring/Summer'))).toEqual([id]);
	});

	it('finds what is new since another search', async () => {
		const service = await serviceWith();
		const search = searchOf(service, 'searchCampaigns');
		expect(await search('Spring')).toEqual([]);
		const ids = service.seed('campaigns', [{ name: 'Spring' }]);

		expect(valuesOf(await search('Spring'))).toEqual(ids);
	});

	it('opens where a page takes 12 s, and the polls of a slower host go on after one that does not', async () => {
		const service = await serviceWith({ hosting: { takesMs: { list: 12_000 } } });
		seedMany(service, 'links', 3);
		const search = searchOf(service, 'searchLinks');
		expect(await search()).toHaveLength(3);

		service.set({ hosting: { takesMs: { list: 25_000 } } });
		const trigger = new Trigger(service, { event: 'linkCreated' });
		await trigger.poll();
		await expect(search()).rejects.toThrow('did not respond');
		for (const _ of [1, 2]) {
			seedMany(service, 'links', 1);
			await sleep(60_000);
			expect(await trigger.poll()).toHaveLength(1);
		}
	});

	it('tells records of one name apart by their ids', async () => {
		const service = await serviceWith();
		service.seed('channels', [
			{ id: 11, name: 'Summer' },
			{ id: 12, name: 'Spring' },
			{ id: 13, name: 'Summer' },
		]);

		expect(await searchOf(service, 'searchChannels')()).toEqual([
			{ name: 'Summer (#13)', value: 13 },
			{ name: 'Spring', value: 12 },
			{ name: 'Summer (#11)', value: 11 },
		]);
	});
});

describe('the list of pixels to choose several of', () => {
	it('has names, platforms and ids', async () => {
		const service = await serviceWith();
		const credentials = credentialsOf(service);
		const options = async () => await loadOptions({ method: 'getPixels', credentials });
		expect(await options()).toEqual([]);
		service.seed('pixels', [{ name: 'Shop' }, { name: 'Shop', type: 'quora' }, { name: 'Shop' }]);

		expect(await options()).toEqual([
			{ name: 'Shop – Meta (Facebook) (#3)', value: 3 },
			{ name: 'Shop – Quora', value: 2 },
			{ name: 'Shop – Meta (Facebook) (#1)', value: 1 },
		]);
		await expect(
			loadOptions({ method: 'getPixels', credentials: { ...credentials, apiKey: 'wrong' } }),
		).rejects.toMatchObject({ description: textWith('Copy the key from your account settings') });
	});

	it('has the first 500 and no more', async () => {
		const service = await serviceWith();
		seedMany(service, 'pixels', 620);
		const options = await loadOptions({ method: 'getPixels', credentials: credentialsOf(service) });

		expect(options).toHaveLength(500);
		expect(options[0]).toEqual(recordWith({ value: 620 }));
		expect(service.requests).toHaveLength(1 + 5);
	});
});

it.each([
	['getCountries', { name: 'Canada (CA)', value: 'Canada' }],
	['getLanguages', { name: 'French (fr)', value: 'fr' }],
])('%s has its list without a request', async (method, entry) => {
	const service = await serviceWith();

	expect(await loadOptions({ method, credentials: credentialsOf(service) })).toContainEqual(entry);
	expect(service.requests).toEqual([]);
});

describe('a long list', () => {
	async function withCampaigns(count: number) {
		const service = await serviceWith();
		seedMany(service, 'campaigns', count, (number) => ({ name: `Number ${number}` }));
		const method = 'searchCampaigns';
		return { service, credentials: credentialsOf(service), search: searchOf(service, method) };
	}

	it('is shown whole, and searching it costs nothing', async () => {
		const { service, search } = await withCampaigns(250);

		expect(valuesOf(await search())).toEqual(numbered(250, (number) => 251 - number));
		expect(service.requests).toHaveLength(3);
		expect(await search('Number 123')).toEqual([{ name: 'Number 123', value: 123 }]);
		expect(service.requests).toHaveLength(3);
	});

	it('is read once to be searched, and typing on costs nothing', async () => {
		const { service, search } = await withCampaigns(1_150);

		expect(await search('Number 123')).toEqual([{ name: 'Number 123', value: 123 }]);
		const once = service.requests.length;
		expect(once).toBeLessThanOrEqual(14);
		expect(await search('number 1')).toHaveLength(262);
		expect(service.requests).toHaveLength(once);
	});

	it('shows what was created since it was read before, by whomever', async () => {
		const { service, credentials, search } = await withCampaigns(10);
		expect(await search('fresh')).toEqual([]);
		const parameters = { resource: 'campaign', operation: 'create', name: 'Fresh' };
		await runNode({ credentials, parameters });
		expect(await search('fresh')).toHaveLength(1);
		service.seed('campaigns', [{ name: 'Elsewhere' }]);
		// On the clock that is put forward: names are remembered for a minute.
		await sleep(60_000);
		expect(await search('elsewhere')).toHaveLength(1);
		expect((await search())[0]?.name).toBe('Elsewhere');
	});

	it('shows a QR code without a name by its ID', async () => {
		const service = await serviceWith();
		service.seed('qrs', [{ id: 7, name: '' }]);
		expect(await searchOf(service, 'searchQrCodes')()).toEqual([{ name: '#7', value: 7 }]);
	});

	it('shows a QR code that was just created', async () => {
		const service = await serviceWith();
		const search = searchOf(service, 'searchQrCodes');
		expect(await search('fresh')).toEqual([]);
		const content = { type: 'text', text: 'x', additionalFields: { name: 'Fresh' } };
		const parameters = { resource: 'qrCode', operation: 'create', ...content };
		await runOn(service, parameters);
		expect(await search('fresh')).toHaveLength(1);
	});
});

it('the list of links has the newest 100, however many there are, and finds others', async () => {
	const service = await serviceWith();
	service.seed('links', [{ id: 1, title: 'Oldest' }]);
	seedMany(service, 'links', 300, { title: 'Other' });
	const search = searchOf(service, 'searchLinks');

	const values = valuesOf(await search());
	expect(values).toHaveLength(100);
	expect(values).not.toContain(1);
	expect(valuesOf(await search('oldest'))).toEqual([1]);
	expect(service.requests).toHaveLength(2);
});

it('the search for links is left to the service from four characters on', async () => {
	const service = await serviceWith();
	service.seed('links', [{ title: 'Newsletter' }, { title: 'News' }, { title: 'Other' }]);
	const search = searchOf(service, 'searchLinks');

	expect(await search('new')).toHaveLength(2);
	expect(await search('news')).toHaveLength(2);
	expect(service.requests.map(({ query }) => query.q)).toEqual([undefined, 'news']);
	seedMany(service, 'links', 200, { title: 'Other' });
	await expect(search('§§§')).rejects.toThrow('Type at least 4 characters');
});
