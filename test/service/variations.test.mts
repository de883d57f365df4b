import { describe, expect, test } from 'vitest';
import { clientOf, pair } from './client.mts';
import type { ServiceOptions, Variations } from './index.mts';

const PAGE = 'https://long.example/page';
const CREATE = { url: PAGE, metatitle: 'Title', description: 'Note' };
const CAMPAIGN = ['/api/campaign/add', { name: 'spring' }] as const;
const PIXEL = new URLSearchParams({ name: 'Pixel', type: 'facebook', value: '1' });

type Pair = Awaited<ReturnType<typeof pair>>;

/** What is set, what is done, and what that gives without it and with it. */
type Row = [
	options: Partial<ServiceOptions>,
	does: (pair: Pair) => Promise<unknown>,
	without: unknown,
	given: unknown,
];

const vary = (variations: Partial<Variations>): Partial<ServiceOptions> => ({ variations });
const get =
	(path: string, read: (body: never) => unknown) =>
	async ({ http }: Pair) =>
		read((await http.get(path)).data as never);
const post =
	(path: string, body: object, read: (body: never) => unknown) =>
	async ({ http }: Pair) =>
		read((await http.post(path, body)).data as never);
/** Creates, one after the other; of the last the value that is read. */
const create =
	(bodies: object[], read: (body: never) => unknown) =>
	async ({ http }: Pair) => {
		let body: object = {};
		for (const one of bodies) body = (await http.post('/api/url/add', { ...CREATE, ...one })).data;
		return read(body as never);
	};
/** Creates, and what is kept of the last. */
const keep = (bodies: object[], name: string) => async (pair: Pair) => {
	await create(bodies, () => undefined)(pair);
	return Reflect.get(pair.service.links().at(-1) ?? {}, name) as unknown;
};
/** A list of links, of which the second one is newer. */
const list = (path: string, read: (page: never) => unknown) => async (pair: Pair) => {
	pair.service.seed('links', [{ alias: 'one', url: PAGE }, { alias: 'two' }, { alias: 'three' }]);
	return await get(path, ({ data }: { data: never }) => read(data))(pair);
};
const keys = (body: object): string => Object.keys(body).join(' ');
const errorOf = ({ error }: { error: unknown }) => error;
const messageOf = ({ message }: { message: unknown }) => message;
const aliasesOf = ({ urls }: { urls: Array<{ alias: string }> }) =>
	urls.map(({ alias }) => alias).join(' ');
const idOf = ({ urls }: { urls: Array<{ id: unknown }> }) => urls[0]?.id;
const statusOf = (path: string) => async (pair: Pair) => (await pair.http.get(path)).status;
const keyRefused = async ({ service }: Pair) =>
	(await clientOf(service, 'wrong').get('/api/account')).status;
const TAKEN = 'That alias is taken. Please choose another one.';
const TWICE = [{ custom: 'same' }, { custom: 'same' }];
const ON_TWO = [{ custom: 'same' }, { custom: 'same', domain: 'go.demo.example' }];
const OF_PARSER = 'HTTPS://LONG.example:443';
const LINK_KEYS =
	'id alias shorturl longurl clicks title description date uniqueclicks campaign domain channel';

