import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../../..');
const PINNED_ACTION = /^actions\/[a-z-]+@[0-9a-f]{40}$/;

interface Job {
	permissions?: Record<string, string>;
	steps: Array<{ uses?: string; run?: string }>;
}

function workflow(name: string) {
	const text = readFileSync(join(ROOT, '.github/workflows', `${name}.yml`), 'utf8');
	const { permissions, jobs } = parse(text) as {
		permissions: Record<string, string>;
		jobs: Record<string, Job>;
	};
	const steps = Object.values(jobs).flatMap((job) => job.steps);
	const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run.trim()]));
	return { permissions, jobs, steps, commands };
}

describe.each(['ci', 'publish'])('the workflow %s', (name) => {
	it('pins every action to a commit', () => {
		const used = workflow(name).steps.flatMap(({ uses }) => uses ?? []);
		expect(used.filter((action) => !PINNED_ACTION.test(action))).toEqual([]);
	});
});

it('CI checks what .ci/run checks, and may only read', () => {
	const { permissions, commands } = workflow('ci');
	const script = readFileSync(join(ROOT, '.ci/run'), 'utf8');
	const checks = script.split('\n').filter((line) => line.startsWith('npm '));
	expect(checks).toContain('npm run gate');
	expect(commands.filter((command) => command.startsWith('npm '))).toEqual(checks);
	expect(permissions).toEqual({ contents: 'read' });
});

it('what runs code of the repository may only read; what may publish or write runs none', () => {
	const { permissions, jobs } = workflow('publish');
	const rights = Object.entries(jobs).map(([name, job]) => [name, job.permissions]);
	expect(permissions).toEqual({});
	expect(Object.fromEntries(rights)).toEqual({
		pack: { contents: 'read' },
		publish: { 'id-token': 'write' },
		release: { contents: 'write' },
	});
	for (const { steps } of [jobs.publish, jobs.release].flatMap((job) => job ?? [])) {
		expect(steps.map(({ uses = '' }) => uses.split('@')[0])).not.toContain('actions/checkout');
		expect(steps.map(({ run = '' }) => run).join('\n')).not.toMatch(/npm (?:ci|install|run|test)/);
	}
});

it('a version is judged before it is packed, and published with provenance', () => {
	const { commands } = workflow('publish');
	const order = [
		/^npm ci/,
		/release:check/,
		/^npm test/,
		/run build/,
		/run gate/,
		/^npm pack/,
		/release-install/,
	];
	const places = [...order, /^npm publish .*--provenance/, /^gh release create/].map((pattern) =>
		commands.findIndex((command) => pattern.test(command)),
	);
	expect(places).not.toContain(-1);
	expect(places).toEqual(places.toSorted((a, b) => a - b));
});
