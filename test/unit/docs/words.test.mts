import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

import { DIALECT_PATTERN } from '../../../tools/dialect.mjs';
import { filesIn } from '../../files.mts';

const root = path.resolve(import.meta.dirname, '../../..');
const texts = [
	'README.md',
	'CHANGELOG.md',
	'SECURITY.md',
	...filesIn('docs', /md$/),
	...filesIn('workflows', /md$|json$/),
];

/** What is quoted, such as a connection that is refused in the words of Node.js, keeps its words. */
const quoted = /`[^`]*`|"[^"\n]*"/g;

it.each(texts)('%s says what users say', (file) => {
	const text = readFileSync(path.join(root, file), 'utf8');
	const prose = file.endsWith('.json') ? notesOf(text) : text.replace(quoted, '');
	const found = prose.match(new RegExp(`.{0,40}${DIALECT_PATTERN}.{0,40}`, 'gi')) ?? [];
	expect(found).toEqual([]);
});

/** The sticky notes of a workflow. */
function notesOf(workflow: string): string {
	const { nodes } = JSON.parse(workflow) as {
		nodes: Array<{ parameters: { content?: string } }>;
	};
	return nodes.map(({ parameters: { content = '' } }) => content).join('\n');
}
