import { describe, expect, it } from 'vitest';
import type { SeedKind, SeedRow } from '../../service/index.mts';
import { listSearch, loadOptions, nodeDescription, runNode } from '../harness/index.mts';
import { deadAddress } from '../support/listener.mts';
import { recordWith, textLike, textWith } from '../support/matchers.mts';
import { createOf } from '../support/runs.mts';
import { createBodies, credentialsOf, KEY, serviceWith } from '../support/service.mts';

/** Every list, with records whose names start with Alpha, Beta and Gamma. */
interface List {
	method: string;
	kind: SeedKind;
	path: string;
	row: (name: string) => SeedRow;
	entry: (name: string, id: number) => unknown;
}

const byName = (name: string) => ({ name });
const byId = (name: string, id: number) => ({ name, value: id });

const LISTS: List[] = [
	{
		method: 'searchCampaigns',
		kind: 'campaigns',
		path: '/api/campaigns',
		row: byName,
		entry: byId,
	},
	{
		method: 'searchChannels',
		kind: 'channels',
		path: '/api/channels',
		row: byName,
		entry: byId,
	},
	{
		method: 'searchCtaOverlays',
		kind: 'overlays',
		path: '/api/overlay',
		row: byName,
		entry: (name, id) => ({ name: `${name} – message`, value: id }),
	},
	{
		method: 'searchDomains',
		kind: 'domains',
		path: '/api/domains',
		row: (name) => ({ domain: addressOf(name) }),
		entry: (name, id) => ({ name: addressOf(name), value: id }),
	},
	{
		method: 'searchDomainAddresses',
		kind: 'domains',
		path: '/api/domains',
		row: (name) => ({ domain: addressOf(name) }),
		entry: (name) => ({ name: addressOf(name), value: addressOf(name) }),
	},
	{
		method: 'searchSplashPages',
		kind: 'splash',
		path: '/api/splash',
		row: byName,
		entry: byId,
	},
	{
		method: 'searchQrCodes',
		kind: 'qrs',
		path: '/api/qr',
		row: byName,
		entry: (name, id) => ({ name, value: id, url: textLike(/^http.*\/qr\//) }),
	},
	{
		method: 'searchPixels',
		kind: 'pixels',
		path: '/api/v1/pixels',
		row: byName,
		entry: (name, id) => ({ name: `${name} – Meta (Facebook)`, value: id }),
	},
	{
		method: 'searchLinks',
		kind: 'links',
		path: '/api/urls',
		row: (name) => ({ title: name }),
		entry: (name, id) => ({ name: textWith(` – ${name}`), value: id }),
	},
	{
		method: 'searchLinkAddresses',
		kind: 'links',
		path: '/api/urls',
		row: (name) => ({ title: name }),
		entry: (name) => ({ name: textWith(` – ${name}`), value: textLike(/^http/) }),
	},
];
const NAMES = ['Alpha one', 'Beta two', 'Gamma three'];

function addressOf(name: string): string {
	return `https://${name.toLowerCase().replace(' ', '-')}.example.com`;
}

async function filled(list: List) {
	const service = await serviceWith();
	const ids = service.seed(list.kind, NAMES.map(list.row));
	const entries = NAMES.map((name, index) => list.entry(name, ids[index] ?? 0));
	return { service, entries, credentials: credentialsOf(service) };
}

describe('every list', () => {
	it.each(LISTS)('$method shows records by name, newest first', async (list) => {
		const { service, entries, credentials } = await filled(list);
		const { results, paginationToken } = await listSearch({ method: list.method, credentials });

		expect(results.slice(0, 3)).toEqual([...entries].reverse());
		expect(paginationToken).toBeUndefined();
		// One request more tells whose pixels there are.
		const requests = list.kind === 'pixels' ? 2 : 1;
		expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
			Array(requests).fill(`GET ${list.path}`),
		);
	});

	it.each(LISTS)('$method searches, whatever the case', async (list) => {
		const { entries, credentials } = await filled(list);
		const { results } = await listSearch({ method: list.method, credentials, filter: ' BETA ' });

		expect(results).toEqual([entries[1]]);
	});

	it.each(LISTS)('$method comes up empty when nothing matches', async (list) => {
		const { credentials } = await filled(list);

		expect(await listSearch({ method: list.method, credentials, filter: 'nothing' })).toEqual({
			results: [],
		});
	});

	it.each(LISTS)('$method shows why it cannot be read', async ({ method }) => {
		const service = await serviceWith();
		const wrong = credentialsOf(service, { apiKey: 'wrong' });

		await expect(listSearch({ method, credentials: wrong })).rejects.toMatchObject({
			message: textWith('API key'),
			description: textWith('Copy the key from your account settings'),
		});
		await expect(
			listSearch({
				method,
				credentials: credentialsOf(service, { baseUrl: 'ftp://go.example.com' }),
			}),
		).rejects.toThrow('starts with ftp://');
	});

	it('tells records of one name apart by their ids', async () => {
		const service = await serviceWith();
		service.seed('channels', [
			{ id: 11, name: 'Summer' },
			{ id: 12, name: 'Spring' },
			{ id: 13, name: 'Summer' },
		]);
		const credentials = credentialsOf(service);
		const { results } = await listSearch({ method: 'searchChannels', credentials });

		expect(results).toEqual([
			{ name: 'Summer (#13)', value: 13 },
			{ name: 'Spring', value: 12 },
			{ name: 'Summer (#11)', value: 11 },
		]);
	});

	it('is one that a locator uses, and is tested here', () => {
		const used = ['linkShortener', 'linkShortenerTrigger'].flatMap((name) => {
			const { properties } = nodeDescription(`n8n-nodes-link-shortener.${name}`);
			const methods = JSON.stringify(properties).matchAll(/"searchListMethod":"(\w+)"/g);
			return [...methods].map(([, method = '']) => method);
		});
		const tested = LISTS.map(({ method }) => method);

		expect(tested.toSorted()).toEqual([...new Set(used)].sort());
	});
});

describe('the list of domains', () => {
	it('gives addresses for a new link and ids for everything else', async () => {
		const service = await serviceWith();
		const credentials = credentialsOf(service);
		const domain = 'https://go.demo.example';

		expect((await listSearch({ method: 'searchDomainAddresses', credentials })).results).toEqual([
			{ name: domain, value: domain },
		]);
		expect((await listSearch({ method: 'searchDomains', credentials })).results).toEqual([
			{ name: domain, value: 1 },
		]);
	});
});

describe('a picker under Additional Fields', () => {
	// The editor stores one that was added and left empty without `__rl` there.
	it.each(['campaign', 'channel'])('sends nothing when it is left empty: %s', async (name) => {
		const service = await serviceWith();
		const { error } = await runNode({
			credentials: credentialsOf(service),
			parameters: createOf('https://example.com/page', {
				additionalFields: { [name]: { mode: 'list', value: '' } },
			}),
		});

		expect(error).toBeUndefined();
		expect(createBodies(service)).toEqual([{ url: 'https://example.com/page' }]);
	});
});

describe('the list of pixels to choose several of', () => {
	it.each(['laravel', 'bareArray', 'nested'] as const)(
		'has names and ids: %s',
		async (pixelList) => {
			const service = await serviceWith({ variations: { pixelList } });
			service.seed('pixels', [{ name: 'Shop' }, { name: 'Blog', type: 'quora' }]);

			expect(
				await loadOptions({ method: 'getPixels', credentials: credentialsOf(service) }),
			).toEqual([
				{ name: 'Blog – Quora', value: 2 },
				{ name: 'Shop – Meta (Facebook)', value: 1 },
			]);
		},
	);

	it('tells pixels of one name and platform apart by their ids', async () => {
		const service = await serviceWith();
		service.seed('pixels', [{ name: 'Shop' }, { name: 'Shop', type: 'quora' }, { name: 'Shop' }]);

		expect(await loadOptions({ method: 'getPixels', credentials: credentialsOf(service) })).toEqual(
			[
				{ name: 'Shop – Meta (Facebook) (#3)', value: 3 },
				{ name: 'Shop – Quora', value: 2 },
				{ name: 'Shop – Meta (Facebook) (#1)', value: 1 },
			],
		);
	});

	it('has the first 500 and no more', async () => {
		const service = await serviceWith();
		service.seed(
			'pixels',
			Array.from({ length: 620 }, () => ({})),
		);
		const options = await loadOptions({ method: 'getPixels', credentials: credentialsOf(service) });

		expect(options).toHaveLength(500);
		expect(options[0]).toEqual(recordWith({ value: 620 }));
		expect(service.requests).toHaveLength(1 + 5);
	});

	it('is empty where there are none', async () => {
		const service = await serviceWith();

		expect(await loadOptions({ method: 'getPixels', credentials: credentialsOf(service) })).toEqual(
			[],
		);
	});

	it('shows why it cannot be read', async () => {
		const service = await serviceWith();
		const credentials = credentialsOf(service, { apiKey: 'wrong' });

		await expect(loadOptions({ method: 'getPixels', credentials })).rejects.toMatchObject({
			description: textWith('Copy the key from your account settings'),
		});
		await expect(
			loadOptions({
				method: 'getPixels',
				credentials: { baseUrl: await deadAddress(), apiKey: KEY },
			}),
		).rejects.toThrow();
	});
});
