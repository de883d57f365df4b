import type { INodeProperties } from 'n8n-workflow';

import { account } from './account';
import { campaign } from './campaign';
import { channel } from './channel';
import { domain } from './domain';
import { file } from './file';
import { link } from '../link/index';
import type { Operation, OutputFields, Resource } from '../operations/operation';
import { endpoints } from '../api/records/list';
import { listOf } from '../operations/list';
import { optionsProperties } from '../operations/runOptions';
import { pixel } from './pixel';
import { qrCode } from './qrCode';

/** The pages in front of a long URL. They are designed in the service and can only be listed. */

function listed(
	displayName: string,
	value: string,
	list: (typeof endpoints)[keyof typeof endpoints],
	own?: OutputFields,
): Resource {
	const output: OutputFields = { id: 'integer', ...own, name: 'string', date: 'string' };
	const kind = { list, output };
	const operations = [listOf(kind, { description: `List ${list.noun}s` })];
	return { displayName, value, operations, defaultOperation: 'getAll' };
}

const splashPage = listed('Splash Page', 'splashPage', endpoints.splashPages);

const ctaOverlay = listed('CTA Overlay', 'ctaOverlay', endpoints.ctaOverlays, {
	type: 'string',
});

/** Alphabetical, as n8n wants it; `default` says where one starts. */
export const resources: readonly Resource[] = [
	account,
	campaign,
	channel,
	ctaOverlay,
	domain,
	file,
	link,
	pixel,
	qrCode,
	splashPage,
];

/** Undefined when an expression names none. */
export function findOperation(resource: string, name: string): Operation | undefined {
	for (const { value, operations } of resources)
		for (const operation of operations)
			if (value === resource && operation.option.value === name) return operation;
	return undefined;
}

const resourceNames = Object.fromEntries(
	resources.map(({ value, displayName }) => [value, displayName]),
);

/** An operation has the same name in every resource. */
const operationNames = Object.fromEntries(
	resources.flatMap(({ operations }) =>
		operations.map(({ option }) => [option.value, option.name]),
	),
);

/** "Link: Create or Update". n8n names a node after its action, which this does not repeat. */
export const operationSubtitle = `={{ (${JSON.stringify(
	resourceNames,
)})[$parameter["resource"]] + ": " + (${JSON.stringify(
	operationNames,
)})[$parameter["operation"]] }}`;

const resourceList: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: resources.map(({ displayName, value }) => ({ name: displayName, value })),
	default: 'link',
};

/**
 * Links first: in the types that n8n makes for models, an operation has the text of the first one of its name
 * (`generateNodeTypeFile` of @n8n/workflow-sdk 0.34).
 */
export function nodeProperties(): INodeProperties[] {
	const own = [link, ...resources.filter((one) => one !== link)].flatMap((resource) => [
		operationList(resource),
		...resource.operations.flatMap((operation) => fieldsOf(resource, operation)),
	]);
	return [resourceList, ...own];
}

function operationList({ value, operations, defaultOperation }: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: operations.map(({ option }) => option),
		default: defaultOperation,
	};
}

function fieldsOf(resource: Resource, operation: Operation): INodeProperties[] {
	return [
		...operation.properties,
		...optionsProperties(operation),
		...(operation.belowOptions ?? []),
	].map((property) => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: {
				resource: [resource.value],
				operation: [operation.option.value],
				...property.displayOptions?.show,
			},
		},
	}));
}
