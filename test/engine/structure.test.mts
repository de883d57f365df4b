import type {
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { listSearch, loadOptions, n8nWorkflow, nodeDescription } from './harness/index.mts';
import { standInNodeTypes } from './harness/node-types.mts';
import { operationNames, optionValues } from './support/operations.mts';
import { credentialsOf, serviceWith } from './support/service.mts';

const { properties } = nodeDescription();

/** Both nodes, with every property of theirs. */
const nodes = ['linkShortener', 'linkShortenerTrigger'].map((name) => {
	const type = `n8n-nodes-link-shortener.${name}`;
	const description = nodeDescription(type);
	// n8n gives a polling node its schedule.
	const own = description.properties.filter((property) => property.name !== 'pollTimes');
	return { name, type, description, all: everyProperty(own) };
});

/** A property with the names of those it lies in, such as `options / batching / maxWait`. */
interface Placed {
	place: string;
	property: INodeProperties;
	/** Whether a person has to add it before it counts. */
	isOptional: boolean;
}

function isProperty(
	option: INodeProperties | INodePropertyOptions | INodePropertyCollection,
): option is INodeProperties {
	return 'type' in option && 'default' in option;
}

function inside(property: INodeProperties): INodeProperties[] {
	return (property.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values;
		return isProperty(option) ? [option] : [];
	});
}

/** What a list offers to choose from. */
function choicesOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options.filter((option): option is INodePropertyOptions => 'value' in option);
}

/** The editor shows two lines of a description in a list of options (measured on n8n 2.41). */
const MAX_SHOWN = 105;

/** Optional fields whose title says it all, such as Fax. */
const SELF_EXPLANATORY = [
	...['name', 'value', 'email', 'order', 'sort', 'sort_by'],
	...['subject', 'body', 'message'],
	...['org', 'phone', 'cell', 'fax', 'site', 'street', 'city', 'state', 'zip', 'country'],
];

/** A description as a person sees it. */
function visible(description: string): string {
	return description.replace(/<[^>]*>/g, '');
}

/** All properties, those inside collections included. */
function everyProperty(list: INodeProperties[], place = '', isOptional = false): Placed[] {
	return list.flatMap((property) => {
		const here = place === '' ? property.name : `${place} / ${property.name}`;
		return [{ place: here, property, isOptional }, ...everyProperty(inside(property), here, true)];
	});
}

function shownFor(property: INodeProperties, name: string): string[] {
	const values: readonly unknown[] = property.displayOptions?.show?.[name] ?? [];
	return values.map(String);
}

/** Top-level properties of an operation. */
function propertiesOf(name: string): INodeProperties[] {
	const [resource = '', operation = ''] = name.split('.');
	return properties.filter(
		(property) =>
			shownFor(property, 'resource').includes(resource) &&
			shownFor(property, 'operation').includes(operation),
	);
}

function doubles(names: string[]): string[] {
	return names.filter((name, index) => names.indexOf(name) !== index);
}

const resources = optionValues(properties.find(({ name }) => name === 'resource'));
const operationLists = properties.filter(({ name }) => name === 'operation');

