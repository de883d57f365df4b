import type { INodeParameters } from 'n8n-workflow';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import type { UnknownPath } from '../../service/options.mts';
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
import {
	described,
	installs,
	installsBy,
	LISTS,
	messageOn,
	outputOn,
	requestsOn,
	type Install,
} from '../operations/installs.mts';
import { casesOf, pick } from '../operations/row.mts';
import { nameOf, operationRows } from '../operations/table.mts';
import { answerJson, listen } from '../support/listener.mts';
import { textLike } from '../support/matchers.mts';
import { errorOf } from '../support/runs.mts';

const named = operationRows.map((row) => ({ name: nameOf(row), row }));

function operationsOn({ readBy }: Install) {
	return named.filter(({ name }) => readBy?.includes(name) ?? true);
}

/** How many differences there are at once. */
function differences({ options }: Install): number {
	return Object.keys(options.variations ?? {}).length;
}

/** Operations whose many cases differ in what is sent alone, so that one answer is like the other. */
const DIFFER_IN_REQUESTS = ['channel.assignItem', 'qrCode.create'];

/** What installs add to the records of a link (seen on real installs). */
const INSTALL_FIELDS = ['uniqueclicks', 'domain', 'campaign', 'channel', 'title', 'description'];

// As described is what the operations are tried on anyway, and c12-lists tries what differs in lists alone.
const succeeding = installs.filter(
	(install) =>
		install !== described && install.readBy !== LISTS && operationsOn(install).length > 0,
);

describe.each(succeeding)('an install with $name', (install) => {
	it.each(operationsOn(install))('$name gives the same', async ({ name, row }) => {
		// Every case where all is different at once, and where the pixels are others; else one of each operation.
		const isOne = differences(install) === 1 || DIFFER_IN_REQUESTS.includes(name);
		const examples = casesOf(row).slice(0, isOne ? 1 : undefined);
		for (const [, example] of examples) {
			const service = await seededService(install.options);
			const run = await runCase(service, row, example);

			expectSent(service, example, requestsOn(install, row, example));
			const message = messageOn(install, example);
			if (message === undefined) {
				expectOutput(run, byItem(example, outputOn(install, example, service.url)));
				expectSchema(row, run.items, [...(example.beyondSchema ?? []), ...INSTALL_FIELDS]);
			} else {
				expect(errorOf(run)).toEqual({ message, description: textLike(/\w{3}/) });
			}
			await service.stop();
		}
	});
});