/** A variation without a row is an error of types. */
const ROWS: Record<keyof Variations | 'honoursLimit', Row | Row[]> = {
	honoursLimit: [
		{ honoursLimit: false },
		list('/api/urls?limit=2', ({ urls }: { urls: object[] }) => urls.length),
		2,
		3,
	],
	numbersAsStrings: [vary({ numbersAsStrings: true }), list('/api/urls', idOf), 3, '3'],
	textNumbers: [vary({ textNumbers: { '/api/urls': ['id'] } }), list('/api/urls', idOf), 3, '3'],
	errorValue: [
		[vary({ errorValue: 'number' }), get('/api/urls', errorOf), '0', 0],
		[vary({ errorValue: 'string' }), create([{}], errorOf), 0, '0'],
		[vary({ errorValue: 'boolean' }), get('/api/url/99', errorOf), 1, true],
	],
	errorOnFailureStatus: [vary({ errorOnFailureStatus: '4xx' }), statusOf('/api/url/99'), 200, 404],
	refusedKeyStatus: [
		vary({ errorOnFailureStatus: '4xx', refusedKeyStatus: 403 }),
		keyRefused,
		200,
		403,
	],
	failureMessageKey: [
		vary({ failureMessageKey: 'msg' }),
		get('/api/url/99', keys),
		'error message',
		'error msg',
	],
	failureForm: [
		vary({ failureForm: 'detailed' }),
		create(TWICE, keys),
		'error message',
		'error message code details',
	],
	aliasTakenWords: [vary({ aliasTakenWords: 'No' }), create(TWICE, messageOf), TAKEN, 'No'],
	authorizationScheme: [vary({ authorizationScheme: 'Token' }), get('/api/account', errorOf), 0, 1],
	requiredHeader: [
		vary({ requiredHeader: 'x-a: b' }),
		get('/api/account', (body) => typeof body),
		'object',
		'string',
	],
	resultIsTotal: [
		vary({ resultIsTotal: true }),
		list('/api/urls?limit=2', ({ result }: { result: number }) => result),
		2,
		3,
	],
	overlayCollectionKey: [
		vary({ overlayCollectionKey: 'overlay' }),
		get('/api/overlay', ({ data }: { data: object }) => 'overlay' in data),
		false,
		true,
	],
	oldCreateBody: [
		vary({ oldCreateBody: true }),
		create([{}], keys),
		'error id shorturl',
		'error short',
	],
	suppressesDuplicates: [vary({ suppressesDuplicates: true }), keep([{}, {}], 'id'), 2, 1],
	mostLinks: [vary({ mostLinks: 1 }), create([{}, {}], errorOf), 0, 1],
	shortUrlKey: [
		vary({ shortUrlKey: 'short_url' }),
		create([{}], keys),
		'error id shorturl',
		'error id short_url',
	],
	createNamesIdOnly: [
		vary({ createNamesIdOnly: true }),
		create([{}], keys),
		'error id shorturl',
		'error id',
	],
	nestedCreateBody: [
		vary({ nestedCreateBody: true }),
		create([{}], keys),
		'error id shorturl',
		'error data',
	],
	createBodyExtras: [
		vary({ createBodyExtras: 'row' }),
		create([{}], ({ longurl }: { longurl?: string }) => longurl),
		undefined,
		PAGE,
	],
	createdStatus: [
		[
			vary({ createdStatus: 201 }),
			async ({ http }) => (await http.post('/api/url/add', CREATE)).status,
			200,
			201,
		],
		[
			vary({ createdStatus: 'campaigns' }),
			async ({ http }) =>
				[await http.post('/api/url/add', CREATE), await http.post(...CAMPAIGN)].map(
					({ status }) => status,
				),
			[200, 200],
			[200, 201],
		],
	],
	campaignAnswerKey: [
		vary({ campaignAnswerKey: 'campaign' }),
		post(...CAMPAIGN, (body) => 'campaign' in body),
		false,
		true,
	],
	capitalizesNames: [
		vary({ capitalizesNames: true }),
		async (pair) => {
			await post(...CAMPAIGN, keys)(pair);
			return pair.service.table('campaigns')[0]?.['name'];
		},
		'spring',
		'Spring',
	],
	channelNamesUnique: [
		vary({ channelNamesUnique: true }),
		async (pair) => {
			pair.service.seed('channels', [{ name: 'Social' }]);
			return await post('/api/channel/add', { name: 'Social' }, errorOf)(pair);
		},
		0,
		1,
	],
	channelUpdateAnswer: [
		vary({ channelUpdateAnswer: 'record' }),
		async ({ service, http }) => {
			service.seed('channels', [{ name: 'Social' }]);
			const request = { method: 'PUT', url: '/api/channel/1/update', data: { name: 'New' } };
			return 'message' in (await http.request(request)).data;
		},
		true,
		false,
	],
	accountHasPlan: [
		vary({ accountHasPlan: true }),
		get('/api/account', ({ data }: { data: object }) => 'planid' in data),
		false,
		true,
	],
	extraLinkFields: [
		[
			vary({ extraLinkFields: true }),
			list('/api/urls', ({ urls }: { urls: object[] }) => keys(urls[0] ?? {})),
			'id alias shorturl longurl clicks title description date',
			LINK_KEYS,
		],
		[
			vary({ extraLinkFields: 'full' }),
			list('/api/urls', ({ urls }: { urls: Array<{ channel?: unknown }> }) => urls[0]?.channel),
			undefined,
			[],
		],
	],
	pixelList: [
		[vary({ pixelList: 'bareArray' }), get('/api/v1/pixels', Array.isArray), false, true],
		[
			vary({ pixelList: 'nested' }),
			get('/api/v1/pixels', ({ data }: { data: object }) => keys(data)),
			'',
			'result perpage currentpage nextpage maxpage pixels',
		],
	],
	storesPixelsSilently: [
		vary({ storesPixelsSilently: true }),
		post('/api/v1/pixels', PIXEL, (body) => 'id' in body || 'data' in body),
		true,
		false,
	],
	linksPixelTypes: [
		{ product: 'links', variations: { linksPixelTypes: 'brands' } },
		post('/api/pixel/add', { type: 'any', name: 'Pixel', tag: '1' }, errorOf),
		0,
		1,
	],
	normalisesLongUrls: [
		vary({ normalisesLongUrls: true }),
		keep([{ url: OF_PARSER }], 'longurl'),
		OF_PARSER,
		'https://long.example/',
	],
	customAliases: [
		[vary({ customAliases: 'refused' }), create([{ custom: 'asked' }], errorOf), 0, 1],
		[
			vary({ customAliases: 'ignored' }),
			async (pair) => (await keep([{ custom: 'asked' }], 'alias')(pair)) === 'asked',
			true,
			false,
		],
	],
	aliasForm: [
		vary({ aliasForm: ['lowerCase', 'cut'] }),
		keep([{ custom: 'A-very-long-alias-that-is-cut' }], 'alias'),
		'A-very-long-alias-that-is-cut',
		'a-very-long-alias-th',
	],
	aliasesUniqueOverAll: [vary({ aliasesUniqueOverAll: true }), create(ON_TWO, errorOf), 0, 1],
	defaultDomain: [
		vary({ defaultDomain: 'https://go.example' }),
		keep([{}], 'domain'),
		'',
		'https://go.example',
	],
	ownDomains: [
		vary({ ownDomains: ['https://own.example'] }),
		create([{ domain: 'own.example' }], errorOf),
		1,
		0,
	],
	language: [
		vary({ language: 'other' }),
		async (pair) => (await create(TWICE, messageOf)(pair)) === TAKEN,
		true,
		false,
	],
	qBlindToLongUrls: [
		vary({ qBlindToLongUrls: true }),
		list('/api/urls?q=long.example', aliasesOf),
		'one',
		'',
	],
	ascendingLists: [
		vary({ ascendingLists: true }),
		list('/api/urls', aliasesOf),
		'three two one',
		'one two three',
	],
	hidesLinks: [
		vary({ hidesLinks: true }),
		list('/api/urls?limit=2', ({ urls, maxpage }: { urls: object[]; maxpage: number }) => [
			urls.length,
			maxpage,
		]),
		[2, 2],
		[0, 2],
	],
	ignoresShort: [
		vary({ ignoresShort: true }),
		async (pair) => {
			const shortUrl = await keep([{}], 'shorturl')(pair);
			return await get(`/api/urls?short=${String(shortUrl)}`, (body) => 'details' in body)(pair);
		},
		true,
		false,
	],
	fetchesPagesMs: [
		vary({ fetchesPagesMs: 1_000 }),
		async (pair) => {
			const both = TWICE.map((body) => create([body], errorOf)(pair));
			return (await Promise.all(both)).sort();
		},
		[0, 1],
		// Both aliases were looked up before either link was there.
		[0, 0],
	],
	finishLateMs: [
		vary({ finishLateMs: 10_000 }),
		async ({ service, http }) => {
			service.addFault({ match: {}, kind: 'closeAfter' });
			await expect(http.post('/api/url/add', CREATE)).rejects.toThrow();
			return service.links().length;
		},
		1,
		0,
	],
};

describe('each variation shows in what is answered or kept', () => {
	const rows = Object.entries(ROWS).flatMap(([name, row]) =>
		(Array.isArray(row[0]) ? (row as Row[]) : [row as Row]).map((one) => [name, ...one] as const),
	);

	test.each(rows)('%s: %o', async (_, options, does, without, given) => {
		const { product = 'described' } = options;
		expect(await does(await pair({ product }))).toEqual(without);
		expect(await does(await pair(options))).toEqual(given);
	});
});

test('a create finishes late after its connection dropped', async () => {
	const { service, http } = await pair(vary({ finishLateMs: 120 }));
	const dropped = async (timeout?: number) => {
		await expect(
			http.post('/api/url/add', CREATE, { ...(timeout && { timeout }) }),
		).rejects.toThrow();
	};
	const links = () => expect.poll(() => service.links().length, { timeout: 60_000, interval: 10 });
	service.addFault({ match: { times: 1 }, kind: 'silence', work: true });
	await dropped(40);
	expect(service.links()).toHaveLength(0);
	await links().toBe(1);

	service.set({ latencyMs: 2000 });
	await dropped(40);
	expect(service.links()).toHaveLength(1);
	await links().toBe(2);
});
