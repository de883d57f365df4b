import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { allEndpoints } from '../service/endpoints/index.mts';
import { listRows } from './operations/lists.mts';
import { casesOf, type SentRequest } from './operations/row.mts';
import { nameOf, operationRows } from './operations/table.mts';
import { nodeDescription } from './harness/index.mts';
import { operationNames } from './support/operations.mts';

const ROOT = join(import.meta.dirname, '../..');
const BUILT = join(ROOT, 'dist/nodes/LinkShortener');

const PUBLISHED = [
	/^(?:package\.json|README\.md|LICENSE\.md)$/,
	/^dist\/(?:nodes|credentials)\/.+\.(?:js|json)$/,
	/^dist\/icons\/[^/]+\.svg$/,
];

it('what is published is the nodes, and nothing is installed along with it', async () => {
	// Without scripts: what is packed is the build that these tests run.
	const { stdout } = await execa('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: ROOT,
	});
	const [packed] = JSON.parse(stdout) as [{ files: { path: string }[] }];
	const files = packed.files.map((file) => file.path);
	expect(files.filter((file) => !PUBLISHED.some((pattern) => pattern.test(file)))).toEqual([]);
	expect(files).toEqual(
		expect.arrayContaining([...manifest.n8n.nodes, ...manifest.n8n.credentials]),
	);
	expect(Object.keys(manifest).filter((key) => /^(?!dev|peer).*dependencies$/i.test(key))).toEqual(
		[],
	);
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	expect(files).toContain('dist/nodes/LinkShortener/LinkShortener.node.json');
});

it('names the first Node.js that it runs on, of which its documentation tells', () => {
	const [, first] =
		/Node\.js (\d+\.\d+) or later/.exec(readFileSync(join(ROOT, 'docs/install.md'), 'utf8')) ?? [];
	expect(first).toBe('20.3');
	expect(manifest.engines.node).toBe(`>=${first}`);
});

/** The endpoints of the API, as the local service has them. PATCH of a pixel does the same as its PUT. */
const ENDPOINTS = allEndpoints
	.filter(({ method, path }) => path.startsWith('/api/') && method !== 'PATCH')
	.map(({ method, path }) => ({
		name: `${method} ${path}`,
		pattern: new RegExp(
			`^${method} ${path.replace(/:(type|filename)/g, '[^/]+').replace(/:\w+/g, String.raw`\d+`)}$`,
		),
	}));

function endpointOf({ method, path }: SentRequest) {
	return ENDPOINTS.find(({ pattern }) => pattern.test(`${method} ${path}`))?.name;
}

it('the operations call every endpoint of the API, and there is no other', () => {
	const called = operationRows
		.flatMap(casesOf)
		.flatMap(([, { sends, onLinks }]) => [...sends, ...(onLinks?.sends ?? [])].map(endpointOf));
	expect(new Set(called)).toEqual(new Set(ENDPOINTS.map(({ name }) => name)));
});

it('every operation with Return All is among those whose long lists are tested', () => {
	const lists = nodeDescription().properties.flatMap(({ name, displayOptions }) => {
		const { resource = [], operation = [] }: Record<string, readonly unknown[] | undefined> =
			displayOptions?.show ?? {};
		if (name !== 'returnAll') return [];
		return operation.map((one) => [...resource.slice(0, 1), one].join('.'));
	});
	expect(listRows.map(nameOf).sort()).toEqual(lists.sort());
});

it('every operation has an output schema, and the repository those that the build writes', async () => {
	const schemas = readdirSync(join(BUILT, '__schema__/v1.0.0'), {
		recursive: true,
		encoding: 'utf8',
	}).filter((file) => file.endsWith('.json'));
	expect(schemas.sort()).toEqual(
		operationNames()
			.map((name) => `${name.replace('.', '/')}.json`)
			.sort(),
	);

	const { stdout } = await execa(
		'git',
		['status', '--porcelain', '--', 'nodes/LinkShortener/__schema__'],
		{ cwd: ROOT, stripFinalNewline: false },
	);
	// The second letter is what is not staged.
	const stale = stdout.split('\n').filter((line) => /^.[^ ]/.test(line));
	expect(stale, 'Look at what the build has written, and add it with git').toEqual([]);
});

it('the node is found by the words people search for', () => {
	const codex = JSON.parse(readFileSync(join(BUILT, 'LinkShortener.node.json'), 'utf8')) as {
		node: string;
		alias: string[];
		resources: object;
	};
	expect(codex.node).toBe('n8n-nodes-link-shortener.linkShortener');
	// n8n drops a codex without resources as a whole.
	expect(codex.resources).toMatchObject({ primaryDocumentation: [{}] });
	// n8n finds a word by its letters in their order, with others in between.
	const isFound = (words: string) =>
		codex.alias.some((alias) => new RegExp(words.replace(/./g, '$&.*')).test(alias));
	const searched = [
		...['short url', 'shortlink', 'vanity url', 'branded link', 'utm', 'qr code', 'channel'],
		...['tracking pixel', 'branded domain', 'splash page', 'bulk links', 'links from csv'],
		...['links from excel', 'google sheets', 'short url from spreadsheet'],
		...['url shortener', 'bitly alternative', 'link clicked'],
		...['create or update link', 'import links'],
	];
	expect(searched.filter((words) => !isFound(words))).toEqual([]);
	// People who search for it want to make a bio page, which the API cannot.
	expect(codex.alias).not.toContain('link in bio');
});

it('the engine runs on the Node.js of its job', () => {
	const { JOB_NODE = process.version } = process.env;
	console.log(`Node.js ${process.version}`);
	expect(process.version.split('.')[0]).toBe(`v${JOB_NODE.replace(/^v|\..*/g, '')}`);
});
