import { describe, expect, it } from 'vitest';

import { parseResponse } from '../../../../nodes/LinkShortener/api/http/response';
import type { Family, ParsedResponse } from '../../../../nodes/LinkShortener/api/http/types';

function read(
	status: number,
	body: unknown,
	family: Family = 'links',
	headers: Record<string, string> = {},
): ParsedResponse {
	return parseResponse({ status, headers, body }, family);
}

const DATA = { data: { urls: [{ id: 7 }] } };

describe('success', () => {
	it.each<[status: number, error: unknown]>([
		[200, 0],
		[200, '0'],
		[200, false],
		[201, 0],
		[404, 0],
		[500, '0'],
	])('is HTTP %i with error %j, and error is left out', (status, error) => {
		const body = { error, id: 7, message: 'Link created' };
		expect(read(status, body)).toEqual({
			kind: 'success',
			body: { id: 7, message: 'Link created' },
		});
		expect(body).toHaveProperty('error');
	});

	it('may mention limits', () => {
		const body = { error: 0, message: 'Too many requests are no problem here' };
		expect(read(200, body).kind).toBe('success');
	});

	it.each([200, 201, 204])('needs no error on the pixel endpoints (HTTP %i)', (status) => {
		expect(read(status, { data: [] }, 'pixels')).toEqual({ kind: 'success', body: { data: [] } });
	});

	it.each(['', undefined, null])('is 204 without a body (%j) on the pixel endpoints', (body) => {
		expect(read(204, body, 'pixels')).toEqual({ kind: 'success', body: {} });
		expect(read(204, body, 'links')).toMatchObject({ kind: 'unreadable', found: 'empty' });
		expect(read(200, body, 'pixels')).toMatchObject({ kind: 'unreadable', found: 'empty' });
	});

	it('may be a bare array on the pixel endpoints', () => {
		const rows = [{ id: 1 }];
		expect(read(200, rows, 'pixels')).toEqual({ kind: 'success', body: { data: rows } });
		expect(read(200, rows, 'links')).toMatchObject({ kind: 'unreadable', found: 'notTheService' });
		expect(read(500, rows, 'pixels').kind).toBe('brokeDown');
	});

	it.each([
		'<br />\n<b>Warning</b>:  Undefined array key "x" in <b>a.php</b> on line <b>3</b><br />\n{"error":0,"id":7}',
		'<b>Notice</b>: {closure}() {"error":0,"id":7}',
		'\n<font size=\'1\'><table class=\'xdebug-error\'><tr><td>{main}(  )</td></tr></table></font>\n{"error":0,"id":7}\n',
		'Deprecated: {"a":1} in index.php on line 7 { "error": 0, "id": 7 }',
		'[2026-01-05 09:00:00] PHP Notice: {"error":0,"id":7}',
	])('may have other text in front: %j', (body) => {
		expect(read(200, body)).toEqual({ kind: 'success', body: { id: 7 } });
	});

	it.each<[text: string, body: unknown]>([
		['{"error":0,"id":7}<!-- cached {"page"} -->', { id: 7 }],
		[' {"error":"0","data":{"urls":[{"id":7}]}}\n<br />\n<b>Notice</b>: #0 {main}', DATA],
		['{"id":7,"error":0}{"error":1,"message":"No"}', { id: 7 }],
		['{"error":0,"id":7} {"error":0,"id":8}', { id: 7 }],
		['{"error":0,"title":"a \\" } {\\\\"}PHP Warning: } in x.php', { title: 'a " } {\\' }],
		['<b>Notice</b>: {closure}() {"error":0,"id":7}\nStack trace:\n#0 {main}', { id: 7 }],
		[
			'{"data":{"urls":[{"id":7}]},"error":0,"at":{"error":1}}</body>',
			{ ...DATA, at: { error: 1 } },
		],
	])('may have other text behind: %s', (text, body) => {
		expect(read(200, text)).toEqual({ kind: 'success', body });
	});

	it('may be a bare array with other text behind on the pixel endpoints', () => {
		const body = { data: [{ id: 1, names: ['a ]'] }] };
		expect(read(200, `${JSON.stringify(body.data)}<!-- [] -->`, 'pixels')).toEqual({
			kind: 'success',
			body,
		});
	});

	it('is read in a time that grows with its length', () => {
		const quotes = String.raw`\"{`.repeat(200_000);
		const started = performance.now();
		expect(read(200, `{"error":0,"title":"${quotes}`)).toMatchObject({ found: 'cutOff' });
		expect(read(200, '{"error"'.repeat(50_000))).toMatchObject({ found: 'cutOff' });
		expect(read(200, `{"error":0,"title":"${quotes}"}}`).kind).toBe('success');
		expect(performance.now() - started).toBeLessThan(2_000);
	});

	it.each([
		'<!DOCTYPE html><script>var page = {"error":0,"id":7};</script>',
		'\n<html><script>{"error":false}</script></html>',
	])('is not what the script of a web page has: %s', (body) => {
		expect(read(200, body)).toMatchObject({ kind: 'unreadable', found: 'webPage' });
	});

	it.each([
		'<br />\n<b>Fatal error</b>: Out of memory in {closure}',
		'{"data":[{"error":0,"id":5},{"error":0',
		'[{"error":0,"id":5},{"error":0',
		'{"error":0,"title":"a }',
		'<br />\n<b>Warning</b>: x\n{"error":0,"data":{"id":5}',
	])('is not known when warnings arrived and no whole answer: %j', (body) => {
		expect(read(200, body)).toMatchObject({ kind: 'unreadable', found: 'cutOff' });
	});

	it('with nothing left is still a success', () => {
		expect(read(200, { error: 0, 'x-ratelimit-remaining': 0 }).kind).toBe('success');
		expect(read(200, { error: 0 }, 'links', { 'x-ratelimit-remaining': '0' }).kind).toBe('success');
	});
});