describe('resources and operations', () => {
	it('begin with what most people came for, and end with the account', () => {
		const list = properties.find(({ name }) => name === 'resource');
		const names = (list?.options ?? []).map(({ name }) => name);
		expect([names[0], names.at(-1)]).toEqual(['Link', 'Account']);
	});

	it('have operations in alphabetical order', () => {
		for (const list of operationLists) {
			const names = (list.options ?? []).map(({ name }) => name);
			expect(names.length).toBeGreaterThan(0);
			expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other)));
		}
	});

	it.each(resources)('%s has one list of operations, and starts with one of them', (resource) => {
		const lists = operationLists.filter((list) => shownFor(list, 'resource').includes(resource));

		expect(lists).toHaveLength(1);
		expect(optionValues(lists[0])).toContain(lists[0]?.default);
	});

	it.each(operationLists.map((list) => ({ list, resource: shownFor(list, 'resource')[0] })))(
		'every operation of $resource has a name, an action and a description',
		({ list }) => {
			for (const option of list.options ?? []) {
				expect(option).toMatchObject({ value: expect.stringMatching(/^[a-z]\w+$/) as unknown });
				const { name, action = '', description = '' } = option as INodePropertyOptions;
				expect(name).toMatch(/^[A-Z]/);
				expect(action).toMatch(/^[A-Z][^.]*$/);
				expect(action).not.toMatch(/\b(an?|the)\b/);
				expect(description).toMatch(/^[A-Z][^.]*$/);
			}
		},
	);

	const FOR_ALL_ROWS = ['domain', 'utm', 'additionalFields', 'options'];

	it.each([
		['defineBelow', ['dataToSend', 'url', 'custom', ...FOR_ALL_ROWS]],
		['autoMapInputData', ['dataToSend', ...FOR_ALL_ROWS]],
	])('link → Create with %s shows first what most people set', (choice, names) => {
		const shown = propertiesOf('link.create').filter((property) => {
			const choices = shownFor(property, 'dataToSend');
			return property.type !== 'notice' && (choices.length === 0 || choices.includes(choice));
		});

		expect(shown.map(({ name }) => name)).toEqual(names);
	});

	it('have names of their own, and actions of their own', () => {
		for (const list of operationLists) {
			const options = (list.options ?? []) as INodePropertyOptions[];
			expect(doubles(options.map(({ name }) => name))).toEqual([]);
			expect(doubles(options.map(({ action = '' }) => action))).toEqual([]);
		}
	});

	it.each(operationNames())('%s has its options, and every field only once', (name) => {
		const own = propertiesOf(name);

		expect(own.map((property) => property.name)).toContain('options');
		// Two fields of one name must never be on show together.
		const shows = own.map((property) =>
			JSON.stringify([property.name, property.displayOptions?.show]),
		);
		expect(doubles(shows)).toEqual([]);
	});

	it('every field is on show for exactly the operations that it names', () => {
		const names = operationNames();
		for (const property of properties) {
			if (property.name === 'resource' || property.name === 'operation') continue;
			const [resource, ...others] = shownFor(property, 'resource');
			expect(others, property.name).toEqual([]);
			const operations = shownFor(property, 'operation');
			expect(operations.length, property.name).toBeGreaterThan(0);
			for (const operation of operations) expect(names).toContain(`${resource}.${operation}`);
		}
	});

	it('depend on fields that the same operation has, and on values these offer', () => {
		for (const name of operationNames()) {
			const own = propertiesOf(name);
			for (const { place, property } of everyProperty(own)) {
				for (const field of Object.keys(property.displayOptions?.show ?? {})) {
					// Within a collection a name that begins with / stands for a field beside it.
					const isInside = place.includes('/') && !field.startsWith('/');
					if (isInside || field === 'resource' || field === 'operation') continue;
					const controls = own.filter((control) => control.name === field.replace('/', ''));
					const offered = controls.flatMap((control) =>
						control.type === 'boolean' ? ['true', 'false'] : optionValues(control),
					);
					expect(offered, `${name}: ${place} needs ${field}`).toEqual(
						expect.arrayContaining(shownFor(property, field)) as unknown,
					);
				}
			}
		}
	});
});

describe.each(['create', 'update', 'upsert'])(
	'the notice of Map Automatically: %s',
	(operation) => {
		const notices = propertiesOf(`link.${operation}`).filter(({ type }) => type === 'notice');
		const text = notices[0]?.displayName ?? '';
		const entries = [...text.matchAll(/<li>(.*?)<\/li>/g)].map(([, entry = '']) => entry);

		it('D4: is a list of two short entries', () => {
			expect(text).toBe(`<ul>${entries.map((entry) => `<li>${entry}</li>`).join('')}</ul>`);
			expect(entries).toHaveLength(2);
			for (const entry of entries) expect(visible(entry)).toMatch(/^[A-Z].{20,130}\.$/);
		});

		it('leads to the list of all columns, with no markup that n8n takes away', () => {
			expect(text).toMatch(/<a href="[^"]+\/docs\/spreadsheets\.md#columns">all columns<\/a>/);
			const tags = [...text.matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag);
			expect([...new Set(tags)].sort()).toEqual(['a', 'li', 'ul']);
		});
	},
);

