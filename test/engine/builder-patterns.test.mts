import { runInNewContext } from 'node:vm';
import type { IBuilderHintVariation, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { n8nWorkflow, nodeDescription } from './harness/index.mts';
import { standInNode } from './harness/workflow.mts';

/**
 * The examples that n8n's workflow builder gets with the nodes (`builderHint.extraTypeDefContent`) are code.
 * Here it runs, with stand-ins for the functions of n8n's workflow SDK.
 */

const TYPE = 'n8n-nodes-link-shortener.linkShortener';

interface BuiltNode {
	as: 'node' | 'trigger' | 'tool';
	type: string;
	version: number;
	config: { parameters: INodeParameters; credentials: Record<string, unknown> };
}

/** Runs the code of every pattern; the nodes it makes. */
function built({ content }: IBuilderHintVariation): BuiltNode[] {
	const patterns = [...content.matchAll(/<pattern title="[^"]+">\n([^<]+)<\/pattern>/g)];
	return patterns.flatMap(([, code = '']) => {
		const made: BuiltNode[] = [];
		const make = (as: BuiltNode['as']) => (one: Omit<BuiltNode, 'as'>) => {
			made.push({ as, ...one });
		};
		runInNewContext(code, {
			node: make('node'),
			trigger: make('trigger'),
			tool: make('tool'),
			expr: (text: string) => `=${text}`,
			fromAi: (name: string) => `={{ $fromAI('${name}') }}`,
			newCredential: (name: string) => ({ name }),
		});
		// What stands beside them, such as n8n's Google Sheets node, is n8n's.
		return made.filter((one) => one.type.startsWith(TYPE));
	});
}

describe.each([TYPE, `${TYPE}Trigger`])('%s', (type) => {
	const description = nodeDescription(type);
	const variations = description.builderHint?.extraTypeDefContent ?? [];
	const examples = variations.flatMap((variation) =>
		built(variation).map((example) => ({ variation, example })),
	);

	it('has an example in every pattern', () => {
		const count = variations.flatMap(({ content }) => content.match(/<pattern /g) ?? []).length;
		expect(count).toBeGreaterThan(0);
		expect(examples).toHaveLength(count);
	});

	it.each(examples)('$example.config.name is of this node', ({ example }) => {
		const suffix = example.as === 'tool' ? 'Tool' : '';
		expect(example).toMatchObject({ type: `${type}${suffix}`, version: description.version });
		expect(Object.keys(example.config.credentials)).toEqual(['linkShortenerApi']);
		expect(description.group.includes('trigger')).toBe(example.as === 'trigger');
	});

	it.each(examples)('$example.config.name has fields that n8n keeps', ({ example }) => {
		const { NodeHelpers } = n8nWorkflow;
		const { properties } = description;
		// Another realm has other prototypes.
		const parameters = structuredClone(example.config.parameters);
		const node = { ...standInNode('Node', type), parameters };
		const kept = NodeHelpers.getNodeParameters(
			properties,
			parameters,
			false,
			false,
			node,
			description,
		);
		expect(parameters).toMatchObject(kept ?? {});
		const filled = NodeHelpers.getNodeParameters(
			properties,
			parameters,
			true,
			false,
			node,
			description,
		);
		expect(filled).toMatchObject(parameters);
		const complete = { ...node, parameters: filled ?? {} };
		expect(NodeHelpers.getNodeParametersIssues(properties, complete, description)).toBeNull();
	});
});
