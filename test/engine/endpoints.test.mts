import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Resource } from '../../nodes/LinkShortener/resources/common/operation';
import { nodeDescription } from './harness/index.mts';
import { describedOperations } from './operations/description.mts';
import { listRows } from './operations/lists.mts';
import { casesOf, type SentRequest } from './operations/row.mts';
import { nameOf, operationRows } from './operations/table.mts';
import { optionValues } from './support/operations.mts';

const BUILT = fileURLToPath(new URL('../../dist/nodes/LinkShortener/', import.meta.url));

const { resources } = createRequire(import.meta.url)(`${BUILT}resources/index.js`) as {
	resources: Resource[];
};

/** The endpoints of section 4 of the API description, line by line; a pixel is updated with PUT. */
const ENDPOINTS = [
	'GET /api/v1/pixels',
	'GET /api/v1/pixels/{id}',
	'POST /api/v1/pixels',
	'PUT /api/v1/pixels/{id}',
	'DELETE /api/v1/pixels/{id}',
	'GET /api/account',
	'PUT /api/account/update',
	'GET /api/domains',
	'POST /api/domain/add',
	'PUT /api/domain/{id}/update',
	'DELETE /api/domain/{id}/delete',
	'GET /api/overlay',
	'GET /api/campaigns',
	'POST /api/campaign/add',
	'POST /api/campaign/{campaignid}/assign/{linkid}',
	'PUT /api/campaign/{id}/update',
	'DELETE /api/campaign/{id}/delete',
	'GET /api/channels',
	'GET /api/channel/{id}',
	'POST /api/channel/add',
	'POST /api/channel/{channelid}/assign/{type}/{itemid}',
	'PUT /api/channel/{id}/update',
	'DELETE /api/channel/{id}/delete',
	'GET /api/splash',
	'GET /api/urls',
	'GET /api/url/{id}',
	'POST /api/url/add',
	// From the public documentation of the product.
	'PUT /api/url/{id}/update',
	'DELETE /api/url/{id}/delete',
	'GET /api/qr',
	'GET /api/qr/{id}',
	'POST /api/qr/add',
	'PUT /api/qr/{id}/update',
	'DELETE /api/qr/{id}/delete',
	// Files, which some brands have.
	'GET /api/files',
	'POST /api/files/upload/{filename}',
	// The pixels of the links product, from there as well.
	'GET /api/pixels',
	'POST /api/pixel/add',
	'PUT /api/pixel/{id}/update',
	'DELETE /api/pixel/{id}/delete',
];

/** Every operation of the built package's own table. */
const operations = resources.flatMap(({ value, operations: own }) =>
	own.map(({ option }) => `${value}.${option.value}`),
);

/** The endpoint of a request, whatever stands in the places of its ids. */
function endpointOf({ method, path }: SentRequest): string | undefined {
	return ENDPOINTS.find((endpoint) => {
		const places = endpoint
			.replace('{type}', '[a-z]+')
			.replace('{filename}', '[^/]+')
			.replace(/\{\w+\}/g, '\\d+');
		return new RegExp(`^${places}$`).test(`${method} ${path}`);
	});
}

it('the operations call every endpoint of the API, and there is no other', () => {
	const called = operationRows
		.flatMap(casesOf)
		.flatMap(([, { sends, onLinks }]) => [...sends, ...(onLinks?.sends ?? [])].map(endpointOf));
	expect(new Set(called)).toEqual(new Set(ENDPOINTS));
});

describe('the operations', () => {
	it('are the same in the description as in the table', () => {
		expect(describedOperations().map(nameOf)).toEqual(operations);
	});

	it('that give a list are among those whose long lists are tested', () => {
		const lists = resources.flatMap(({ value, operations: own }) =>
			own
				.filter(({ properties }) => properties.some(({ name }) => name === 'returnAll'))
				.map(({ option }) => `${value}.${option.value}`),
		);
		expect(listRows.map(nameOf).sort()).toEqual(lists.sort());
	});

	it('have an output schema each, and there is no other', () => {
		const folder = `${BUILT}__schema__/v1.0.0`;
		const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
		const schemas = files.filter((file) => file.endsWith('.json'));
		expect(schemas.sort()).toEqual(
			operations.map((name) => `${name.replace('.', '/')}.json`).sort(),
		);
	});

	it('have the schemas in the repository that the build writes', () => {
		const cwd = fileURLToPath(new URL('../../', import.meta.url));
		const args = ['status', '--porcelain', '--', 'nodes/LinkShortener/__schema__'];
		const lines = execFileSync('git', args, { cwd, encoding: 'utf8' }).split('\n');
		// The second letter is what is not staged.
		const stale = lines.filter((line) => /^.[^ ]/.test(line));
		expect(stale, 'Look at what the build has written, and add it with git').toEqual([]);
	});
});

const ONES =
	'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
		' ',
	);
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A number in words, up to ninety-nine. */
function inWords(number: number): string {
	const word = ONES[number];
	if (word !== undefined) return word;
	const ones = number % 10;
	return `${TENS[Math.floor(number / 10) - 2] ?? ''}${ones === 0 ? '' : `-${ONES[ones] ?? ''}`}`;
}

it('their number, and that of the events, is right wherever it is named', () => {
	const trigger = nodeDescription('n8n-nodes-link-shortener.linkShortenerTrigger');
	const events = optionValues(trigger.properties.find(({ name }) => name === 'event')).length;
	const counts: Record<string, number> = { operations: operations.length, events };
	const ROOT = new URL('../../', import.meta.url);
	const docs = readdirSync(new URL('docs', ROOT)).filter((file) => file.endsWith('.md'));
	const files = [
		'README.md',
		'CONTRIBUTING.md',
		'package.json',
		...docs.map((doc) => `docs/${doc}`),
	];
	const isNumber = (word: string) => /\d/.test(word) || numbers.has(word.toLowerCase());
	const numbers = new Set(Array.from({ length: 100 }, (_, number) => inWords(number)));

	const named = files.flatMap((file) => {
		const text = readFileSync(new URL(file, ROOT), 'utf8');
		return [...text.matchAll(/([\w-]+) (operations|events)\b/gi)]
			.map(([, number = '', things = '']) => ({ file, number, things: things.toLowerCase() }))
			.filter(({ number }) => isNumber(number));
	});
	expect(named.length).toBeGreaterThan(0);
	for (const { file, number, things } of named) {
		const count = counts[things] ?? 0;
		expect([String(count), inWords(count)], `${file}: ${number} ${things}`).toContain(
			number.toLowerCase(),
		);
	}
});

it('is found by the words people search for', () => {
	const file = `${BUILT}LinkShortener.node.json`;
	expect(existsSync(file)).toBe(true);
	const codex = JSON.parse(readFileSync(file, 'utf8')) as {
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
		'short url',
		'shortlink',
		'vanity url',
		'branded link',
		'utm',
		'qr code',
		'tracking pixel',
		'branded domain',
		'short links',
		'channel',
		'splash page',
		'landing page',
		'bulk links',
		'links from csv',
		'links from excel',
		'google sheets',
		'short url from spreadsheet',
	];
	expect(searched.filter((words) => !isFound(words))).toEqual([]);
	// People who search for it want to make a bio page, which the API cannot.
	expect(codex.alias).not.toContain('link in bio');
});

it("is found by n8n's AI builder for what people ask it for", () => {
	const { searchHint } = nodeDescription().builderHint ?? {};

	for (const words of [
		'short link',
		'branded link',
		'UTM',
		'QR code',
		'spreadsheet',
		'HTTP Request',
	]) {
		expect(searchHint).toContain(words);
	}
});