const failing: Install[] = [
	...installsBy(
		'errorValue',
		'errorOnFailureStatus',
		'failureMessageKey',
		'pixelFailures',
		'product',
	),
	{
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

/** An operation for each form of failure: of the envelope, of a create, of a link looked for, of pixels. */
const FORMS = ['channel.update', 'link.create', 'link.get', 'pixel.get'];

/** What an operation names that is not there; with all differences at once all operations, and all of it. */
function refusalsOn({ name: install, options }: Install) {
	const isAll = install === 'everything at once';
	const tried = named.filter(({ name }) => isAll || FORMS.includes(name));
	return tried.flatMap(({ name, row: { unknown = [], ...row } }) =>
		unknown.slice(0, isAll ? undefined : 1).map(({ parameters, message, onLinks = message }) => ({
			name,
			row,
			parameters,
			message: options.product === 'links' ? onLinks : message,
		})),
	);
}

describe.each(failing)('a failure of an install with $name', (install) => {
	it('tells of a wrong key', async () => {
		const service = await seededService(install.options);
		for (const { name, row } of named.filter((each) => FORMS.includes(each.name))) {
			const run = await runOperation(service, row, row.minimal.parameters, {
				credentials: { baseUrl: service.url, apiKey: 'wrong' },
			});
			expect(errorOf(run), name).toEqual({
				message: 'A valid API key is required to use this service.',
				description: textLike(/^The service does not accept the API key\. Copy the key from/),
			});
		}
	});

	it.each(refusalsOn(install))('$name says: $message', async ({ row, parameters, message }) => {
		const fresh = await seededService(install.options);
		const run = await runOperation(fresh, row, parameters);
		expect(run.error).toMatchObject({ message, description: textLike(/\w{3}/) });
	});
});

/** A part that every service has, a list, a create and a change of what an install may lack. */
const ONE_OF_EACH = [
	'account.get',
	'campaign.getAll',
	'channel.create',
	'link.get',
	'qrCode.delete',
];

/** Without these an install is another program: the base URL may be wrong after all. */
const CORE = /^(account\..*|link\.(create|get|getAll|update|upsert))$/;

describe.each<UnknownPath>(['failure', 'webPage200', 'login'])(
	'an install of which the pixels alone are there, answers with %s',
	(unknownPath) => {
		let service: Service;
		beforeAll(async () => {
			service = await seededService({ product: 'pixels', unknownPath });
			await runOperation(service, { resource: 'pixel', operation: 'getAll' }, {});
		});

		// A page may stand for each operation's own record; the other two are told in one way.
		const tried = named.filter(({ name, row }) =>
			unknownPath === 'webPage200' ? row.resource !== 'pixel' : ONE_OF_EACH.includes(name),
		);

		it.each(tried)('$name', async ({ row, name }) => {
			service.clearRequests();
			const { message, description } = errorOf(
				await runOperation(service, row, row.minimal.parameters),
			);

			// A page with status 200 may hide that a record was created.
			const mayBeDone =
				unknownPath === 'webPage200' &&
				['create', 'upload'].includes(row.operation) &&
				name !== 'link.create';
			if (mayBeDone) expect(description).toMatch(/may have been (created|uploaded)/);
			else if (CORE.test(name)) expect(description).toContain('Base URL');
			else {
				expect(message).toMatch(/^This service does not support /);
				expect(description).not.toContain('check Base URL');
			}
			// A redirect that is followed, or what looks for a link: by its short URL, and among the newest ones.
			expect(service.requests.length).toBeLessThanOrEqual(name === 'link.create' ? 3 : 2);
		});
	},
);

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

it.each(ONE_OF_EACH)(
	'where nothing has answered before, the base URL may be to blame: %s',
	async (name) => {
		const row = operationRows.find((candidate) => nameOf(candidate) === name);
		if (row === undefined) throw new Error(`There is no operation ${name}`);
		const service = await seededService({ product: 'pixels', unknownPath: 'login' });
		const { message, description } = errorOf(
			await runOperation(service, row, row.minimal.parameters),
		);
		expect(message).toMatch(/no endpoint|returned a web page instead|redirects this request/);
		expect(description).toContain('Base URL');
	},
);

describe('a campaign of an install that writes its name in its own way', () => {
	it.each<[raw: object, record: object]>([
		[
			{ name: 'Summer', domain: 'go.example.com' },
			{ name: 'Summer', domain: 'go.example.com' },
		],
		[
			{ name: 'Summer', domain: 'go.example.com', campaign: 'winter' },
			{ name: 'Summer', domain: 'go.example.com', campaign: 'winter' },
		],
		[{ name: '', domain: 'Summer' }, { name: 'Summer' }],
		[
			{ name: '', domain: 'Summer', campaign: 'winter' },
			{ name: 'Summer', campaign: 'winter' },
		],
		[
			{ name: ' ', domain: '', campaign: 2024 },
			{ name: '2024', domain: '' },
		],
	])('%j has what stands for the name, and all else', async (raw, record) => {
		const { url } = await listen((response) => {
			answerJson(response, { error: '0', data: { maxpage: 1, campaigns: [{ id: 1, ...raw }] } });
		});
		const run = await runNode({
			credentials: { baseUrl: url, apiKey: 'any' },
			parameters: { resource: 'campaign', operation: 'getAll' },
		});
		expectOutput(run, [[{ id: 1, ...record }]]);
	});
});

describe('what a list is called where it does not come', () => {
	it.each<[resource: string, operation: string, what: string]>([
		['campaign', 'getAll', 'campaigns'],
		['channel', 'getAll', 'channels'],
		['channel', 'getItems', 'channel items'],
		['ctaOverlay', 'getAll', 'CTA overlays'],
		['domain', 'getAll', 'domains'],
		['file', 'getAll', 'files'],
		['link', 'getAll', 'links'],
		['qrCode', 'getAll', 'QR codes'],
		['splashPage', 'getAll', 'splash pages'],
	])('%s %s: %s', async (resource, operation, what) => {
		const { url } = await listen((response) => {
			answerJson(response, { error: 0 });
		});
		const run = await runNode({
			credentials: { baseUrl: url, apiKey: 'any' },
			parameters: { resource, operation, channelId: pick('id', 21) },
		});
		expect(errorOf(run).message).toBe(`The service did not return a list of ${what}`);
	});
});

it('an update gives what was kept where the service answers with the record', async () => {
	const service = await seededService({
		variations: { channelUpdateAnswer: 'record', capitalizesNames: true },
	});
	const parameters = {
		channelId: pick('id', 21),
		updateFields: { name: 'post', color: '#AABBCC' },
	};
	const run = await runOperation(service, { resource: 'channel', operation: 'update' }, parameters);
	expectOutput(run, [[{ updated: true, id: 21, name: 'Post', color: '#AABBCC' }]]);
});

describe('a delete that the service does not find', () => {
	it.each(['campaign', 'channel', 'domain', 'pixel', 'qrCode'])(
		'is not done if the list still has the %s',
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
});

describe('an answer without what was asked for is told', () => {
	it.each<[operation: string, parameters: INodeParameters, body: unknown, what: string]>([
		['link.get', { linkId: pick('id', 101) }, { error: 0 }, 'a link'],
		['account.get', {}, { error: 0 }, 'an account'],
		['campaign.getAll', {}, { error: 0 }, 'a list of campaigns'],
		['pixel.getAll', {}, { id: 1 }, 'a list of pixels'],
		['qrCode.get', { qrCodeId: pick('id', 51) }, { error: 0, data: {} }, 'a QR code'],
	])('%s', async (name, parameters, body, what) => {
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
});
