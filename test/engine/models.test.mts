import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../service/index.mts';
import { nodeDescription, runAsTool, runNode } from './harness/index.mts';
import { typesOf } from './support/builderTypes.mts';
import { textLike } from './support/matchers.mts';
import { credentialsOf, serviceWith } from './support/service.mts';
import { started } from './support/trigger.mts';

/**
 * What a model is given that builds a workflow with this node: the types that n8n makes of the description, and what
 * comes of them. A sentence of a marketer is written as parameters from the types alone, and judged by what it asked.
 */

const TYPE = 'n8n-nodes-link-shortener.linkShortener';

/** Clients of models cut long answers. */
const MOST_CHARACTERS = 70_000;

describe('the types of the node', () => {
	const types = typesOf(TYPE);

	it('fit into what a client keeps', () => {
		expect(types.length).toBeLessThanOrEqual(MOST_CHARACTERS);
		expect(types.length).toBeGreaterThan(20_000);
	});

	it('give each operation of a link its own text', () => {
		const texts = [
			...types.matchAll(/\/\*\* (.*) \*\/\nexport type LinkShortenerV1Link(\w+)Params/g),
		];
		const own = new Map(texts.map(([, text, operation]) => [operation, text]));
		const [list] = nodeDescription(TYPE).properties.filter(
			(one) => one.name === 'operation' && one.displayOptions?.show?.resource?.includes('link'),
		);
		expect(own.size).toBe(list?.options?.length);
		expect([...own.values()].sort()).toEqual(
			list?.options?.map((option) => ('description' in option ? option.description : '')).sort(),
		);
	});
});

/** Added and left as they are, they do what the node does without them. */
const AS_LEFT_OUT = [
	...['maxInFlight', 'maxWait', 'requestsPerMinute', 'timeout', 'alias', 'binaryPropertyName'],
	...['public', 'starred', 'background', 'foreground', 'auto', 'type'],
	// Adding one of these is no value yet.
	...['campaign', 'channel', 'domain'],
];

function inCollections(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => {
		if (property.type !== 'collection') return property.type === 'hidden' ? [] : [property];
		return inCollections((property.options ?? []) as INodeProperties[]);
	});
}

describe('an option whose value when added is not what happens without it', () => {
	const options = nodeDescription(TYPE).properties.flatMap((property) =>
		property.type === 'collection' ? inCollections([property]) : [],
	);
	const filled = options.filter(
		(option) => option.default !== '' && JSON.stringify(option.default) !== '{}',
	);
	const others = filled.filter(
		({ name, default: value }) => !AS_LEFT_OUT.includes(name) && JSON.stringify(value) !== '[]',
	);

	it.each([...new Map(others.map((option) => [option.displayName, option])).values()])(
		'$displayName says so',
		({ builderHint }) => {
			expect(builderHint?.propertyHint).toContain('Left out: ');
		},
	);
});

const LONG = 'https://example.com/page';

async function run(
	service: Service,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
): Promise<IDataObject[]> {
	const result = await runNode({ credentials: credentialsOf(service), parameters, items });
	expect(result.error).toBeUndefined();
	return result.items;
}

