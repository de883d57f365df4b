import { isAxiosError } from 'axios';
import { expect, test } from 'vitest';
import { pair, textLike } from './client.mts';
import type { Fault, FaultKind } from './index.mts';

const CREATE = { url: 'https://long.example' };

/** One create under a fault: what the client saw and how many links there are. */
async function answerWith(fault: Omit<Fault, 'match'>) {
	const { http, service } = await pair();
	service.addFault({ match: { method: 'post' }, ...fault });
	const seen = { status: 0, data: '', headers: {} as Record<string, unknown>, code: '' };
	// The text as it came: axios would parse what it can.
	const transformResponse = (text: string): string => {
		seen.data = text;
		return text;
	};
	try {
		const answer = await http.post('/api/url/add', CREATE, { timeout: 1_000, transformResponse });
		seen.status = answer.status;
		seen.headers = answer.headers;
	} catch (error) {
		seen.code = isAxiosError(error) ? (error.code ?? '') : String(error);
	}
	expect(service.requests[0]?.fault).toBe(fault.kind);
	return { ...seen, links: service.links().length, entry: service.requests[0] };
}

test.each<[FaultKind, number, RegExp, number]>([
	['failureOn200', 200, /^\{"error":1,"message":"Something/, 0],
	['failureOn400', 400, /^\{"error":1,"message":"Something/, 0],
	['status500', 500, /Server Error/, 0],
	['status502Html', 502, /^<!DOCTYPE html>/, 0],
	['html200', 200, /^<!DOCTYPE html>/, 0],
	['empty', 200, /^$/, 1],
	['rateLimited429', 429, /Too Many Requests/, 0],
	['rateLimitedBody200', 200, /"error":429/, 0],
	['rateLimitedMessage', 200, /Rate limit exceeded/, 0],
	['redirect', 302, /^$/, 0],
	['slowDrip', 200, /"shorturl"/, 1],
	['page403', 403, /<title>Request blocked<\/title>/, 0],
	['page413', 413, /<title>413 Request Entity Too Large<\/title>/, 0],
	['errors422', 422, /^\{"errors":\{"url":\["Something/, 0],
	['problem400', 400, /^\{"title":"Request blocked","detail":"Something.+","status":400\}$/, 0],
])('%s answers %i', async (kind, status, body, links) => {
	const answer = await answerWith({ kind, msPerByte: 1 });
	expect(answer).toMatchObject({ status, data: textLike(body), links });
	expect(answer.entry).toMatchObject({ status, refused: kind.startsWith('rateLimited') });
});

test.each<[FaultKind, string, number, number]>([
	['cutOff', 'ERR_BAD_RESPONSE', 200, 1],
	['closeBefore', 'ECONNRESET', 0, 0],
	['closeAfter', 'ECONNRESET', 0, 1],
	['silence', 'ECONNABORTED', 0, 0],
])('%s fails with %s', async (kind, code, status, links) => {
	const answer = await answerWith({ kind });
	expect(answer).toMatchObject({ code, links, entry: { status } });
});

test('the work is done all the same where the fault says so', async () => {
	expect(await answerWith({ kind: 'status502Html', work: true })).toMatchObject({
		status: 502,
		links: 1,
	});
	expect(await answerWith({ kind: 'empty', work: false })).toMatchObject({ status: 200, links: 0 });
});

test('a redirect has the status and the target of its fault', async () => {
	const moved = await answerWith({
		kind: 'redirect',
		status: 308,
		location: 'https://new.example/',
	});
	expect([moved.status, moved.headers['location']]).toEqual([308, 'https://new.example/']);
});

test('rules match by method and path, n-th, every n-th, and a number of times', async () => {
	const { http, service } = await pair();
	const kind = 'failureOn400';
	const statuses = async (count: number, path = '/api/account'): Promise<number[]> => {
		const seen = [];
		for (let index = 0; index < count; index += 1) seen.push((await http.get(path)).status);
		return seen;
	};
	service.addFault({ match: { path: '/api/account', nth: 2 }, kind });
	expect(await statuses(1, '/api/urls')).toEqual([200]);
	expect(await statuses(3)).toEqual([200, 400, 200]);
	service.set({ faults: [{ match: { path: /account$/g, every: 2, times: 2 }, kind }] });
	expect(await statuses(7)).toEqual([200, 400, 200, 400, 200, 200, 200]);
	service.clearFaults();
	service.addFault({ match: { method: 'POST' }, kind });
	expect(await statuses(1)).toEqual([200]);
	expect(service.options.faults).toHaveLength(1);
});