describe('a refusal for the rate limit', () => {
	it.each<[name: string, status: number, body: unknown]>([
		['HTTP 429', 429, { error: 1, message: 'Slow down' }],
		['HTTP 429 without a body', 429, ''],
		['HTTP 429 with a web page', 429, '<html></html>'],
		['HTTP 429 with a success in it', 429, { error: 0 }],
		['error 429', 200, { error: 429, message: 'Too Many Requests. Please retry later.' }],
		['error "429"', 200, { error: '429' }],
		['error 429 on another status', 403, { error: 429 }],
		['words: too many requests', 200, { error: 1, message: 'Too many requests.' }],
		['words: rate limit exceeded', 400, { error: 1, message: 'Rate limit exceeded' }],
		['words: rate-limited', 200, { error: true, msg: 'You are rate-limited' }],
		['words: ratelimit', 200, { error: '1', message: 'API RateLimit reached' }],
		['words of Laravel', 403, { message: 'Too Many Requests' }],
		['words as the error itself', 200, { error: 'Too many requests' }],
	])('has the form %s', (_, status, body) => {
		expect(read(status, body)).toEqual({ kind: 'rateLimited' });
	});

	it('has the same forms on the pixel endpoints', () => {
		expect(read(429, { message: 'Too Many Attempts.' }, 'pixels').kind).toBe('rateLimited');
		expect(read(200, { error: 429 }, 'pixels').kind).toBe('rateLimited');
	});

	it.each([
		'You have reached your maximum links limit. Please upgrade to another plan.',
		'You have reached the limit of your plan',
		'The daily quota is exhausted',
		'Please verify your separate limits',
		'Corporate limits apply',
		'Link 429 does not exist.',
		'The page "Too many requests" is blacklisted.',
	])('is not meant by "%s"', (message) => {
		expect(read(200, { error: 1, message })).toMatchObject({ kind: 'rejected', message });
	});
});

