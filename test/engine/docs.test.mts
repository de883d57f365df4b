import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import GithubSlugger from 'github-slugger';
import { marked, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { nodeDescription } from './harness/index.mts';
import { describedOperations } from './operations/description.mts';
import { optionValues } from './support/operations.mts';
import { atLeastOne } from '../lists.mts';
import { filesIn } from '../files.mts';

const root = path.resolve(import.meta.dirname, '../..');
const docs = readdirSync(path.join(root, 'docs')).map((name) => `docs/${name}`);
const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'workflows/README.md',
	...docs.filter((name) => name.endsWith('.md')),
];

const read = (page: string) => readFileSync(path.join(root, page), 'utf8');

/** Every token of a page, those inside others too. */
function tokensOf(page: string): Token[] {
	const tokens: Token[] = [];
	void marked.walkTokens(marked.lexer(read(page)), (token) => {
		tokens.push(token);
	});
	return tokens;
}

/** The addresses on a page: of links and of pictures. */
function addressesOf(page: string): string[] {
	return tokensOf(page).flatMap((token) => {
		if (token.type === 'link' || token.type === 'image') return [String(token.href)];
		if (token.type !== 'html') return [];
		return [...token.raw.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, address]) =>
			String(address),
		);
	});
}

function anchorsOf(page: string): string[] {
	const slugger = new GithubSlugger();
	return tokensOf(page).flatMap((token) =>
		token.type === 'heading' ? [slugger.slug(String(token.text))] : [],
	);
}

/** The cells of the first table below a heading, row by row, without the head. */
function tableBelow(page: string, heading: string): string[][] {
	const tokens = marked.lexer(read(page));
	const start = tokens.findIndex((token) => token.type === 'heading' && token.text === heading);
	const table = tokens.slice(start).find((token) => token.type === 'table');
	const rows = (table as { rows?: Array<Array<{ text: string }>> } | undefined)?.rows ?? [];
	return rows.map((row) => row.map(({ text }) => text));
}

/** `Get (from a list, by ID)` → `Get`; `Update¹` → `Update`. */
const bareName = (text: string) => text.replace(/\(.*\)|¹/g, '').trim();

describe('the documentation', () => {
	const relative = pages.flatMap((page) =>
		addressesOf(page)
			.filter((address) => !/^\w+:/.test(address))
			.map((address) => ({ page, address })),
	);

	it.each(relative)('$page links to $address, which is there', ({ page, address }) => {
		const [file = '', anchor] = address.split('#');
		const target = file === '' ? page : path.join(path.dirname(page), file);
		expect(existsSync(path.join(root, target))).toBe(true);
		if (anchor !== undefined) expect(anchorsOf(target)).toContain(anchor);
	});

	it.each(docs.filter((name) => name.endsWith('.png')))('shows the picture %s', (picture) => {
		const shown = relative.map(({ page, address }) => path.join(path.dirname(page), address));
		expect(shown).toContain(picture);
	});

	it.each(docs.filter((name) => name.endsWith('.md')))('can be reached: %s', (page) => {
		const linked = relative
			.filter((link) => link.page !== page)
			.map((link) => path.join(path.dirname(link.page), link.address.replace(/#.*/, '')));
		expect(linked).toContain(page);
	});
});

/** The sections to which the nodes, the credential and the examples link; `#readme` is GitHub's own. */
const sections = [
	...filesIn('nodes', /\.(ts|json)$/),
	...filesIn('credentials', /\.ts$/),
	...filesIn('workflows', /\.json$/),
].flatMap((file) =>
	[...read(file).matchAll(/shortener(?:\/blob\/main\/([\w./-]+))?#([\w-]+)/g)]
		.map(([, page = 'README.md', anchor = '']) => ({ file, page, anchor }))
		.filter(({ anchor }) => anchor !== 'readme'),
);

it.each(sections)('$file links to $page#$anchor, which is there', ({ page, anchor }) => {
	expect(anchorsOf(page)).toContain(anchor);
});

/** As `wc -w` counts, without the table of headings, which `test/unit/docs` writes. */
const wordsOf = (page: string) =>
	read(page)
		.replace(/^\| Column \|.*?\n\n/ms, '')
		.trim()
		.split(/\s+/).length;

it.each([
	['README.md', ['README.md'], 800],
	['CONTRIBUTING.md', ['CONTRIBUTING.md'], 2800],
	['docs/', docs.filter((name) => name.endsWith('.md')), 6500],
])('%s has few words, with a little room', (_, texts, most) => {
	const words = texts.reduce((sum, page) => sum + wordsOf(page), 0);
	expect(words).toBeLessThanOrEqual(most * 1.05);
});

describe('the README', () => {
	it('names the operations there are', () => {
		const named = tableBelow('README.md', 'Operations').flatMap(([resource = '', list = '']) =>
			list.split('·').map((operation) => `${resource}: ${bareName(operation)}`),
		);
		const { properties } = nodeDescription();
		const label = (name: string, value: string, resource?: string) => {
			const holders = properties.filter(
				(property) =>
					property.name === name &&
					(resource === undefined ||
						property.displayOptions?.show?.resource?.includes(resource) === true),
			);
			const options = holders.flatMap((property) => property.options ?? []);
			return options.find((option) => 'value' in option && option.value === value)?.name ?? value;
		};
		const there = describedOperations().map(
			({ resource, operation }) =>
				`${label('resource', resource)}: ${label('operation', operation, resource)}`,
		);
		expect(named.sort()).toEqual(there.sort());
	});

	it('names the events there are', () => {
		const trigger = nodeDescription('n8n-nodes-link-shortener.linkShortenerTrigger');
		const event = trigger.properties.find(({ name }) => name === 'event');
		const named = tableBelow('README.md', 'Events').flatMap(([events = '']) => {
			const [, list = '', what = ''] = /^(.*?)( Created)?$/.exec(events) ?? [];
			return list.includes(',') ? list.split(',').map((one) => `${one.trim()}${what}`) : [events];
		});
		const there = (event?.options ?? []).map(({ name }) => name);
		expect(named.sort()).toEqual(there.sort());
		expect(optionValues(event)).toHaveLength(there.length);
	});
});

/** Such as 2.41.1. */
function n8nPinnedBy(lockfile: string): string | undefined {
	const { packages } = JSON.parse(read(lockfile)) as {
		packages: Record<string, { version: string } | undefined>;
	};
	return packages['node_modules/n8n']?.version;
}

it('the compatibility table has a row for each n8n that a lockfile pins, with a date', () => {
	const rows = tableBelow('docs/install.md', 'Compatibility');
	const lockfiles = filesIn('test/e2e', /^([^/\\]+[/\\])?package-lock\.json$/);
	expect(rows.map(([n8n]) => n8n).sort()).toEqual(lockfiles.map(n8nPinnedBy).sort());
	for (const row of atLeastOne(rows)) expect(row.at(-1)).toMatch(/^\d{4}-\d\d-\d\d$/);
});