describe('what can be added to a form', () => {
	const collections = properties.filter(({ type }) => type === 'collection');

	it('begins with the name, where an update can change one', () => {
		const named = collections
			.filter(({ name }) => name === 'updateFields')
			.map((collection) => inside(collection).map(({ name }) => name))
			.filter((names) => names.includes('name'));
		expect(named.length).toBeGreaterThan(1);
		for (const [first] of named) expect(first).toBe('name');
	});

	it('has a choice where it has a list', () => {
		const lists = collections.flatMap(inside).filter(({ type }) => type === 'options');
		expect(lists.length).toBeGreaterThan(0);
		for (const list of lists) expect(choicesOf(list).length, list.name).toBeGreaterThan(1);
	});
});

describe('a required field that is hidden by another', () => {
	// As soon as the other field is an expression n8n counts the hidden one as shown, finds it empty
	// and refuses to run the node. So such a field is not required (the operation complains
	// itself), or the other one takes no expression (noDataExpression).
	it('does not keep the node from running when the other is an expression', () => {
		const forms = [
			...operationNames().map((name) => ({ name, own: propertiesOf(name) })),
			...nodes.slice(1).map(({ name, description }) => ({ name, own: description.properties })),
		];
		const stuck = forms.flatMap(({ name, own }) =>
			own
				.filter(({ required }) => required === true)
				.flatMap((property) =>
					Object.keys(property.displayOptions?.show ?? {})
						.filter((field) => own.some((other) => other.name === field && !other.noDataExpression))
						.map((field) => `${name}: ${property.name} hidden by ${field}`),
				),
		);

		expect(stuck).toEqual([]);
	});
});

describe.each(nodes)('every property of $name', ({ all }) => {
	it('has a title, and no description that only repeats it', () => {
		for (const { place, property } of all) {
			if (property.type === 'notice') continue;
			expect(property.displayName, place).toMatch(/^[A-Z0-9]/);
			expect(property.description, place).not.toBe(property.displayName);
		}
	});

	it('is explained where it has to be added first, unless its title says it all', () => {
		const bare = all.filter(({ property, isOptional }) => isOptional && !property.description);
		const names = new Set(bare.map(({ property }) => property.name));
		expect([...names].filter((name) => !SELF_EXPLANATORY.includes(name))).toEqual([]);
	});

	it('is not cut short where it is one option of many', () => {
		const told = all.flatMap(({ place, property, isOptional }) => [
			...(isOptional ? [{ place, description: property.description ?? '' }] : []),
			...choicesOf(property).map(({ name, description = '' }) => ({
				place: `${place}: ${name}`,
				description,
			})),
		]);
		const cut = told.filter(({ description }) => visible(description).length > MAX_SHOWN);
		expect(cut).toEqual([]);
	});

	it('has a name that only it has where it lies', () => {
		for (const { place, property } of all) {
			for (const option of property.options ?? []) {
				if ('values' in option) expect(doubles(option.values.map(({ name }) => name))).toEqual([]);
			}
			const options = property.options ?? [];
			const shows = options.map((option) =>
				JSON.stringify([option.name, 'displayOptions' in option && option.displayOptions]),
			);
			expect(doubles(shows), place).toEqual([]);
			expect(doubles(optionValues(property)), place).toEqual([]);
		}
	});

	it('with a list offers its default', () => {
		for (const { place, property } of all) {
			if (property.type !== 'options' || property.typeOptions?.loadOptionsMethod) continue;
			const offered = (property.options ?? []).map((option) =>
				'value' in option ? option.value : undefined,
			);
			expect(offered, place).toContain(property.default);
		}
	});

	it('is empty, off or without effect until a person fills it in', () => {
		const allowed = new Set([
			// What the node does rather than what it sends.
			...[
				'resource',
				'operation',
				'dataToSend',
				'columnToMatchOn',
				'matchOn',
				'output',
				'fields',
				'limit',
			],
			...['event', 'linksToWatch', 'numberOfLinks', 'clicks'],
			// Required choices that have to start somewhere.
			...['type', 'encryption', 'binaryPropertyName'],
		]);
		const sent = all.filter(({ property, isOptional }) => {
			const { default: value, name, type } = property;
			if (isOptional || allowed.has(name) || type === 'notice') return false;
			if (type === 'resourceLocator') return (value as { value: unknown }).value !== '';
			const isEmpty = Array.isArray(value)
				? value.length === 0
				: typeof value === 'object' && value !== null && Object.keys(value).length === 0;
			return !(value === '' || value === false || isEmpty);
		});

		expect(sent.map(({ place }) => place)).toEqual([]);
	});

	it('that holds a secret hides it', () => {
		for (const { place, property } of all) {
			if (!/^pass$|password/i.test(property.name)) continue;
			expect(property.typeOptions?.password, place).toBe(true);
		}
	});
});