describe('a failure', () => {
	it.each<[name: string, status: number, body: unknown, message: string]>([
		['error 1 on 200', 200, { error: 1, message: 'No' }, 'No'],
		['error "1"', 200, { error: '1', message: 'No' }, 'No'],
		['error true', 200, { error: true, message: 'No' }, 'No'],
		['another number', 200, { error: 2, message: 'No' }, 'No'],
		['null', 200, { error: null, message: 'No' }, 'No'],
		['msg of old builds', 200, { error: 1, msg: ' No ' }, 'No'],
		['message before msg', 200, { error: 1, message: 'No', msg: 'Never' }, 'No'],
		['an empty message before msg', 200, { error: 1, message: ' ', msg: 'Never' }, 'Never'],
		['a message of digits', 200, { error: 1, message: '12', msg: 'Never' }, 'Never'],
		['words as the error itself', 200, { error: 'No such link' }, 'No such link'],
		['a message and no error', 200, { message: 'Unauthenticated.' }, 'Unauthenticated.'],
		['a status and a message', 401, { error: 1, message: 'Invalid key' }, 'Invalid key'],
		['no reason', 200, { error: 1 }, 'The service rejected the request without giving a reason'],
		['errorMessage', 200, { error: 1, errorMessage: 'No' }, 'No'],
		['an object as the error', 200, { error: { message: 'No', code: '1' } }, 'No'],
		['a list as the error', 400, { error: ['No', 'Never'] }, 'No Never'],
		['a list as the message', 200, { error: 1, message: ['No', ['Never', 7]] }, 'No Never'],
		['an object as the message', 200, { error: 1, message: { url: ['No'], 0: 'x' } }, 'x url: No'],
		['errors as a text', 422, { errors: 'No' }, 'No'],
		['errors as a list', 422, { errors: ['No', { title: 'Bad' }] }, 'No title: Bad'],
		['errors by field, one called title', 422, { errors: { title: ['No'] } }, 'title: No'],
		['errors beside an empty message', 200, { error: 1, message: '', errors: ['No'] }, 'No'],
		['a detail', 400, { detail: 'No' }, 'No'],
		['a title, where the error says no', 200, { error: 1, title: 'No' }, 'No'],
		['words on many lines', 400, { error: 1, message: ' No\r\n\t never\u2028' }, 'No never'],
		['colored words', 400, { error: '\u001b[1;31mNo\u001b[0m\u0007 never\u202e' }, 'No never'],
		['a link in words', 400, { error: '\u001b]8;;https://x\u0007No\u001b]8;;\u001b\\' }, 'No'],
		[
			'a reason that is no text',
			400,
			{ error: 1, message: { a: 1 } },
			'The service rejected the request without giving a reason',
		],
	])('is read from %s', (_, status, body, message) => {
		expect(read(status, body)).toEqual({ kind: 'rejected', status, message, details: [] });
	});

	it.each<[name: string, body: Record<string, unknown>, details: string[]]>([
		['a list', { errors: ['No', 'Taken'] }, ['Taken']],
		[
			'the words of the message again',
			{ errors: { url: 'No' }, error: { url: 'No' } },
			['url: No'],
		],
		[
			'details',
			{ code: 7, details: { field: 'custom', reason: 'taken' } },
			['field: custom', 'reason: taken'],
		],
	])('keeps further reasons: %s', (_, body, details) => {
		expect(read(200, { error: 1, message: 'No', ...body })).toMatchObject({
			message: 'No',
			details,
		});
	});

	it('keeps no more of a long message than is needed', () => {
		const words = { message: 'x'.repeat(5_000), errors: Array.from({ length: 99 }, () => 'No') };
		const parsed = read(200, { error: 1, ...words });
		expect(parsed).toMatchObject({ kind: 'rejected', message: 'x'.repeat(1_000) });
		expect(parsed).toHaveProperty('details.length', 20);
	});

	it("keeps Laravel's reasons per field", () => {
		const body = {
			message: 'The given data was invalid.',
			errors: { name: ['Too short.', 'Not unique.'], type: 'Unknown.' },
		};
		expect(read(422, body, 'pixels')).toEqual({
			kind: 'rejected',
			status: 422,
			message: 'The given data was invalid.',
			details: ['name: Too short. Not unique.', 'type: Unknown.'],
		});
	});

	it.each([401, 404, 422])('is a pixel answer with HTTP %i and a message', (status) => {
		expect(read(status, { message: 'No' }, 'pixels')).toMatchObject({ kind: 'rejected', status });
	});
});

it.each<[name: string, status: number, body: unknown, found: string]>([
	['a web page', 200, '<!DOCTYPE html><html></html>', 'webPage'],
	['a web page after blank lines', 200, '\n\n <html>', 'webPage'],
	['nothing', 200, '', 'empty'],
	['blanks', 200, '  \n', 'empty'],
	['no body', 204, undefined, 'empty'],
	['null', 200, null, 'empty'],
	['a cut-off object', 200, '{"error":0,"data":{"ur', 'cutOff'],
	['a cut-off array', 200, '[{"id":1},', 'cutOff'],
	['plain words', 200, 'OK', 'notTheService'],
	['a number', 200, 42, 'notTheService'],
	['an array', 200, [], 'notTheService'],
	['an object of another program', 200, { status: 'ok' }, 'notTheService'],
	['an empty object', 200, {}, 'notTheService'],
])('an answer that cannot be read is %s', (_, status, body, found) => {
	expect(read(status, body)).toEqual({ kind: 'unreadable', status, found });
});

