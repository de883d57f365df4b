import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Fault, Service, ServiceOptions } from '../../service/index.mts';
import { runAsTool, runNode } from '../harness/index.mts';
import { answerJson, listen } from '../support/listener.mts';
import { errorOf } from '../support/runs.mts';
import { credentialsOf, GATE, KEY, serviceWith } from '../support/service.mts';

const CHECK = { resource: 'account', operation: 'check' };

/** Texts and numbers of the account that may stand nowhere in the output. */
const SECRETS = [
	...[KEY, GATE.value, 'fits-alias', 'Fits Title', 'Fits Note', 'Fits Campaign', 'Fits Channel'],
	...['fits-long', 'Fitsland', 'fits.demo.example', 'Fits Code', 'Fits Pixel', 'fits-tag'],
	...['fits@mail.example', '127.0.0.1', 'http', '2031', '777', 'Fits File'],
];

async function seeded(options: Partial<ServiceOptions> = {}): Promise<Service> {
	const account = { id: 1, email: 'fits@mail.example', apiKeys: [KEY] };
	const service = await serviceWith({ accounts: [account], ...options });
	const date = '2031-02-03 04:05:06';
	const [channel] = service.seed('channels', [{ name: 'Fits Channel' }]);
	const [campaign] = service.seed('campaigns', [{ name: 'Fits Campaign', slug: 'fits-campaign' }]);
	const [link = 0] = service.seed('links', [
		{
			longurl: 'https://fits-long.example',
			alias: 'fits-alias',
			title: 'Fits Title',
			description: 'Fits Note',
			geotarget: [{ location: 'Fitsland', link: 'https://fits-long.example' }],
			...{ channel, campaign, date, clicks: 777 },
		},
	]);
	service.seed('domains', [{ domain: 'https://fits.demo.example' }]);
	service.seed('qrs', [{ name: 'Fits Code', scans: 777, date }]);
	service.seed('pixels', [{ name: 'Fits Pixel', value: 'fits-tag' }]);
	service.seed('files', [{ name: 'Fits File', date }]);
	service.click(link, 1);
	return service;
}

/** The rows of a check: the verdict, and what is said of each part. */
async function checkOf(service: Service, parameters: { testLink?: boolean } = {}) {
	const run = await runNode({
		credentials: credentialsOf(service),
		parameters: { ...CHECK, ...parameters },
	});
	expect(run.error).toBeUndefined();
	const [verdict, ...rows] = run.items;
	const says = Object.fromEntries(
		rows.map((row): [string, unknown] => [row.part as string, row.says]),
	);
	return { items: run.items, verdict: verdict?.says, isFit: verdict?.available, says };
}

const REFUSAL = 'This feature is not part of your plan.';

/** An answer of the service to all requests of a method and a path. */
function always(kind: Fault['kind'], match: Fault['match'], message = REFUSAL): Fault {
	return { kind, match, message };
}

interface Case {
	what: string;
	options?: Partial<ServiceOptions>;
	verdict: string;
	/** What is said of some parts. */
	says?: Record<string, unknown>;
	/** Whether the test link stays behind. */
	leavesIt?: true;
}

const REFUSED = `Rejected by the service: ${REFUSAL.replace('.', '')}`;

// As described it is in the table of operations, and with a test link below.
const PARTS: Case[] = [
	{
		what: 'without files',
		options: { lacks: ['files'] },
		verdict: 'Compatible. Missing: files.',
		says: { Files: 'This service does not support files through its API' },
	},
	{
		what: 'of the other product that sends unknown paths to the login',
		options: { product: 'links', lacks: ['files'], unknownPath: 'login' },
		verdict: 'Compatible. Missing: files.',
	},
	{
		what: 'without QR codes and CTA overlays',
		options: { faults: [always('html200', { path: /^\/api\/(qr|overlay)/ })] },
		verdict: 'Compatible. Missing: QR codes, CTA overlays.',
	},
	{
		what: 'with a plan that refuses two parts',
		options: { faults: [always('failureOn200', { path: /^\/api\/(qr|domains)/ })] },
		verdict: 'Compatible. Rejected: domains, QR codes.',
		says: { 'QR codes': REFUSED },
	},
	{
		what: 'with a part that breaks down',
		options: { faults: [always('status500', { path: '/api/splash' })] },
		verdict: 'Compatible. Not working: splash pages.',
		says: { 'Splash pages': 'Does not work: Server Error' },
	},
	{
		what: 'that refuses its links',
		options: { faults: [always('failureOn200', { path: '/api/urls' })] },
		verdict: `Not compatible: links: ${REFUSED}.`,
		says: { Links: REFUSED, Campaigns: 'Works' },
	},
];