describe.each(nodes)('the hints of $name for AI that builds workflows', ({ description, all }) => {
	const { searchHint = '', relatedNodes = [] } = description.builderHint ?? {};
	const hints = [
		...relatedNodes.map(({ relationHint }) => relationHint),
		...all.flatMap(({ property }) => property.builderHint?.propertyHint ?? []),
	];

	it('are short, and say more than the description', () => {
		expect(searchHint).not.toBe('');
		for (const hint of hints) expect(hint.length, hint).toBeLessThanOrEqual(180);
		const descriptions = all.map(({ property }) => property.description);
		expect(hints.filter((hint) => descriptions.includes(hint))).toEqual([]);
	});

	it('name fields, choices and modes that are there', () => {
		const known = all.flatMap(({ property }) => [
			property.name,
			...optionValues(property),
			...(property.modes ?? []).map(({ name }) => name),
		]);
		const named = hints.flatMap((hint) => [...hint.matchAll(/`(\w+)`/g)].map(([, name]) => name));
		expect(named.filter((name) => !known.includes(name ?? ''))).toEqual([]);
	});

	it('name nodes, each of them once', () => {
		const types = relatedNodes.map(({ nodeType }) => nodeType);
		expect(doubles(types)).toEqual([]);
		const own = types.filter((type) => type.startsWith('n8n-nodes-link-shortener.'));
		expect(own).toEqual(
			nodes.map(({ type }) => type).filter((type) => !type.endsWith(`.${description.name}`)),
		);
	});
});

it.each([
	{ name: 'linkId', says: "mode: 'shortUrl'" },
	{ name: 'campaign', says: "mode: 'name'" },
	{ name: 'url', says: 'https://' },
	{ name: 'expiry', says: '$now' },
	{ name: 'dataToSend', says: 'autoMapInputData' },
	{ name: 'ifLinkExists', says: 'returnExisting' },
])('the hint of $name says $says wherever the field is', ({ name, says }) => {
	const fields = (nodes[0]?.all ?? []).filter(({ property }) => property.name === name);
	expect(fields.length).toBeGreaterThan(0);
	for (const { place, property } of fields) {
		expect(property.builderHint?.propertyHint, place).toContain(says);
	}
});

/** Locators that must not slip through the search for them: at the top, and inside of collections. */
const SOME_LOCATORS: Record<string, string[]> = {
	linkShortener: [
		'linkId',
		'additionalFields / campaign',
		'additionalFields / type / splashPageId',
		'updateFields / type / ctaOverlayId',
	],
	linkShortenerTrigger: ['channelId', 'links / linkId'],
};

/** The modes of locators. The editor shows its own labels for list, id and url, so there is no url. */
const MODES: Record<string, string> = {
	list: 'From List',
	id: 'By ID',
	name: 'By Name',
	shortUrl: 'By Short URL',
	address: 'By Address',
};

