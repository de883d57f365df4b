import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

// npm ci would ask the registry of the machine that wrote the file, which others may not reach.
it.each([
	'package-lock.json',
	'tools/package-lock.json',
	'test/e2e/n8n-2/package-lock.json',
	'test/e2e/n8n-1.123/package-lock.json',
])('%s names no registry', (file) => {
	const { packages } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as {
		packages: Record<string, { resolved?: string }>;
	};
	expect(Object.values(packages).filter(({ resolved }) => resolved?.includes('://'))).toEqual([]);
});
