import { readFileSync } from 'node:fs';
import path from 'node:path';
import { marked, type Tokens } from 'marked';
import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	NodeParameterValueType,
} from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { nodeDescription, runAsTool } from './harness/index.mts';
import { createBodies, credentialsOf, serviceWith } from './support/service.mts';

const PAGE = path.join(import.meta.dirname, '../../docs/ai-agents.md');
const LONG = 'https://example.com/page';
const CALLERS = ['agent', 'direct'] as const;

type Choice = INodePropertyOptions | INodeProperties | INodePropertyCollection;

/** The rows of the table below a heading of the page: a field by its labels, and what is entered there. */
function entriesBelow(heading: string): Array<{ labels: string[]; value: string }> {
	const tokens = marked.lexer(readFileSync(PAGE, 'utf8'));
	const start = tokens.findIndex((token) => token.type === 'heading' && token.text === heading);
	const table = tokens.slice(start).find((token): token is Tokens.Table => token.type === 'table');
	return (table?.rows ?? []).map(([field, value]) => {
		const [cell] = value?.tokens ?? [];
		const isExpression = cell?.type === 'codespan';
		return {
			labels: (field?.text ?? '').split(' → '),
			value: isExpression ? `=${(cell as Tokens.Codespan).text}` : (value?.text ?? ''),
		};
	});
}

/** The parameters of an operation as somebody has entered them who reads the labels on the page. */
function parametersFrom(heading: string, operation: string): INodeParameters {
	const shown = nodeDescription().properties.filter(({ displayOptions }) => {
		const { resource = [], operation: operations = [] } = displayOptions?.show ?? {};
		return resource.includes('link') && operations.includes(operation);
	});
	const parameters: INodeParameters = { resource: 'link', operation };
	for (const { labels, value } of entriesBelow(heading)) enter(parameters, shown, labels, value);
	return parameters;
}

function enter(
	parameters: INodeParameters,
	shown: Choice[],
	[label = '', ...inside]: string[],
	value: string,
): void {
	const property = propertyIn(shown, label);
	const { name, type, options = [], modes = [] } = property;
	if (type === 'collection') {
		const group = { ...(parameters[name] as INodeParameters | undefined) };
		enter(group, options, inside, value);
		parameters[name] = group;
	} else if (type === 'resourceLocator') {
		const mode = modes.find(({ displayName }) => displayName === inside[0]);
		if (mode === undefined) throw new Error(`${label} has no mode ${String(inside[0])}`);
		parameters[name] = { __rl: true, mode: mode.name, value };
	} else {
		parameters[name] = value.startsWith('=') ? value : valueOf(property, value);
	}
}

function propertyIn(shown: Choice[], label: string): INodeProperties {
	const found = shown.find((each) => 'type' in each && each.displayName === label);
	if (found === undefined || !('type' in found)) throw new Error(`There is no field ${label}`);
	return found;
}

function valueOf({ displayName, options = [] }: INodeProperties, label: string) {
	const found = options.find((each) => 'value' in each && each.name === label);
	if (found === undefined || !('value' in found)) throw new Error(`${displayName} has no ${label}`);
	return found.value as NodeParameterValueType;
}

const CREATE = parametersFrom('Create as a tool', 'create');
const UPSERT = parametersFrom('Create or Update as a tool', 'upsert');

async function account() {
	const service = await serviceWith();
	const [campaign = 0] = service.seed('campaigns', [{ name: 'Summer Sale' }]);
	const call = async (
		parameters: INodeParameters,
		toolArguments: IDataObject,
		caller: (typeof CALLERS)[number] = 'agent',
	) => await runAsTool({ credentials: credentialsOf(service), parameters, toolArguments, caller });
	return { service, campaign, call };
}

describe('the page about AI agents', () => {
	it('has no expression that is not tried', () => {
		const tried = [CREATE, UPSERT].map((parameters) => JSON.stringify(parameters)).join();
		const page = readFileSync(PAGE, 'utf8');
		const count = (text: string) => text.split('$fromAI(').length - 1;
		expect(count(tried)).toBe(count(page));
	});
});

describe.each(CALLERS)('the expressions on the page about AI agents, for an %s call', (caller) => {
	it('create a link out of what the model filled in', async () => {
		const { service, campaign, call } = await account();
		const filledIn = { Long_URL: LONG, Custom_Alias: 'summer', Campaign: 'summer sale' };
		const { tool } = await call(CREATE, filledIn, caller);

		expect(createBodies(service)).toEqual([{ url: LONG, custom: 'summer', campaign }]);
		expect(tool.argumentNames).toEqual(['Long_URL', 'Custom_Alias', 'Campaign']);
		expect(tool.requiredArguments).toEqual(['Long_URL']);
	});

	it.each([{ Long_URL: LONG }, { Long_URL: LONG, Custom_Alias: '', Campaign: '' }])(
		'send nothing that is left out: %o',
		async (filledIn) => {
			const { service, call } = await account();
			await call(CREATE, filledIn, caller);
			await call(CREATE, filledIn, caller);

			expect(createBodies(service)).toEqual([{ url: LONG }]);
			expect(service.links()).toHaveLength(1);
		},
	);

	it('create a link and then correct it', async () => {
		const { service, campaign, call } = await account();
		const filledIn = { Long_URL: LONG, Custom_Alias: 'summer', Campaign: 'Summer Sale' };
		const { tool } = await call(UPSERT, filledIn, caller);
		const again = await call(UPSERT, filledIn, caller);
		const next = { Long_URL: `${LONG}/next`, Custom_Alias: 'summer' };
		const dry = await call(UPSERT, { ...next, Dry_Run: true }, caller);
		const linksAfterDryRun = service.links().map(({ longurl }) => longurl);
		await call(UPSERT, next, caller);

		expect(tool.requiredArguments).toEqual(['Long_URL', 'Custom_Alias']);
		expect(JSON.parse(again.response)).toMatchObject([{ action: 'unchanged' }]);
		expect(JSON.parse(dry.response)).toMatchObject([{ action: 'update' }]);
		expect(linksAfterDryRun).toEqual([LONG]);
		expect(service.links()).toMatchObject([{ longurl: `${LONG}/next`, alias: 'summer', campaign }]);
	});
});
