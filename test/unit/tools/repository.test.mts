import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../../..');
const TEMPLATES = '.github/ISSUE_TEMPLATE';
const CONFIG = 'config.yml';
/** What GitHub's issue forms consist of. */
const TYPES = ['markdown', 'textarea', 'input', 'dropdown', 'checkboxes'];

interface Form {
	name: string;
	description: string;
	body: Array<{
		type: string;
		id?: string;
		attributes: { label?: string; value?: string; options?: string[] };
	}>;
}

interface Update {
	directory?: string;
	directories?: string[];
	ignore?: Array<{ 'dependency-name': string }>;
}

function readYaml(file: string): unknown {
	return parse(readFileSync(join(ROOT, file), 'utf8'));
}

const forms = readdirSync(join(ROOT, TEMPLATES)).filter((name) => name !== CONFIG);

describe.each(forms)('the issue form %s', (name) => {
	const form = readYaml(`${TEMPLATES}/${name}`) as Form;

	it('has what GitHub needs to show it', () => {
		expect(name).toMatch(/\.yml$/);
		expect(form).toMatchObject({
			name: expect.any(String) as string,
			description: expect.any(String) as string,
		});
		expect(form.body.filter(({ type }) => !TYPES.includes(type))).toEqual([]);
		for (const { type, attributes } of form.body) {
			expect(type === 'markdown' ? attributes.value : attributes.label).toBeTruthy();
			if (type === 'dropdown') expect(attributes.options?.length).toBeGreaterThan(1);
		}
	});

	it('names every field once', () => {
		const fields = form.body.filter(({ type }) => type !== 'markdown').map(({ id }) => id);
		expect(fields).not.toContain(undefined);
		expect(new Set(fields).size).toBe(fields.length);
	});
});

describe('Dependabot', () => {
	const { updates } = readYaml('.github/dependabot.yml') as { updates: Update[] };

	it('looks where there is something to update', () => {
		const folders = updates.flatMap(({ directories = [] }) => directories);
		expect(folders).not.toEqual([]);
		for (const folder of folders) {
			expect(existsSync(join(ROOT, folder, 'package-lock.json'))).toBe(true);
		}
	});

	it('holds back what CONTRIBUTING.md holds back', () => {
		const page = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
		const [, after = ''] = page.split('These dependencies are held back:');
		const [table = ''] = after.trim().split('\n\n');
		const cells = table
			.split('\n')
			.slice(2)
			.map((line) => line.split('|')[1] ?? '');
		const listed = cells.flatMap((cell) =>
			[...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
		);
		const ignored = updates.flatMap(({ ignore = [] }) =>
			ignore.map((each) => each['dependency-name']),
		);
		expect(listed).not.toEqual([]);
		expect(ignored.toSorted()).toEqual(listed.toSorted());
	});
});