describe('a redirect', () => {
	it.each([301, 302, 303, 307, 308])('is HTTP %i with a Location', (status) => {
		expect(read(status, '', 'links', { location: 'https://www.x.example/api/urls' })).toEqual({
			kind: 'redirect',
			status,
			location: 'https://www.x.example/api/urls',
		});
	});

	it('without a Location is none', () => {
		expect(read(302, '').kind).toBe('unreadable');
	});

	it('needs its status', () => {
		expect(read(200, { error: 0 }, 'links', { location: '/x' }).kind).toBe('success');
	});
});

it.each<[what: string, body: unknown, message: string | undefined]>([
	['in words of its own', { error: 1, message: 'Down' }, 'Down'],
	['with a web page', '<html>Bad Gateway</html>', undefined],
	['with nothing', '', undefined],
	['with a problem', { title: 'Internal error', detail: 'x' }, 'Internal error: x'],
])('a 5xx %s', (_, body, message) => {
	const told = message === undefined ? {} : { message };
	expect(read(502, body)).toEqual({ kind: 'brokeDown', status: 502, details: [], ...told });
});

describe('a 4xx that is not the service', () => {
	it.each<[what: string, body: unknown, title: string]>([
		['a page with a title', '<html><title>\n Attention  Required! </title>', 'Attention Required!'],
		['a page without one', '<html><h1>No</h1>', ''],
		['nothing', '', ''],
	])('is %s', (_, body, title) => {
		expect(read(403, body)).toMatchObject({ kind: 'page', status: 403, title });
	});

	it.each<[what: string, status: number, body: unknown, message: string, details: string[]]>([
		['the errors of fields', 422, { errors: { url: ['No such page.'] } }, 'url: No such page.', []],
		[
			'a problem',
			403,
			{ title: 'Forbidden', detail: 'Not here', status: 403 },
			'Forbidden: Not here',
			[],
		],
	])('is not one with %s', (_, status, body, message, details) => {
		expect(read(status, body)).toEqual({ kind: 'rejected', status, message, details });
	});
});

describe('an answer to the create of a link without error', () => {
	const asLink = (body: object) => parseResponse({ status: 200, headers: {}, body }, 'links', true);

	it.each([
		{ id: 7 },
		{ id: 7, message: 'Link created' },
		{ shorturl: 'https://sho.rt/a' },
		{ shortUrl: 'https://sho.rt/a' },
		{ data: { id: 7, short: 'https://sho.rt/a' } },
		{ details: { shorturl: 'https://sho.rt/a' } },
	])('is one where it names the link: %j', (body) => {
		for (const error of [undefined, null, '', [], 'false']) {
			expect(asLink({ error, ...body })).toEqual({ kind: 'success', body });
		}
	});

	it.each([{}, { data: [] }, { id: '' }, { message: 'No', error: 1, id: 7 }, { title: 'A page' }])(
		'is none where it does not: %j',
		(body) => {
			expect(asLink(body).kind).not.toBe('success');
		},
	);
});

it.each([
	[399, 'unreadable'],
	[400, 'rejected'],
	[404, 'rejected'],
	[499, 'rejected'],
	[500, 'brokeDown'],
])('a message beside a record, with HTTP %i: %s', (status, kind) => {
	const bodies = [{ id: 7 }, { shorturl: 'https://sho.rt/a', error: null }].map((record) =>
		read(status, { ...record, message: 'Not found' }),
	);
	expect(bodies.map((body) => body.kind)).toEqual([kind, kind]);
});

describe('an answer to a create that leaves open whether it was done', () => {
	it.each(['title', 'detail', 'details'])('may have a %s, which is no reason', (key) => {
		expect(read(200, { id: 7, [key]: 'A page' })).toMatchObject({ kind: 'unreadable' });
	});

	it.each([null, '', [], 'false', undefined])('has error %j beside the record', (error) => {
		for (const record of [{ id: 7 }, { shorturl: 'https://sho.rt/a' }]) {
			const body = { error, ...record, message: 'Link created' };
			expect(read(200, body)).toMatchObject({ kind: 'unreadable', found: 'notTheService' });
		}
	});
});
