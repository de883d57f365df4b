import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** The Node that is a development dependency: that of the tests may be older, and run no TypeScript. */
export const NODE = join(ROOT, 'node_modules/node/bin/node');

/** The files of a folder and those below it whose names end so, from the root. */
export function filesIn(folder: string, ending: RegExp): string[] {
	return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => ending.test(file))
		.map((file) => join(folder, file));
}
