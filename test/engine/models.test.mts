import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { nodeDescription } from './harness/index.mts';
import { typesOf } from './support/builderTypes.mts';

/** What a model is given that builds a workflow with this node: the types that n8n makes of the description. */

const TYPE = 'n8n-nodes-link-shortener.linkShortener';

/** Clients of models cut long answers. A new field has a little room. */
const MOST_CHARACTERS = 70_000 * 1.05;

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
	'an option whose value when added is not what happens without it: $displayName says so',
	({ builderHint }) => {
		expect(builderHint?.propertyHint).toContain('Left out: ');
	},
);
