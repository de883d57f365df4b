import type { INodeParameters } from 'n8n-workflow';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Fault, Service, ServiceOptions } from '../../service/index.mts';
import type { UnknownPath } from '../../service/options.mts';
import { atLeastOne } from '../../lists.mts';
import { runNode } from '../harness/index.mts';
import {
	byItem,
	expectOutput,
	expectSchema,
	expectSent,
	runCase,
	runOperation,
} from '../operations/check.mts';
import { seededService } from '../operations/fixtures.mts';
import { casesOf, firstPage, type OperationRow, pick, reads } from '../operations/row.mts';
import { nameOf, operationRows } from '../operations/table.mts';
import { answerJson, listen } from '../support/listener.mts';
import { errorOf, runOn } from '../support/runs.mts';
import { credentialsOf, GATE, KEY, serviceWith } from '../support/service.mts';

describe("the links product's own pixels", () => {
	const rows = operationRows.filter(({ resource }) => resource === 'pixel');

	it.each(rows.map((row) => ({ name: nameOf(row), row })))('$name', async ({ row }) => {
		for (const [, example] of atLeastOne(casesOf(row))) {
			const { onLinks, sends } = example;
			if (onLinks === undefined) throw new Error(`${nameOf(row)} has no case for this product`);
			const { gives = example.gives, says } = onLinks;
			const service = await seededService({ product: 'links' });
			const run = await runCase(service, row, example);

			// Both lists tell whose pixels there are; the description's is not there.
			const looks = [...sends.slice(0, 1), reads('/api/pixels', firstPage(10))];
			expectSent(service, example, [...looks, ...onLinks.sends]);
			if (says !== undefined) expect(errorOf(run).message).toBe(says);
			else {
				expectOutput(run, byItem(example, gives(service.url)));
				expectSchema(row, run.items, example.beyondSchema);
			}
			await service.stop();
		}
	});
});

function rowOf(name: string): OperationRow {
	const row = operationRows.find((candidate) => nameOf(candidate) === name);
	if (row === undefined) throw new Error(`There is no operation ${name}`);
	return row;
}

describe.each<UnknownPath>(['failure', 'webPage200', 'login'])(
	'a service that has nothing but pixels, and answers all else with %s',
	(unknownPath) => {
		let service: Service;
		beforeAll(async () => {
			service = await seededService({ product: 'pixels', unknownPath });
			await runOperation(service, { resource: 'pixel', operation: 'getAll' }, {});
		});

		const told = async (name: string) => {
			service.clearRequests();
			const row = rowOf(name);
			return errorOf(await runOperation(service, row, row.minimal.parameters));
		};

		it.each([
			['campaign.getAll', 'campaigns'],
			['channel.getAll', 'channels'],
			['ctaOverlay.getAll', 'CTA overlays'],
			['domain.getAll', 'branded domains'],
			['file.getAll', 'files'],
			['link.delete', 'deleting links'],
			['qrCode.getAll', 'QR codes'],
			['splashPage.getAll', 'splash pages'],
		])('does not support: %s', async (name, feature) => {
			const { message, description } = await told(name);
			expect(message).toBe(`This service does not support ${feature} through its API`);
			expect(description).not.toContain('check Base URL');
			// A redirect that is followed.
			expect(service.requests.length).toBeLessThanOrEqual(2);
		});

		// Without these it is another program: the base URL may be wrong after all.
		it.each(['account.get', 'link.get'])('has no %s', async (name) => {
			expect((await told(name)).description).toContain('Base URL');
			expect(service.requests.length).toBeLessThanOrEqual(2);
		});
	},
);

// A page with status 200 may hide that a record was created.
it.each([
	['channel.create', 'may have been created'],
	['file.upload', 'may have been uploaded'],
])('a page for all that a service lacks leaves in doubt: %s', async (name, doubt) => {
	const service = await seededService({ product: 'pixels', unknownPath: 'webPage200' });
	await runOperation(service, { resource: 'pixel', operation: 'getAll' }, {});
	const row = rowOf(name);
	const { description } = errorOf(await runOperation(service, row, row.minimal.parameters));
	expect(description).toContain(doubt);
});

it('what an install lacks is named once any other part has answered', async () => {
	const service = await seededService();
	service.addFault({ match: { path: /^\/api\/qr/ }, kind: 'html200' });
	const say = async (resource: string) => {
		return errorOf(await runOperation(service, { resource, operation: 'getAll' }, {})).message;
	};

	expect(await say('qrCode')).toContain('returned a web page instead');
	expect(await say('link')).toBe('');
	expect(await say('qrCode')).toBe('This service does not support QR codes through its API');
});

it.each(['campaign', 'channel', 'domain', 'pixel', 'qrCode'])(
	'a delete that the service does not find is not done if the list still has the %s',
	async (resource) => {
		const row = operationRows.find(({ operation, ...each }) => {
			return operation === 'delete' && each.resource === resource;
		});
		const service = await seededService();
		const message = 'Record does not exist';
		service.addFault({ match: { method: 'DELETE' }, kind: 'failureOn200', message });
		const run = await runOperation(
			service,
			{ resource, operation: 'delete' },
			row?.minimal.parameters ?? {},
		);
		expect(errorOf(run).message).toBe(message);
	},
);

it.each<[operation: string, parameters: INodeParameters, body: unknown, what: string]>([
	['link.get', { linkId: pick('id', 101) }, { error: 0 }, 'a link'],
	['account.get', {}, { error: 0 }, 'an account'],
	['campaign.getAll', {}, { error: 0 }, 'a list of campaigns'],
	['pixel.getAll', {}, { id: 1 }, 'a list of pixels'],
	['qrCode.get', { qrCodeId: pick('id', 51) }, { error: 0, data: {} }, 'a QR code'],
])('an answer without what was asked for is told: %s', async (name, parameters, body, what) => {
	const { url } = await listen((response) => {
		answerJson(response, body);
	});
	const [resource = '', operation = ''] = name.split('.');
	const run = await runNode({
		credentials: { baseUrl: url, apiKey: 'any' },
		parameters: { resource, operation, ...parameters },
	});
	expect(errorOf(run)).toEqual({
		message: `The service did not return ${what}`,
		description:
			'Check that Base URL in the Link Shortener API credential is the address of your link shortener.',
	});
});

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
	`Not read: ${parts}. Their items say why. Changes were not tried.`;

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
])('C18: a check fails at once for %s', async (_, options, message) => {
	const run = await runNode({
		credentials: credentialsOf(await seeded(options)),
		parameters: CHECK,
	});

	expect(errorOf(run).message).toMatch(message);
	expect(run.durationMs).toBeLessThan(2_000);
});
