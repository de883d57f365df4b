import { compileFunction } from 'node:vm';
import type {
	AssignmentCollectionValue,
	FilterValue,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import { CREDENTIAL_TYPE } from './credentials.mts';
import { standInDescription } from './node-types.mts';

const PARAMETERS = ['assignments', 'conditions', 'jsCode', 'jsonBody', 'method', 'url'];

type Items = INodeExecutionData[];

/** Hands items out of its outputs. */
type Work = (items: Items, context: IExecuteFunctions) => Items[] | Promise<Items[]>;

/**
 * The little that an example workflow without a node of this package needs of n8n's own nodes, which are
 * not part of the engine. The end-to-end tests run it with the real ones.
 */
export const standIns: Readonly<Record<string, INodeType>> = {
	'n8n-nodes-base.stickyNote': standIn('stickyNote', (items) => [items]),
	'n8n-nodes-base.convertToFile': standIn('convertToFile', (items) => [items]),
	'n8n-nodes-base.set': standIn('set', (items, context) => [
		items.map((_, item) => ({ json: assigned(context, item), pairedItem: { item } })),
	]),
	'n8n-nodes-base.if': standIn(
		'if',
		(items, context) => [
			items.filter((_, item) => isTrue(context, item)),
			items.filter((_, item) => !isTrue(context, item)),
		],
		2,
	),
	'n8n-nodes-base.code': standIn('code', (items, context) => {
		const given: Record<string, unknown> = context.getWorkflowDataProxy(0);
		const code = textOf(context, 'jsCode', 0);
		const run = compileFunction(code, ['$input', '$']) as (...given: unknown[]) => Items;
		// As n8n's task runner, which hands the items over as text.
		const made = JSON.parse(JSON.stringify(run(given.$input, given.$))) as Items;
		return [made.map(({ json }) => ({ json, pairedItem: items.map((_, item) => ({ item })) }))];
	}),
	'n8n-nodes-base.httpRequest': standIn('httpRequest', async (items, context) => {
		const answers: Items = [];
		for (const item of items.keys()) answers.push(await request(context, item));
		return [answers];
	}),
};

function standIn(name: string, work: Work, outputs = 1): INodeType {
	return {
		description: standInDescription(name, {
			outputs: Array.from({ length: outputs }, () => 'main'),
			// The engine drops parameters that a description does not have.
			properties: PARAMETERS.map((parameter) => ({
				displayName: parameter,
				name: parameter,
				type: 'json',
				default: '',
			})),
			credentials: [{ name: CREDENTIAL_TYPE }],
		}),
		async execute() {
			return await work(this.getInputData(), this);
		},
	};
}

function textOf(context: IExecuteFunctions, parameter: string, item: number): string {
	return context.getNodeParameter(parameter, item) as string;
}

function assigned(context: IExecuteFunctions, item: number): IDataObject {
	const { assignments } = context.getNodeParameter(
		'assignments',
		item,
	) as AssignmentCollectionValue;
	return Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
}

function isTrue(context: IExecuteFunctions, item: number): boolean {
	const { conditions } = context.getNodeParameter('conditions', item) as FilterValue;
	return conditions[0]?.leftValue === true;
}

/** The whole answer, as text. */
async function request(context: IExecuteFunctions, item: number): Promise<INodeExecutionData> {
	const body = textOf(context, 'jsonBody', item);
	const options = {
		method: (textOf(context, 'method', item) || 'GET') as IHttpRequestMethods,
		url: textOf(context, 'url', item),
		...(body === '' ? {} : { body: JSON.parse(body) as IDataObject }),
		encoding: 'text' as const,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
	const answer = (await context.helpers.httpRequestWithAuthentication.call(
		context,
		CREDENTIAL_TYPE,
		options,
	)) as { statusCode: number; headers: IDataObject; body: string };
	const { statusCode, headers, body: data } = answer;
	return { json: { statusCode, headers: { ...headers }, data }, pairedItem: { item } };
}
