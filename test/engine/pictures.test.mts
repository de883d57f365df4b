import { readdirSync } from 'node:fs';
import { NodeHelpers } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { RECIPES } from '../e2e/suites/pictures.mts';
import { credentialProperties, nodeDescription } from './harness/index.mts';

/** The labels of a form from the top, as the editor shows it with these parameters. */
function labelsOf(of: string, parameters: Record<string, string>): string[] {
	const isCredential = of === 'linkShortenerApi';
	const description = isCredential ? null : nodeDescription(`n8n-nodes-link-shortener.${of}`);
	return (description?.properties ?? credentialProperties())
		.filter(({ type }) => type !== 'hidden')
		.filter((property) =>
			NodeHelpers.displayParameter(parameters, property, { typeVersion: 1 }, description),
		)
		.map(({ displayName }) => displayName);
}

// If it fails: npm run pictures, and look at them.
it.each(
	Object.entries(RECIPES).flatMap(([name, { form }]) => (form ? [[name, form] as const] : [])),
)(
	'the picture %s has the fields in the order of the description',
	(_, { of, parameters, fields }) => {
		const labels = labelsOf(of, parameters);
		const start = labels.indexOf(fields[0] ?? '');
		expect(labels.slice(start, start + fields.length)).toEqual(fields);
	},
);

it('every picture of README and docs has its recipe', () => {
	const names = Object.entries(RECIPES).flatMap(([name, { only }]) =>
		only ? [name] : [name, `${name}-dark`],
	);
	const there = readdirSync(new URL('../../docs', import.meta.url)).filter((file) =>
		file.endsWith('.png'),
	);
	expect(there.sort()).toEqual(names.map((name) => `${name}.png`).sort());
});
