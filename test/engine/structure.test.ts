import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { listSearch, loadOptions, nodeDescription, runNode } from './harness/index.ts';
import { furnish, knownOperation, operationNames, optionValues } from './support/operations.ts';
import { credentialsOf, serviceWith } from './support/service.ts';

const { properties } = nodeDescription();

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

/** All properties, those inside collections included. */
function everyProperty(list: INodeProperties[], place = '', isOptional = false): Placed[] {
	return list.flatMap((property) => {
		const here = place === '' ? property.name : `${place} / ${property.name}`;
		return [{ place: here, property, isOptional }, ...everyProperty(inside(property), here, true)];
	});
}

const all = everyProperty(properties);

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
	it('are those of the design, in alphabetical order', () => {
		const design = {
			account: ['get', 'update'],
			campaign: ['assignLink', 'create', 'delete', 'getAll', 'update'],
			channel: ['assignItem', 'create', 'delete', 'getAll', 'getItems', 'update'],
			ctaOverlay: ['getAll'],
			domain: ['create', 'delete', 'getAll', 'update'],
			link: ['create', 'get', 'getAll'],
			pixel: ['create', 'delete', 'get', 'getAll', 'update'],
			splashPage: ['getAll'],
		};
		const expected = Object.entries(design).flatMap(([resource, operations]) =>
			operations.map((operation) => `${resource}.${operation}`),
		);

		expect(resources).toEqual([...resources].sort());
		expect(operationNames().sort()).toEqual(expected.sort());
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
				expect(description).toMatch(/^[A-Z][^.]*$/);
			}
		},
	);

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
			for (const property of own) {
				for (const field of Object.keys(property.displayOptions?.show ?? {})) {
					if (field === 'resource' || field === 'operation') continue;
					const controls = own.filter((candidate) => candidate.name === field);
					expect(controls.length, `${name}: ${property.name} needs ${field}`).toBeGreaterThan(0);
					const offered = controls.flatMap((control) =>
						control.type === 'boolean' ? ['true', 'false'] : optionValues(control),
					);
					expect(offered).toEqual(expect.arrayContaining(shownFor(property, field)) as unknown);
				}
			}
		}
	});
});

describe('a required field that is hidden by another', () => {
	// As soon as the other field is an expression n8n counts the hidden one as shown, finds it empty
	// and refuses to run the node. So such a field is not required (the operation complains
	// itself), or the other one takes no expression (noDataExpression).
	it('does not keep the node from running when the other is an expression', () => {
		const stuck = operationNames().flatMap((name) => {
			const own = propertiesOf(name);
			return own
				.filter(({ required }) => required === true)
				.flatMap((property) =>
					Object.keys(property.displayOptions?.show ?? {})
						.filter((field) => own.some((other) => other.name === field && !other.noDataExpression))
						.map((field) => `${name}: ${property.name} hidden by ${field}`),
				);
		});

		expect(stuck).toEqual([]);
	});
});

describe('every property', () => {
	it('has a title, and a description that says more than it', () => {
		for (const { place, property } of all) {
			if (property.type === 'notice') continue;
			expect(property.displayName, place).toMatch(/^[A-Z0-9]/);
			expect(property.description, place).not.toBe(property.displayName);
		}
	});

	it('has a name that only it has where it lies', () => {
		for (const { place, property } of all) {
			for (const option of property.options ?? []) {
				if ('values' in option) expect(doubles(option.values.map(({ name }) => name))).toEqual([]);
			}
			const names = (property.options ?? []).map(({ name }) => name);
			expect(doubles(names), place).toEqual([]);
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
			...['resource', 'operation', 'dataToSend', 'output', 'fields', 'limit'],
			// Required choices that have to start somewhere.
			'type',
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
			if (!/password/i.test(property.name)) continue;
			expect(property.typeOptions?.password, place).toBe(true);
		}
	});
});

describe('every locator', () => {
	const locators = all.filter(({ property }) => property.type === 'resourceLocator');

	it('is found, inside collections too', () => {
		expect(locators.map(({ place }) => place)).toEqual(
			expect.arrayContaining(['linkId', 'additionalFields / campaign']) as unknown,
		);
	});

	it.each(locators.map(({ place, property }) => ({ place, property })))(
		'$place has a list that can be searched and a way to enter it',
		async ({ property }) => {
			const modes = property.modes ?? [];
			expect(property.default).toEqual({ mode: 'list', value: '' });
			expect(modes.map(({ name }) => name)).toEqual(
				expect.arrayContaining(['list', 'id']) as unknown,
			);
			expect(doubles(modes.map(({ name }) => name))).toEqual([]);

			const list = modes.find(({ name }) => name === 'list');
			const { searchListMethod = '', searchable } = list?.typeOptions ?? {};
			expect(searchable).toBe(true);
			const service = await serviceWith();
			const found = await listSearch({
				method: searchListMethod,
				credentials: credentialsOf(service),
			});
			expect(Array.isArray(found.results)).toBe(true);
		},
	);
});

describe('every list of options that is loaded', () => {
	const loaded = all.filter(({ property }) => property.typeOptions?.loadOptionsMethod);

	it.each(loaded)('$place has its method', async ({ property }) => {
		const service = await serviceWith();
		const method = property.typeOptions?.loadOptionsMethod ?? '';

		expect(await loadOptions({ method, credentials: credentialsOf(service) })).toEqual([]);
	});
});

describe('an operation with no more than it needs', () => {
	it.each(operationNames())('%s works and sends nothing nobody asked for', async (name) => {
		const service = await serviceWith();
		furnish(service);
		const { parameters } = knownOperation(name);
		const run = await runNode({ credentials: credentialsOf(service), parameters });

		expect(run.error).toBeUndefined();
		const given = JSON.stringify(parameters);
		for (const { body } of service.requests) {
			for (const [field, value] of Object.entries(Object(body) as Record<string, unknown>)) {
				expect(given, `${field} was sent unasked`).toContain(JSON.stringify(value));
			}
		}
		for (const { json } of run.outputs.flat()) expect(json).not.toHaveProperty('error');
	});
});
