import { describe, expect, it } from 'vitest';
import { type Item, runItem } from './support/exampleCode.mts';

/** The message of instant-notifications.json, whatever a service sends. */

interface Request {
	body?: unknown;
	/** The bytes as they came; n8n has none of multipart forms. */
	raw?: string;
	query?: Record<string, unknown>;
}

/** What n8n 2.41 makes of a request when its Webhook node has Raw Body on. */
function notification({ body, raw, query = {} }: Request): Item {
	const data = Buffer.from(raw ?? '').toString('base64');
	return {
		json: { headers: {}, params: {}, query, ...(body === undefined ? {} : { body }) },
		...(raw === undefined ? {} : { binary: { data: { data, mimeType: 'text/plain' } } }),
	};
}

function messageOf(request: Request) {
	const [message] = runItem(
		'instant-notifications.json',
		'Message',
		notification(request),
		'New Link',
	);
	return { text: String(message?.text), fields: message?.fields };
}

const json = (body: unknown) => ({ body, raw: JSON.stringify(body) });

const LINK = { id: 7, short: 'https://go.example/sale', note: null, isNew: true };
const LINK_TEXT = 'New Link:\nid: 7\nshort: https://go.example/sale\nnote: null\nisNew: true';

describe('the message of a notification', () => {
	it.each<[what: string, request: Request]>([
		['JSON', json(LINK)],
		['JSON as text', { body: JSON.stringify(LINK), raw: JSON.stringify(LINK) }],
		['JSON with a byte order mark', { raw: `\uFEFF${JSON.stringify(LINK)}` }],
		['JSON without a content type', { raw: JSON.stringify(LINK) }],
		[
			'JSON under the content type of a form',
			{ body: { [JSON.stringify(LINK)]: '' }, raw: JSON.stringify(LINK) },
		],
	])('has each field of %s', (_, request) => {
		expect(messageOf(request)).toEqual({ text: LINK_TEXT, fields: LINK });
	});

	it.each<[what: string, request: Request, text: string, fields: object]>([
		[
			'nested JSON',
			json({ link: { id: 7, tags: ['a', 'b'] }, list: [1, { b: 2 }] }),
			'link: {"id":7,"tags":["a","b"]}\nlist: [1,{"b":2}]',
			{ link: { id: 7, tags: ['a', 'b'] }, list: [1, { b: 2 }] },
		],
		['a list', json([{ id: 7 }, 'b']), '0: {"id":7}\n1: b', { 0: { id: 7 }, 1: 'b' }],
		[
			'a form',
			{ body: { id: '7', tag: ['a', 'b'], empty: '' }, raw: 'id=7&tag=a&tag=b&empty=' },
			'id: 7\ntag: ["a","b"]\nempty:',
			{ id: '7', tag: ['a', 'b'], empty: '' },
		],
		['a form in parts', { body: { id: '7' } }, 'id: 7', { id: '7' }],
		['an address', { query: { id: '7' }, raw: '' }, 'id: 7', { id: '7' }],
		[
			'an address and a body',
			{ query: { id: '7', of: 'query' }, ...json({ of: 'body' }) },
			'id: 7\nof: query\nof: body',
			{ id: '7', of: 'body' },
		],
		[
			'a text',
			{ body: ' A click\r\non sale ', raw: ' A click\r\non sale ' },
			'A click\non sale',
			{},
		],
		['a text behind blanks', { body: `${' '.repeat(5_000)}A click` }, 'A click', {}],
		['a text of another type', { raw: '<p>A click</p>' }, '<p>A click</p>', {}],
		['a number', json(7), '7', {}],
		['a word as JSON', json('sale'), 'sale', {}],
		['JSON that is broken', { raw: '{"id": 7' }, '{"id": 7', {}],
		['bytes', { raw: 'a\u0000\u0007b' }, 'a b', {}],
	])('has what came in %s', (_, request, text, fields) => {
		expect(messageOf(request)).toEqual({ text: `New Link:\n${text}`, fields });
	});

	it.each<[what: string, request: Request]>([
		['no body', { raw: '' }],
		['blanks', { body: ' \n ', raw: ' \n ' }],
		['an empty object', json({})],
		['an empty list', json([])],
		['an empty form in parts', { body: {} }],
		['nothing at all', {}],
	])('says so for %s', (_, request) => {
		expect(messageOf(request)).toEqual({
			text: 'New Link: the notification came without content.',
			fields: {},
		});
	});

	it('keeps a value on its line, so that none looks like another field', () => {
		const { text } = messageOf(json({ title: 'Sale\nclicks: 1000\r\n\tnow', 'a\nb': 1 }));
		expect(text).toBe('New Link:\ntitle: Sale clicks: 1000 now\na b: 1');
	});

	it('leaves alone what looks like code', () => {
		const title = `"Sale" \\ {{ 1 + 1 }} $& \${1} <b>&amp;</b> 🎉`;
		expect(messageOf(json({ title })).text).toBe(`New Link:\ntitle: ${title}`);
	});

	it('cuts a long field, and tells the others', () => {
		const agent = 'x'.repeat(100_000);
		const { text, fields } = messageOf(json({ agent, id: 7 }));
		expect(text).toBe(`New Link:\nagent: ${'x'.repeat(293)}…\nid: 7`);
		expect(fields).toEqual({ agent, id: 7 });
	});

	it.each<[what: string, request: Request]>([
		['a text of 100 kB', { body: 'x'.repeat(100_000), raw: 'x'.repeat(100_000) }],
		['a thousand fields', json(Array.from({ length: 1_000 }, () => 'x'))],
		['lines', { raw: 'line\n'.repeat(20_000) }],
	])('is cut where %s came, to the size of a message', (_, request) => {
		const { text } = messageOf(request);
		expect(text).toMatch(/^New Link:\n.*…$/s);
		expect(text).toHaveLength(1_901);
	});

	it('cuts no character into halves', () => {
		const { text } = messageOf(json({ a: '🎉'.repeat(500), ab: '🎉'.repeat(500) }));
		expect(text).toBe(`New Link:\na: ${'🎉'.repeat(148)}…\nab: ${'🎉'.repeat(148)}…`);
	});
});
