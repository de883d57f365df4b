import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type SchemaObject } from 'ajv';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const DOCS = join(import.meta.dirname, '../../../docs');
const FOLDER = join(DOCS, 'compose');
const SCHEMA = join(import.meta.dirname, 'compose-spec', 'compose-spec.json');

/** The name of the dialect is left out: Ajv knows draft 7 by its older address. */
function composeSchema(): SchemaObject {
	const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as SchemaObject;
	delete schema.$schema;
	return schema;
}

const isCompose = new Ajv({ strict: false, validateFormats: false }).compile(composeSchema());
const files = readdirSync(FOLDER);

it('the schema refuses what is no Compose file', () => {
	expect(isCompose({ services: { n8n: { imag: 'n8n' } } })).toBe(false);
	expect(isCompose({ services: { n8n: { image: 'n8n', ports: 5678 } } })).toBe(false);
});

it.each(files)('%s is a Compose file', (file) => {
	const content: unknown = parse(readFileSync(join(FOLDER, file), 'utf8'), { merge: true });
	isCompose(content);
	expect(isCompose.errors).toBeNull();
});

it.each(files)('docs/install.md leads to %s and names every variable that it wants', (file) => {
	const page = readFileSync(join(DOCS, 'install.md'), 'utf8');
	const variables = readFileSync(join(FOLDER, file), 'utf8').matchAll(/\$\{(\w+)/g);
	expect(page).toContain(`](compose/${file})`);
	const named = [...page.matchAll(/^ *(\w+)=/gm)].map(([, name]) => name);
	for (const [, name] of variables) expect(named).toContain(name);
});