describe.each(nodes)('every locator of $name', ({ name: node, type, all }) => {
	const locators = all.filter(({ property }) => property.type === 'resourceLocator');

	it('is found, inside collections too', () => {
		expect(locators.map(({ place }) => place)).toEqual(
			expect.arrayContaining(SOME_LOCATORS[node] ?? []) as unknown,
		);
	});

	it.each(locators)(
		'$place has a list that can be searched and a way to enter it',
		async ({ place, property }) => {
			const modes = property.modes ?? [];
			expect(property.default).toEqual({ mode: 'list', value: '' });
			expect(modes.map(({ name }) => name)).toEqual(
				// A QR code wants an address, which an ID is not.
				expect.arrayContaining(['list', place === 'url' ? 'address' : 'id']) as unknown,
			);
			expect(doubles(modes.map(({ name }) => name))).toEqual([]);
			for (const { name, displayName } of modes) expect(displayName).toBe(MODES[name]);

			const list = modes.find(({ name }) => name === 'list');
			const { searchListMethod = '', searchable } = list?.typeOptions ?? {};
			expect(searchable).toBe(true);
			const service = await serviceWith();
			const found = await listSearch({
				method: searchListMethod,
				credentials: credentialsOf(service),
				type,
			});
			expect(Array.isArray(found.results)).toBe(true);
		},
	);
});

describe('every list of options that is loaded', () => {
	const loaded = nodes.flatMap(({ type, all }) =>
		all
			.filter(({ property }) => property.typeOptions?.loadOptionsMethod)
			.map((placed) => ({ type, ...placed })),
	);

	it('is found', () => {
		expect(loaded.map(({ place }) => place)).toContain('additionalFields / pixels');
	});

	it.each(loaded)('$place has its method', async ({ type, property }) => {
		const service = await serviceWith();
		const method = property.typeOptions?.loadOptionsMethod ?? '';

		expect(await loadOptions({ method, credentials: credentialsOf(service), type })).toEqual([]);
	});
});

describe('the line under a node', () => {
	/** As the editor resolves it, for a node with these parameters. */
	async function subtitleOf(node: (typeof nodes)[number], parameters: INodeParameters) {
		const { type, description } = node;
		const workflow = new n8nWorkflow.Workflow({
			nodes: [{ id: 'id', name: 'Node', type, typeVersion: 1, position: [0, 0], parameters }],
			connections: {},
			active: false,
			nodeTypes: standInNodeTypes({ [type]: { description } }),
		});
		const stored = workflow.getNode('Node');
		if (stored === null) throw new Error('The workflow lost its node');
		return await workflow.expression.withIsolate(
			async () =>
				await Promise.resolve(
					workflow.expression.getSimpleParameterValue(stored, description.subtitle, 'internal', {}),
				),
		);
	}

	const choices = [
		{
			node: 'linkShortener',
			tells: 'resource and operation',
			every: operationNames().map((name) => {
				const [resource = '', operation = ''] = name.split('.');
				return { resource, operation };
			}),
		},
		{
			node: 'linkShortenerTrigger',
			tells: 'the event',
			every: optionValues(
				nodes
					.find(({ name }) => name === 'linkShortenerTrigger')
					?.description.properties.find(({ name }) => name === 'event'),
			).map((event) => ({ event })),
		},
	];

	it.each(choices)('tells $tells: $node', async ({ node: name, every }) => {
		const node = nodes.find((candidate) => candidate.name === name);
		if (node === undefined) throw new Error(`There is no node ${name}`);
		const lines = await Promise.all(every.map(async (each) => await subtitleOf(node, each)));

		expect(lines.length).toBeGreaterThan(1);
		expect(doubles(lines.map(String))).toEqual([]);
		// In words, not as `getAll: link`.
		for (const line of lines) expect(line).toMatch(/^[A-Z][a-zA-Z ]+(: [A-Z][a-zA-Z ]+)?$/);
	});

	it('has the resource, the operation and its state', async () => {
		const [node] = nodes;
		if (node === undefined) throw new Error('There is no node');
		const parameters = { resource: 'link', operation: 'upsert' };
		expect(await subtitleOf(node, parameters)).toBe('Link: Create or Update');
		const dry = { ...parameters, dryRun: true };
		expect(await subtitleOf(node, dry)).toBe('Link: Create or Update, dry run');
	});

	it('does not repeat the name that n8n gives to the node', async () => {
		const [node] = nodes;
		if (node === undefined) throw new Error('There is no node');
		for (const name of operationNames()) {
			const [resource = '', operation = ''] = name.split('.');
			const parameters = { resource, operation };
			const title = n8nWorkflow.NodeHelpers.makeNodeName(parameters, node.description);
			expect(await subtitleOf(node, parameters)).not.toBe(title);
		}
	});
});
