import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Memory } from '../../../nodes/LinkShortener/shared/memory';
import type { Result, ServiceRequest } from '../../../nodes/LinkShortener/api/http/types';
import { LISTS } from '../../../nodes/LinkShortener/api/listings';
import { Pixels } from '../../../nodes/LinkShortener/api/pixels';
import { UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';

const LIST: ServiceRequest = {
	method: 'GET',
	path: LISTS.pixels.path,
	query: { per_page: 50, page: 1 },
	safety: 'safe',
	family: 'pixels',
};
const REMOVE: ServiceRequest = {
	method: 'DELETE',
	path: '/api/v1/pixels/4',
	safety: 'idempotent',
	family: 'pixels',
};

const ok = (body: IDataObject): Result => ({ kind: 'success', body, sentAt: 0, isOld: false });
const webPage: Result = {
	kind: 'failed',
	error: new UserFacingError({
		message: 'A web page',
		remedy: 'Look.',
		kind: 'misconfigured',
		httpStatus: 200,
	}),
};
const described = ok({ data: [{ id: 4, name: 'Shop', value: '1' }] });
const ofLinks = ok({ data: { pixels: [{ id: 4, name: 'Shop', tag: '1' }], maxpage: 1 } });

/** Clients of an install that answers each path in its own way, at once or when it is let go. */
function install(answers: Record<string, Result>) {
	const service = new Memory();
	const sent: string[] = [];
	const deliver = async ({ method, path }: ServiceRequest) => {
		sent.push(`${method} ${path}`);
		return await Promise.resolve(answers[path] ?? ok({}));
	};
	const open = (known = service) => new Pixels(deliver, known, () => 1);
	return { sent, open, answers };
}

describe('which product answers', () => {
	it('is told by the list that is asked for, and remembered for every client', async () => {
		const { sent, open } = install({ '/api/v1/pixels': described });
		expect(await open().send(LIST)).toMatchObject({ kind: 'success' });
		await open().send(REMOVE);
		expect(sent).toEqual(['GET /api/v1/pixels', 'DELETE /api/v1/pixels/4']);
	});

	it('is told by the other list where there is none', async () => {
		const { sent, open } = install({ '/api/v1/pixels': webPage, '/api/pixels': ofLinks });
		await open().send(REMOVE);
		expect(await open().send(LIST)).toMatchObject({
			body: { data: { pixels: [{ id: 4, name: 'Shop', value: '1' }] } },
		});
		expect(sent).toEqual([
			'GET /api/v1/pixels',
			'GET /api/pixels',
			'DELETE /api/pixel/4/delete',
			'GET /api/pixels',
		]);
	});

	it('is looked for once by all who ask at the same time', async () => {
		const { sent, open } = install({ '/api/v1/pixels': webPage, '/api/pixels': ofLinks });
		const client = open();
		await Promise.all([client.send(REMOVE), client.send(REMOVE), client.send(REMOVE)]);
		expect(sent.filter((line) => line.startsWith('GET'))).toHaveLength(2);
		expect(sent).toHaveLength(2 + 3);
	});

	it('is not remembered where no list answers, and asked anew', async () => {
		const { sent, open, answers } = install({ '/api/v1/pixels': webPage, '/api/pixels': webPage });
		const client = open();
		const all = await Promise.allSettled([client.send(REMOVE), client.send(REMOVE)]);
		expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(sent).toEqual(['GET /api/v1/pixels', 'GET /api/pixels', 'GET /api/account']);
		answers['/api/v1/pixels'] = described;
		await client.send(REMOVE);
		expect(sent.slice(3)).toEqual(['GET /api/v1/pixels', 'DELETE /api/v1/pixels/4']);
	});

	it('is known for one base URL and key only', async () => {
		const { sent, open } = install({ '/api/v1/pixels': described });
		await open().send(LIST);
		await open(new Memory()).send(REMOVE);
		expect(sent).toHaveLength(3);
	});

	it('is not told by an answer that is no list', async () => {
		const { open, sent } = install({ '/api/v1/pixels': ok({ status: 'fine' }) });
		await expect(open().send(REMOVE)).rejects.toThrow('answered without a list of pixels');
		await expect(open().send(REMOVE)).rejects.toThrow('answered without a list of pixels');
		expect(sent).toEqual(['GET /api/v1/pixels', 'GET /api/v1/pixels']);
	});
});
