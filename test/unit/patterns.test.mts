import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { explainResponse } from '../../nodes/LinkShortener/api/http/messages';
import { parseResponse } from '../../nodes/LinkShortener/api/http/response';
import { withoutSecrets } from '../../nodes/LinkShortener/api/http/secrets';
import { expectFast } from './expectFast.mts';

const MEGABYTE = 1_000_000;
const SHORT = 100_000;
const ROOMS = path.resolve(import.meta.dirname, '../../nodes/LinkShortener');

function repeated(text: string): string {
	return text.repeat(Math.ceil(MEGABYTE / text.length));
}

/** Every regular expression that stands in the code of a room. */
function patternsOf(room: string): RegExp[] {
	const folder = path.join(ROOMS, room);
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	return files.flatMap((file) => {
		if (!file.endsWith('.ts')) return [];
		const text = readFileSync(path.join(folder, file), 'utf8');
		return patternsIn(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
	});
}

function patternsIn(node: ts.Node): RegExp[] {
	if (ts.isRegularExpressionLiteral(node)) {
		const end = node.text.lastIndexOf('/');
		return [new RegExp(node.text.slice(1, end), node.text.slice(end + 1))];
	}
	const patterns: RegExp[] = [];
	ts.forEachChild(node, (child) => void patterns.push(...patternsIn(child)));
	return patterns;
}

/**
 * Texts that begin a match over and over and never end it: the pattern's own words and signs, and
 * blanks. Short ones come first, since a slow pattern needs hours for a megabyte.
 */
function hostileTo({ source }: RegExp): string[] {
	const words = source.match(/[a-z][a-z ]+/gi) ?? [];
	const signs = source.match(/[^\w\s]/g) ?? [];
	const pumps = new Set(['a', '1', ' ', ...signs, ...words, ...words.map((word) => `${word} a `)]);
	const texts = [...pumps].map((pump) => `x${repeated(pump)}\0`);
	return [...texts.map((text) => `${text.slice(0, SHORT)}\0`), ...texts];
}

describe.each(['api', 'shared'])('the patterns of %s', (room) => {
	const patterns = patternsOf(room);

	it('are found', () => {
		expect(patterns.length).toBeGreaterThan(5);
	});

	it.each(patterns)('%s takes no more time than a text is long', (pattern) => {
		for (const text of hostileTo(pattern)) {
			const once = new RegExp(pattern.source, pattern.flags.replace('y', ''));
			expectFast(() => text.replace(once, ''));
		}
	});
});

it.each([
	'maximum ',
	'you have reached your maximum ',
	'domain ',
	'"',
	"'a ",
	'https://',
	'\u001B[31',
	'\n',
	'<title ',
])('a megabyte of %j is read wherever it comes', (pump) => {
	const text = repeated(pump);
	const request = { method: 'POST', path: '/api/url/add', safety: 'unsafe' } as const;
	const bodies = [
		{ error: 1, message: text },
		{ error: text },
		{ errors: { [text]: [text] } },
		{ error: 1, message: 'No', errors: Array.from({ length: 1000 }, () => 'x'.repeat(1000)) },
		text,
		`<title>${text}`,
	];
	for (const body of bodies) {
		expectFast(() => {
			const parsed = parseResponse({ status: 403, headers: {}, body }, 'links');
			const told = explainResponse(parsed, 'https://go.example.com', request);
			withoutSecrets(told, { apiKey: 'k3y+x/y' });
		});
	}
});