describe('eight sentences of marketers', () => {
	it('every Monday a link for each row of a Google Sheet, the short link back into the sheet', async () => {
		const service = await serviceWith();
		const sheet = [1, 2, 3].map((at) => ({ row_number: at + 1, 'Long URL': `${LONG}/${at}` }));
		const parameters = {
			...{ resource: 'link', operation: 'upsert', dataToSend: 'autoMapInputData' },
			options: { returnRows: true },
		};
		const filled = await run(service, parameters, sheet);
		await run(service, parameters, filled);

		expect(filled).toMatchObject(sheet.map((row) => ({ ...row, shorturl: textLike(/^http/) })));
		expect(service.links()).toHaveLength(3);
	});

	it('a message to Slack when a link passes 100 clicks', async () => {
		const trigger = await started({ event: 'linkClicksReached', clicks: 100 });
		const [near = 0] = trigger.service.seed('links', [{ clicks: 99 }, { clicks: 3 }]);
		await trigger.poll();
		trigger.service.click(near, 2);

		expect(await trigger.poll()).toMatchObject([{ id: near, clicks: 101 }]);
		expect(await trigger.poll()).toBeUndefined();
	});

	it('a webhook that shortens and never makes a second link of a page', async () => {
		const service = await serviceWith();
		const parameters = {
			...{ resource: 'link', operation: 'create', url: '={{ $json.body.url }}' },
			options: { ifLinkExists: 'returnExisting' },
		};
		const [first] = await run(service, parameters, [{ body: { url: LONG } }]);
		const [second] = await run(service, parameters, [{ body: { url: LONG } }]);

		expect(second?.shorturl).toBe(first?.shorturl);
		expect(service.links()).toHaveLength(1);
	});

	it('a QR picture for each product into Drive', async () => {
		const service = await serviceWith();
		const parameters = {
			...{ resource: 'qrCode', operation: 'create', type: 'link' },
			address: { __rl: true, mode: 'address', value: '={{ $json.page }}' },
			additionalFields: { name: '={{ $json.name }}' },
		};
		const products = ['Mug', 'Cap'].map((name) => ({ name, page: `${LONG}/${name}` }));
		const result = await runNode({
			credentials: credentialsOf(service),
			parameters,
			items: products,
		});

		expect(result.items).toMatchObject(products.map(({ name }) => ({ name })));
		const files = result.outputs[0]?.map(({ binary }) => binary?.data?.mimeType);
		expect(files).toEqual(['image/png', 'image/png']);
	});

	it('the ten most clicked links on Fridays', async () => {
		const service = await serviceWith();
		service.seed(
			'links',
			Array.from({ length: 30 }, (_, at) => ({ clicks: (at * 7) % 30 })),
		);
		const parameters = {
			resource: 'link',
			operation: 'getAll',
			limit: 10,
			sort: { order: 'click' },
		};

		expect((await run(service, parameters)).map(({ clicks }) => clicks)).toEqual([
			...[29, 28, 27, 26, 25, 24, 23, 22, 21, 20],
		]);
	});

	it('all links with "summer" into a campaign that is made if missing', async () => {
		const service = await serviceWith();
		service.seed('links', [{ alias: 'summer-a' }, { alias: 'winter' }, { alias: 'summer-b' }]);
		const found = await run(service, {
			...{ resource: 'link', operation: 'getAll', returnAll: true, filters: { q: 'summer' } },
		});
		await run(
			service,
			{
				...{ resource: 'link', operation: 'update' },
				linkId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				updateFields: { campaign: { __rl: true, mode: 'name', value: 'Summer' } },
				options: { ifMissing: 'create' },
			},
			found,
		);

		const inCampaign = service.links().filter(({ campaign }) => Boolean(campaign));
		expect(inCampaign.map(({ alias }) => alias).sort()).toEqual(['summer-a', 'summer-b']);
	});

	it('on Black Friday another target and the password off', async () => {
		const service = await serviceWith();
		service.seed('links', [{ alias: 'sale', longurl: LONG, password: 'secret' }]);
		const [{ shorturl } = {}] = service.links();
		await run(service, {
			...{ resource: 'link', operation: 'update' },
			linkId: { __rl: true, mode: 'shortUrl', value: String(shorturl) },
			updateFields: { url: `${LONG}/black-friday` },
			fieldsToClear: ['password'],
		});

		expect(service.links()).toMatchObject([{ longurl: `${LONG}/black-friday`, password: null }]);
	});

	it('a chatbot that shortens on our domain and looks up clicks', async () => {
		const service = await serviceWith();
		service.seed('domains', [{ domain: 'https://go.brand.example' }]);
		const credentials = credentialsOf(service);
		const shorten = await runAsTool({
			credentials,
			parameters: {
				...{ resource: 'link', operation: 'create' },
				url: "={{ $fromAI('Long_URL', 'The address', 'string') }}",
				additionalFields: {
					domain: { __rl: true, mode: 'address', value: 'https://go.brand.example' },
				},
			},
			toolArguments: { Long_URL: LONG },
		});
		const [{ shorturl } = {}] = JSON.parse(shorten.response) as IDataObject[];
		const lookUp = await runAsTool({
			credentials,
			parameters: {
				...{ resource: 'link', operation: 'get' },
				linkId: {
					__rl: true,
					mode: 'shortUrl',
					value: "={{ $fromAI('Short_URL', '', 'string') }}",
				},
			},
			toolArguments: { Short_URL: shorturl },
		});

		expect(shorturl).toMatch(/^https:\/\/go\.brand\.example\//);
		expect(JSON.parse(lookUp.response)).toMatchObject([{ longurl: LONG, clicks: 0 }]);
	});
});
