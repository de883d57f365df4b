import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

interface LockedPackage {
	version?: string;
	resolved?: string;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
	devDependencies?: Record<string, string>;
}
type Locked = Partial<Record<string, LockedPackage>>;

async function lockfile(file: string): Promise<Locked> {
	return (JSON.parse(await readFile(join(ROOT, file), 'utf8')) as { packages: Locked }).packages;
}

/** Whether Node would find the package from there: in its own node_modules or one further up. */
function isFound(locked: Locked, from: string, name: string): boolean {
	const folders = [from];
	while (folders[0] !== '.' && folders[0] !== '') folders.unshift(dirname(folders[0] ?? ''));
	return folders.some((folder) => join(folder, 'node_modules', name) in locked);
}

describe.each(['package-lock.json', 'tools/package-lock.json', 'test/e2e/package-lock.json'])(
	'%s',
	(file) => {
		// npm leaves out an optional package that its registry lacks, and npm ci then refuses the file.
		it('names every package that npm ci asks for', async () => {
			const locked = await lockfile(file);
			const missing = Object.entries(locked).flatMap(([path, entry = {}]) =>
				Object.keys({
					...entry.dependencies,
					...entry.optionalDependencies,
					...entry.devDependencies,
				})
					.filter((name) => !isFound(locked, path, name))
					.map((name) => `${path} wants ${name}`),
			);
			expect(missing).toEqual([]);
		});

		it('names no registry', async () => {
			const locked = await lockfile(file);
			expect(Object.values(locked).filter((entry) => entry?.resolved?.includes('://'))).toEqual([]);
		});
	},
);

// The type check takes the root's types where nothing is installed in test/e2e yet.
it('the browser tests are checked with the types of the Playwright that runs them', async () => {
	const playwright = 'node_modules/@playwright/test';
	const [types, runner] = await Promise.all([
		lockfile('package-lock.json'),
		lockfile('test/e2e/package-lock.json'),
	]);
	expect(runner[playwright]).toMatchObject({ version: types[playwright]?.version });
});