const WORKS = {
	'Test link': 'Was created and can be read',
	'Test link: ID': 'Returned by the service',
	'Test link: alias': 'Stays',
	'Test link: long URL': 'Stays',
	'Test link: slash at the end': 'Stays',
	'Test link: UTM parameters': 'Stay',
	'Test link: update': 'Works',
	'Test link: title after an update': 'Stays',
	'Test link: delete': 'Works',
};

const BY_HAND = /\. Delete http:\/\/127\.0\.0\.1:\d+\/Check-\w{7} by hand$/;

const TEST_LINKS: Case[] = [
	{ what: 'as described', verdict: 'Compatible.', says: WORKS },
	{
		what: 'in another language',
		options: { variations: { language: 'other' } },
		verdict: 'Compatible.',
		says: WORKS,
	},
	{
		what: 'that answers creates without an ID',
		options: { variations: { oldCreateBody: true } },
		verdict: 'Compatible. Look at: test link: ID.',
		says: { ...WORKS, 'Test link: ID': 'Not returned by the service' },
	},
	{
		what: 'that writes aliases in its own way',
		options: { variations: { aliasForm: ['lowerCase'] } },
		verdict: 'Compatible. Look at: test link: alias.',
		says: {
			...WORKS,
			'Test link: alias': expect.stringMatching(/^Check-(\w+) became check-\1$/) as unknown,
		},
	},
	{
		what: 'that forgets what an update does not send',
		options: { variations: { updateClearsTheRest: true } },
		verdict: 'Compatible. Look at: test link: title after an update.',
		says: { ...WORKS, 'Test link: title after an update': 'Cleared unless it is sent again' },
	},
	{
		what: 'without updates',
		options: { faults: [always('html200', { method: 'PUT' })] },
		verdict: 'Compatible. Look at: test link: update.',
		says: {
			'Test link: update': 'This service does not support updating links through its API',
			'Test link: delete': 'Works',
		},
	},
	{
		what: 'that refuses deletes',
		options: { faults: [always('failureOn400', { method: 'DELETE' })] },
		verdict: 'Compatible. Look at: test link: delete.',
		says: {
			'Test link: delete': expect.stringMatching(
				new RegExp(`^${REFUSED}${BY_HAND.source}`),
			) as unknown,
		},
		leavesIt: true,
	},
	{
		what: 'with a plan that is used up',
		options: { variations: { mostLinks: 1 } },
		verdict: 'Compatible. Look at: test link.',
		says: {
			'Test link':
				'Rejected by the service: You have reached your maximum links limit. Please upgrade to another plan',
		},
	},
];

function expectNone(secrets: string[], items: IDataObject[]) {
	const text = JSON.stringify(items);
	for (const secret of secrets) expect(text).not.toContain(secret);
}

it.each(PARTS)(
	'C18: a check of an install $what says what it has, without a value of the account and without a change',
	async ({ options, verdict, says = {} }) => {
		const service = await seeded(options);
		const found = await checkOf(service);

		expect(found.verdict).toBe(verdict);
		expect(found.isFit).toBe(verdict.startsWith('Compatible.'));
		expect(found.says).toMatchObject(says);
		expect(Object.keys(found.says).length).toBeGreaterThanOrEqual(10);
		expectNone(SECRETS, found.items);
		expect(service.requests.every(({ method }) => method === 'GET')).toBe(true);
	},
);

it.each(TEST_LINKS)(
	'C18: a test link on an install $what is made, changed and deleted, and no other',
	async ({ options, verdict, says = {}, leavesIt }) => {
		const service = await seeded(options);
		const found = await checkOf(service, { testLink: true });

		// It stays within the limit of a minute.
		expect(service.requests.length).toBeLessThan(30);
		expect(found.verdict).toBe(verdict);
		expect(found.says).toMatchObject(says);
		const [kept, ...others] = service.links().toSorted((one, other) => one.id - other.id);
		expect(kept).toMatchObject({ alias: 'fits-alias', title: 'Fits Title' });
		expect(others).toHaveLength(leavesIt ? 1 : 0);
		const besidesItsAddress = SECRETS.filter((secret) => !/http|127/.test(secret));
		expectNone(besidesItsAddress, found.items);
	},
);

