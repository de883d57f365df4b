import type { INodeProperties } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { credentialProperties, nodeDescription } from '../harness/index.mts';

/** The fields of a node as it is built; n8n gives a polling node its schedule. */
function fieldsOf(node: string): INodeProperties[] {
	const { properties } = nodeDescription(`n8n-nodes-link-shortener.${node}`);
	return properties.filter(({ name }) => name !== 'pollTimes');
}

/** A judge, see CONTRIBUTING.md: what people see, and what saved workflows name. */
it.each([
	['linkShortener', fieldsOf('linkShortener')],
	['linkShortenerTrigger', fieldsOf('linkShortenerTrigger')],
	['linkShortenerApi', credentialProperties()],
])(
	'%s has the fields of its dump; if meant, see The judges in CONTRIBUTING.md',
	async (name, properties) => {
		const text = `${JSON.stringify(properties, null, '\t')}\n`;
		await expect(text).toMatchFileSnapshot(`properties/${name}.json`);
	},
);
