import type { INodeProperties } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { credentialProperties, nodeDescription } from '../harness/index.mts';

/** The fields of a node as it is built; n8n gives a polling node its schedule. */
function fieldsOf(node: string): INodeProperties[] {
	const { properties } = nodeDescription(`n8n-nodes-link-shortener.${node}`);
	return properties.filter(({ name }) => name !== 'pollTimes');
}

/** One field a line, those inside it below, with what a saved workflow depends on: help may change. */
function linesOf(fields: INodeProperties[], indent: string): string {
	const lines = fields.map((field) => {
		const { name, type, default: initial, required, displayOptions, options = [] } = field;
		const inside = options.flatMap((option) => ('type' in option ? [option] : []));
		const groups = options.flatMap((option) => ('values' in option ? [option] : []));
		const own = {
			...{ name, type, default: initial, required, ...displayOptions },
			multipleValues: field.typeOptions?.multipleValues,
			modes: field.modes?.map((mode) => mode.name),
			values: valuesOf(field),
		};
		const below = [
			...(inside.length > 0 ? [`"fields":${linesOf(inside, `${indent}\t`)}`] : []),
			...groups.map((group) => `"${group.name}":${linesOf(group.values, `${indent}\t`)}`),
		];
		const text = JSON.stringify(own).slice(0, -1);
		return `${indent}${[text, ...below].join(',')}}`;
	});
	return `[\n${lines.join(',\n')}\n${indent.slice(1)}]`;
}

function valuesOf({ options = [] }: INodeProperties) {
	const values = options.flatMap((option) => ('value' in option ? [option.value] : []));
	return values.length > 0 ? values : undefined;
}

/** A judge, see CONTRIBUTING.md: what saved workflows name. */
it.each([
	['linkShortener', fieldsOf('linkShortener')],
	['linkShortenerTrigger', fieldsOf('linkShortenerTrigger')],
	['linkShortenerApi', credentialProperties()],
])(
	'%s has the fields of its dump; if meant, see Recipes in CONTRIBUTING.md',
	async (name, properties) => {
		await expect(`${linesOf(properties, '\t')}\n`).toMatchFileSnapshot(`properties/${name}.json`);
	},
);
