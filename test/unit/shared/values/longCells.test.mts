import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';

import type { Client } from '../../../../nodes/LinkShortener/api/client';
import { parseResponse } from '../../../../nodes/LinkShortener/api/http/response';
import { explainResponse } from '../../../../nodes/LinkShortener/api/http/messages';
import { Memory } from '../../../../nodes/LinkShortener/api/memory';
import { readLinkBody } from '../../../../nodes/LinkShortener/link/fields/linkBody';
import { readItemValues } from '../../../../nodes/LinkShortener/link/rows/itemValues';
import { COLUMN_FIELDS } from '../../../../nodes/LinkShortener/link/fields/formFields';
import { expiryOf } from '../../../../nodes/LinkShortener/link/fields/expiry';
import { canonicalUrl } from '../../../../nodes/LinkShortener/link/fields/longUrl';
import { linkRows } from '../../../../nodes/LinkShortener/link/sheet/linkSheet';
import type { ReadingCall } from '../../../../nodes/LinkShortener/operations/operation';
import { parametersOf } from '../../../../nodes/LinkShortener/shared/n8n/parameters';
import { settle, UserFacingError } from '../../../../nodes/LinkShortener/shared/userFacingError';
import { aliasOf, shortUrlKey } from '../../../../nodes/LinkShortener/shared/values/shortUrl';

/** Half of Excel's longest cell. Lint judges the patterns alone; this, all that reads a text. */
const LONG = 16_000;
const SHORT = LONG / 8;

/** Of work that grows with the square it is 64. */
const MOST_GROWTH = 24;

/** Work that is done in less is not measured: it would be noise. */
const LEAST_MS = 10;

const KINDS = [
	...['a', 'Z', '1', '0', '.', 'a.', ':', 'a:', '/', 'a/', '\\', '?', '#', '&', '=', '&a=b', '%'],
	...['%20', '%41', '%7B', '%E2%82%AC', ' ', '\t', '\n', 'a ', '-', ' - ', '_', '*', '+', '@', '!'],
	...['(', ')', '()', '[', ']', '[]', '{', '}', '{{', '{{$', '{"a":', '[{"a":', '"', '""', "'"],
	...[',', ', ', ';', '|', '<', '>', '<a', '…', '...', 'é', 'e\u0301', '\u0301', '\u0316\u0301'],
	...['\u200B', '\u200D', '\uFEFF', '😀', '\uD800', '中', 'א', 'Σ', 'İ', '\u1100\u1161\u11A8'],
	...['&amp;', '&#38;', '&amp;a=', 'https://', ' https://', 'www.', 'max 1', '(max 1)'],
	...['[object a]', 'alias ', '\x1B]'],
];
const STARTS = ['https://', '["'];

const PAIRS: Readonly<Record<string, string>> = {
	'(': ')',
	'[': ']',
	'{"a":': '1}',
	'[{"a":': '1}]',
};

/** Brackets are closed as well, so that they are JSON. */
function textsOf(kind: string): Array<(length: number) => string> {
	const end = PAIRS[kind];
	const repeated = (length: number) => kind.repeat(Math.ceil(length / kind.length));
	const nested = (length: number) => {
		const times = Math.ceil(length / 2 / kind.length);
		return kind.repeat(times) + String(end).repeat(times);
	};
	return [
		...STARTS.map((start) => (length: number) => `${start}${repeated(length)}!`),
		repeated,
		...(end === undefined ? [] : [nested]),
	];
}

const made: Memory['get'] = (...what) => new Memory().get(...what);

const client = {
	baseUrl: 'https://go.example.com',
	perKey: made,
	perRun: made,
	async *list() {
		await Promise.resolve();
		yield { id: 1, name: 'Summer', domain: 'https://go.example.com' };
	},
	page: async () => await Promise.resolve({ records: [], total: 0 }),
} as unknown as Client;

async function readRow(json: Record<string, string>): Promise<void> {
	const parameters = parametersOf((name) => ({ dataToSend: 'autoMapInputData' })[name]);
	const sheet = await linkRows.tell([json], parameters, async () => {
		await Promise.resolve();
	});
	const ignore = () => undefined;
	const item = { json };
	const about = {
		client,
		itemCount: 1,
		parameters,
		item,
		sheet,
		timezone: 'UTC',
		ofRun: new Memory(),
	};
	const call = { ...about, about: ignore, hint: ignore } as unknown as ReadingCall;
	const { values, columns } = await readItemValues(call, false);
	await settle(Promise.resolve().then(() => expiryOf(values.expiry, call)));
	await readLinkBody(call, { ...values, expiry: undefined }, columns);
}

const REQUEST = {
	method: 'POST',
	path: '/api/url/add',
	family: 'links',
} as const;

function readAnswer(status: number, body: unknown, headers: Record<string, string> = {}): void {
	const parsed = parseResponse({ status, body, headers }, 'links');
	if (parsed.kind !== 'success') explainResponse(parsed, 'https://go.example.com', REQUEST);
}

const READERS: ReadonlyArray<[what: string, read: (text: string) => void | Promise<void>]> = [
	...COLUMN_FIELDS.map(
		({ name, displayName, isNamedByTitle = false }): (typeof READERS)[number] => [
			`a cell of ${displayName}`,
			async (text) => {
				await readRow({ url: 'https://example.com', [isNamedByTitle ? displayName : name]: text });
			},
		],
	),
	['a heading', async (text) => await readRow({ url: 'https://example.com', [text]: 'x' })],
	['a response', (text) => [200, 404, 503].forEach((status) => readAnswer(status, text))],
	['a message', (text) => readAnswer(200, { error: 1, message: text, errors: { [text]: [text] } })],
	['a redirect', (text) => readAnswer(302, '', { location: text })],
	[
		'a listed link',
		(text) => {
			const link = { shorturl: text, longurl: text };
			for (const read of [aliasOf, shortUrlKey]) read(link);
			aliasOf({ alias: text });
			canonicalUrl(text);
		},
	],
];

async function msOf(read: (text: string) => void | Promise<void>, text: string): Promise<number> {
	const start = performance.now();
	const result = await settle(Promise.resolve(text).then(read));
	const ms = performance.now() - start;
	expect(result === undefined || result instanceof UserFacingError).toBe(true);
	return ms;
}

/** A busy machine slows some tries, but not the fastest of several. */
async function grows(
	read: (text: string) => void | Promise<void>,
	text: (length: number) => string,
): Promise<boolean> {
	let [long, short] = [Infinity, Infinity];
	for (let tries = 0; tries < 40; tries += 1) {
		long = Math.min(long, await msOf(read, text(LONG)));
		if (long < LEAST_MS) return false;
		short = Math.min(short, await msOf(read, text(SHORT)));
		if (long < MOST_GROWTH * short) return false;
	}
	return true;
}

it.each(READERS)('the time to read %s grows with its length', async (_, read) => {
	const slow: string[] = [];
	for (const kind of KINDS) {
		for (const text of textsOf(kind)) if (await grows(read, text)) slow.push(text(12));
	}
	expect(slow).toEqual([]);
});
