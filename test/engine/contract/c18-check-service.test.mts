import { describe, expect, it } from 'vitest';
import type { Fault, Service, ServiceOptions } from '../../service/index.mts';
import { runNode } from '../harness/index.mts';
import { errorOf, runOn } from '../support/runs.mts';
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
async function checkOf(service: Service) {
	const run = await runOn(service, CHECK);
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

const READ = 'Read; changes not tried';

const lacking = (parts: string) =>
	`Not available: ${parts}. Their items say why. Changes were not tried.`;

const CASES: Array<
	[
		what: string,
		options: Partial<ServiceOptions>,
		verdict: string,
		says: Record<string, unknown>,
		isFit: boolean,
	]
> = [
	[
		'as described',
		{},
		'Every list was read; changes were not tried',
		{ Links: READ, Files: READ },
		true,
	],
	[
		'without files',
		{ lacks: ['files'] },
		lacking('files'),
		{ Files: 'This service does not support files through its API' },
		true,
	],
	[
		'of the other product that sends unknown paths to the login',
		{ product: 'links', lacks: ['files'], unknownPath: 'login' },
		lacking('files'),
		{ Pixels: READ },
		true,
	],
	[
		'with a plan that refuses two parts',
		{ faults: [always('failureOn200', { path: /^\/api\/(qr|domains)/ })] },
		lacking('domains, QR codes'),
		{ 'QR codes': REFUSAL },
		true,
	],
	[
		'with a part that breaks down',
		{ faults: [always('status500', { path: '/api/splash' })] },
		lacking('splash pages'),
		{ Links: READ },
		true,
	],
	[
		'that refuses its links',
		{ faults: [always('failureOn200', { path: '/api/urls' })] },
		lacking('links'),
		{ Links: REFUSAL, Campaigns: READ },
		false,
	],
];

it.each(CASES)(
	'C18: a check of an install %s says which parts respond, without a value of the account and without a change',
	async (_what, options, verdict, says, isFit) => {
		const service = await seeded(options);
		const found = await checkOf(service);

		expect(found).toMatchObject({ verdict, isFit, says });
		expect(Object.keys(found.says)).toHaveLength(9);
		const text = JSON.stringify(found.items);
		for (const secret of SECRETS) expect(text).not.toContain(secret);
		expect(service.requests.every(({ method }) => method === 'GET')).toBe(true);
	},
);

describe('C18: a check', () => {
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
