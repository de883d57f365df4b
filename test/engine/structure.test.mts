import type {
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { n8nWorkflow, nodeDescription } from './harness/index.mts';
import { standInNode } from './harness/workflow.mts';
import { operationNames, optionValues } from './support/operations.mts';
import { atLeastOne } from '../lists.mts';

/**
 * What a person would stumble over in a form and neither n8n's rules nor the dump of the fields (judges/)
 * can see.
 */

const TYPE = 'n8n-nodes-link-shortener.linkShortener';
const { properties } = nodeDescription();

/** Both nodes, with every property of theirs. */
const nodes = [TYPE, `${TYPE}Trigger`].map((type) => {
	const description = nodeDescription(type);
	// n8n gives a polling node its schedule.
	const own = description.properties.filter((property) => property.name !== 'pollTimes');
	return { type, description, own, all: everyProperty(own) };
});

/** A property with the names of those it lies in, such as `options / batching / maxWait`. */
interface Placed {
	place: string;
	property: INodeProperties;
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
function everyProperty(list: INodeProperties[], place = ''): Placed[] {
	return list.flatMap((property) => {
		const here = place === '' ? property.name : `${place} / ${property.name}`;
		return [{ place: here, property }, ...everyProperty(inside(property), here)];
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

describe('the fields of an operation', () => {
	it.each(operationNames())('%s: no two of one name are on show together', (name) => {
		const own = propertiesOf(name);
		const shows = own.map((property) => JSON.stringify([property.name, property.displayOptions]));
		expect(doubles(shows)).toEqual([]);
	});

	// The editor keeps the value of a field when another operation is chosen.
	it('have one type for one name', () => {
		const shown = properties.filter(({ type }) => type !== 'hidden');
		const pairs = new Set(shown.map(({ name, type }) => `${name} ${type}`));
		expect(doubles([...pairs].map((pair) => pair.replace(/ .*/, '')))).toEqual([]);
	});

	it('of Create and of Create or Update stand in one order, which begins with the mapping where rows are usual', () => {
		const [create = [], upsert = []] = ['link.create', 'link.upsert'].map((name) =>
			propertiesOf(name).map(({ name }) => name),
		);
		const isMapping = (name: string) => name === 'dataToSend';
		expect(upsert.findLastIndex(isMapping)).toBeLessThan(upsert.indexOf('url'));
		expect(create.findIndex(isMapping)).toBeGreaterThan(create.lastIndexOf('url'));
		expect(upsert.filter((name) => create.includes(name) && !isMapping(name))).toEqual(
			create.filter((name) => !isMapping(name)),
		);
	});

	it('are on show for operations that there are', () => {
		for (const property of atLeastOne(properties)) {
			if (property.name === 'resource' || property.name === 'operation') continue;
			const [resource, ...others] = shownFor(property, 'resource');
			expect(others, property.name).toEqual([]);
			const operations = shownFor(property, 'operation');
			expect(operations.length, property.name).toBeGreaterThan(0);
			for (const one of atLeastOne(operations))
				expect(operationNames()).toContain(`${resource}.${one}`);
		}
	});

	it('depend on fields that the same operation has, and on values these offer', () => {
		const needs = operationNames().flatMap((name) => {
			const own = propertiesOf(name);
			return everyProperty(own).flatMap(({ place, property }) =>
				Object.keys(property.displayOptions?.show ?? {}).map((field) => ({
					...{ name, own, place, property, field },
				})),
			);
		});
		for (const { name, own, place, property, field } of atLeastOne(needs)) {
			// Within a collection a name that begins with / stands for a field beside it.
			const isInside = place.includes('/') && !field.startsWith('/');
			if (isInside || field === 'resource' || field === 'operation') continue;
			// One that is no longer offered is on show where it is set.
			const isOwn = field.replace('/', '').split('.')[0] === property.name;
			// n8n 1.x looks for such a property without end.
			expect(!field.includes('.') || field.startsWith('/'), `${place} needs ${field}`).toBe(true);
			if (field === '@tool' || isOwn) continue;
			const controls = own.filter((control) => control.name === field.replace('/', ''));
			const offered = controls.flatMap((control) =>
				control.type === 'boolean' ? ['true', 'false'] : optionValues(control),
			);
			expect(offered, `${name}: ${place} needs ${field}`).toEqual(
				expect.arrayContaining(shownFor(property, field)) as unknown,
			);
		}
	});

	// As soon as the other field is an expression n8n counts the hidden one as shown, finds it empty
	// and refuses to run the node. So such a field is not required (the operation complains
	// itself), or the other one takes no expression (noDataExpression).
	it('keep no node from running by being required behind an expression', () => {
		const forms = [
			...operationNames().map((name) => ({ name, own: propertiesOf(name) })),
			...nodes.slice(1).map(({ type, own }) => ({ name: type, own })),
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

describe.each(nodes)('every field of $type', ({ all }) => {
	it('that holds a secret hides it', () => {
		for (const { place, property } of atLeastOne(all)) {
			if (!/^pass$|password/i.test(property.name)) continue;
			expect(property.typeOptions?.password, place).toBe(true);
		}
	});
});

/** The parameters that n8n keeps of these, on saving as well as on running: those of fields on show. */
function kept(parameters: INodeParameters): INodeParameters {
	const { NodeHelpers } = n8nWorkflow;
	return NodeHelpers.getNodeParameters(properties, parameters, false, false, null, null) ?? {};
}

/** The same with the values of all fields on show, as n8n runs a node. */
function filled(
	parameters: INodeParameters,
	description: INodeTypeDescription = nodeDescription(),
): INodeParameters {
	const { NodeHelpers } = n8nWorkflow;
	const node = { ...standInNode('Node', TYPE), parameters };
	return (
		NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description) ?? {}
	);
}

const RL_42 = { __rl: true, mode: 'id', value: '42' };

describe('what n8n keeps of the fields of a form', () => {
	const MAPPED = { dataToSend: 'autoMapInputData' };
	const TIME_ZONE = { timezone: 'Europe/Berlin' };
	const links = [
		{ resource: 'link', operation: 'create', place: 'additionalFields' },
		{ resource: 'link', operation: 'upsert', place: 'additionalFields' },
		{ resource: 'link', operation: 'update', place: 'updateFields' },
	];
	const file = { resource: 'file', operation: 'upload', place: 'additionalFields' };

	it.each([...links, file])(
		'$resource $operation: a time zone with an expiry',
		({ place, ...operation }) => {
			const fields = (values: INodeParameters) => kept({ ...operation, [place]: values })[place];
			for (const expiry of ['2040-12-31', '={{ $json.until }}']) {
				expect(fields({ expiry, ...TIME_ZONE })).toEqual({ expiry, ...TIME_ZONE });
			}
		},
	);

	it.each(links.filter(({ operation }) => operation !== 'update'))(
		'$resource $operation: with columns a time zone, and what to ignore',
		({ place, ...operation }) => {
			const options = { inputsToIgnore: 'Owner' };
			const given = { ...operation, ...MAPPED, [place]: TIME_ZONE, options };
			expect(kept(given)).toMatchObject({ [place]: TIME_ZONE, options });
			expect(kept({ ...operation, options }).options).toEqual({});
		},
	);
});

const TOP = [
	...['create', 'update'].flatMap((operation) =>
		[
			['link', 'address'],
			['text', 'text'],
		].map(([type, field]) => ({ resource: 'qrCode', operation, type, field })),
	),
	{ resource: 'qrCode', operation: 'update', type: 'other', field: 'otherData' },
	{ resource: 'channel', operation: 'assignItem', type: 'links', field: 'linkId' },
	{ resource: 'channel', operation: 'assignItem', type: 'qr', field: 'qrCodeId' },
	{ resource: 'channel', operation: 'assignItem', type: 'bio', field: 'itemId' },
];
const IDS = { qrCodeId: RL_42, channelId: RL_42 };

/** The fields that n8n finds empty, for which it refuses to run the node. */
function missing(parameters: INodeParameters): string[] {
	const { NodeHelpers } = n8nWorkflow;
	const node = { ...standInNode('Node', TYPE), parameters: filled(parameters) };
	const issues = NodeHelpers.getNodeParametersIssues(properties, node, nodeDescription());
	return Object.keys(issues?.parameters ?? {});
}

it.each(TOP)('$resource $operation: $field is required for $type', (row) => {
	const { field = '', ...operation } = row;
	const given = field === 'qrCodeId' ? { channelId: RL_42 } : IDS;
	expect(missing({ ...given, ...operation })).toEqual([field]);
});

/**
 * The fields that the editor shows for a node with these parameters, below the operation.
 *
 * @param offered those that may be added to each
 */
function panel(parameters: INodeParameters, description = nodeDescription()) {
	const { NodeHelpers } = n8nWorkflow;
	const values = filled(parameters, description);
	const node = standInNode('Node', TYPE);
	const onShow = (list: readonly INodeProperties[], level: INodeParameters) =>
		list.filter(
			(property) =>
				property.type !== 'hidden' &&
				NodeHelpers.displayParameter(level, property, node, description, values),
		);
	return onShow(properties, values)
		.filter(({ name }) => name !== 'resource' && name !== 'operation')
		.map((property) => {
			const { [property.name]: value } = values;
			const level = property.type === 'collection' ? (value as INodeParameters) : {};
			const added = onShow(inside(property), level).filter(({ name }) => name in level);
			const offered = property.type === 'collection' ? onShow(inside(property), {}) : [];
			return { property, label: property.displayName, added, offered };
		});
}

describe('what a tool of an agent has no use for', () => {
	const LINKS = ['create', 'upsert'].map((operation) => ({ operation }));
	const TOOL = { ...nodeDescription(), name: 'linkShortenerTool' };

	/** The labels of the fields that the editor shows, with those that may be added under Options. */
	function shown(parameters: INodeParameters, description = TOOL): string[] {
		return panel(parameters, description).flatMap(({ property, label, offered }) => [
			label,
			...(property.name === 'options' ? offered : []).map(({ displayName }) => displayName),
		]);
	}

	it.each(LINKS)('is not offered there: link $operation', ({ operation }) => {
		const parameters = { resource: 'link', operation };
		const rows = ['Mapping Column Mode', 'Return Rows With Short URL', 'Inputs to Ignore'];
		expect(shown(parameters).filter((label) => rows.includes(label))).toEqual([]);
		expect(shown(parameters)).toContain('Long URL');
		expect(shown(parameters)).toContain('Speed and Time Limits');
		const mapped = { ...parameters, dataToSend: 'autoMapInputData' };
		expect(shown(mapped, nodeDescription())).toEqual(expect.arrayContaining(rows));
	});

	it.each(LINKS)('still counts where it is stored: link $operation', ({ operation }) => {
		const parameters = {
			...{ resource: 'link', operation, dataToSend: 'autoMapInputData' },
			options: { returnRows: true, inputsToIgnore: 'Owner' },
		};
		expect(filled(parameters, TOOL)).toMatchObject(parameters);
	});
});