describe('C18: a check', () => {
	it('names the fields of each part and their kinds', async () => {
		const { items } = await checkOf(await seeded());
		const fieldsOf = (name: string) => items.find(({ part }) => part === name)?.fields;

		expect(fieldsOf('Links')).toBe(
			'id: number, alias: text, shorturl: text, longurl: text, clicks: number, title: text, description: text, date: text',
		);
		expect(fieldsOf('Link by ID')).toMatch(/location: group, .*topCountries: number/);
		expect(fieldsOf('Campaigns')).toMatch(/name: text, public: yes\/no/);
		expect(fieldsOf('Verdict')).toBe('');
	});

	it('reports the shape of each response, and no value', async () => {
		const { items } = await checkOf(
			await seeded({ variations: { numbersAsStrings: true }, lacks: ['files'] }),
		);
		const report = items[0]?.report;

		expect(report).toMatchObject({
			aliases: 'not tried',
			responses: {
				'GET /api/account': {
					status: 200,
					body: { error: 'number', data: { id: 'digits as text', email: 'text' } },
				},
				'GET /api/urls': {
					status: 200,
					body: {
						error: 'digits as text',
						data: { maxpage: 'digits as text', urls: [{ shorturl: 'web address', title: 'text' }] },
					},
				},
				'GET /api/url/{id}': { body: { details: { location: 'object', expiry: 'null' } } },
				'GET /api/urls?short=': { status: 200 },
				'GET /api/files': { status: 404, body: { error: 'number', message: 'text' } },
			},
		});
		expectNone(SECRETS, items);
	});

	it.each([
		['kept', 'taken'],
		['refused', 'rejected'],
		['ignored', 'ignored'],
	] as const)('reports that aliases are %s', async (customAliases, aliases) => {
		const service = await seeded({ variations: { customAliases } });
		const { items } = await checkOf(service, { testLink: true });
		expect(items[0]?.report).toMatchObject({ aliases });
	});

	it('has each part of an empty account', async () => {
		const account = { id: 1, email: 'a@b.example', apiKeys: [KEY], isEmpty: true };
		const { verdict, says } = await checkOf(await serviceWith({ accounts: [account] }));

		expect(verdict).toBe('Compatible.');
		expect(says).toMatchObject({
			Links: 'Works; there is none yet',
			Files: 'Works; there is none yet',
		});
		expect(Object.keys(says)).not.toContain('Link by ID');
	});

	it('tells an agent the verdict', async () => {
		const { response } = await runAsTool({
			credentials: credentialsOf(await seeded()),
			parameters: CHECK,
			toolArguments: {},
			caller: 'agent',
		});
		expect(response).toContain('Compatible.');
	});

	it('says what an earlier update has shown', async () => {
		const service = await seeded({ variations: { updateClearsTheRest: true } });
		await runNode({
			credentials: credentialsOf(service),
			parameters: {
				...{ resource: 'link', operation: 'update', updateFields: { metatitle: 'New' } },
				linkId: { __rl: true, mode: 'shortUrl', value: `${service.url}/fits-alias` },
			},
		});

		const { says } = await checkOf(service, { testLink: true });
		expect(says).toMatchObject({
			'Test link: update': 'Clears fields that are not sent',
			'Test link: title after an update': 'Cleared unless it is sent again',
			'Test link: delete': 'Works',
		});
	});

	it('touches no link that the service hands out in the place of a new one', async () => {
		const theirs = {
			id: 5,
			shorturl: 'https://sho.rt/theirs',
			longurl: 'https://example.com/theirs',
		};
		const { url, requests } = await listen((response, address) => {
			const answer = address.startsWith('/api/url/')
				? { error: 0, ...theirs, details: theirs }
				: { error: 0, data: { id: 1, urls: [] } };
			answerJson(response, answer);
		});
		const run = await runNode({
			credentials: { baseUrl: url, apiKey: KEY },
			parameters: { ...CHECK, testLink: true },
		});

		expect(run.items.at(-1)).toEqual({
			part: 'Test link',
			available: false,
			says: 'The service returned another link, which was not changed',
			fields: '',
		});
		const changes = requests.filter(({ method }) => method !== 'GET');
		expect(changes.map(({ method }) => method)).toEqual(['POST']);
		expect(JSON.stringify(run.items)).not.toContain('theirs');
	});

	it.each<[string, Partial<ServiceOptions>, RegExp]>([
		[
			'a service that is down',
			{ faults: [always('status503', {})] },
			/^The service is not available at the moment \(HTTP 503\)$/,
		],
		[
			'another program',
			{ product: 'pixels', unknownPath: 'webPage200' },
			/returned a web page instead of an API response$/,
		],
	])('fails at once for %s', async (_, options, message) => {
		const run = await runNode({
			credentials: credentialsOf(await seeded(options)),
			parameters: CHECK,
		});

		expect(errorOf(run).message).toMatch(message);
		expect(run.durationMs).toBeLessThan(2_000);
	});
});
