const { mkdir, rm, writeFile } = require('node:fs/promises');
const { dirname } = require('node:path');
const { dest, series, src } = require('gulp');

const ASSETS = ['icons/**/*.svg', 'nodes/**/*.svg', 'nodes/**/*.json'];

/** The schemas of the node's own version, the only ones that the editor looks at. */
const SCHEMAS = 'nodes/LinkShortener/__schema__/v1.0.0';

/** A schema per operation, out of the `output` that stands beside it. Committed, so that changes are seen. */
async function schemas() {
	const { resources } = require('./dist/nodes/LinkShortener/resources/index.js');
	await rm(SCHEMAS, { recursive: true, force: true });
	for (const { value: resource, operations } of resources) {
		for (const { option, output } of operations) {
			const file = `${SCHEMAS}/${resource}/${option.value}.json`;
			await mkdir(dirname(file), { recursive: true });
			await writeFile(file, `${JSON.stringify(schemaOf(output), null, '\t')}\n`);
		}
	}
}

function schemaOf(output) {
	const fields = Object.entries(output).map(([name, type]) => [
		name,
		type === 'string[]' ? { type: 'array', items: { type: 'string' } } : { type },
	]);
	return { type: 'object', properties: Object.fromEntries(fields), version: 1 };
}

/** n8n finds a node's icon, codex and schemas beside the compiled node, so dist mirrors the source tree. */
function assets() {
	return src(ASSETS, { base: '.', encoding: false }).pipe(dest('dist'));
}

exports.default = series(schemas, assets);
