import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Memory } from '../../../../nodes/LinkShortener/shared/memory';
import type { ServiceRequest } from '../../../../nodes/LinkShortener/api/http/types';
import { LISTS } from '../../../../nodes/LinkShortener/api/listings';
import {
	hasNoSuchAddress,
	noPixels,
	Pixels,
} from '../../../../nodes/LinkShortener/api/pixels/pixels';
import {
	UserFacingError,
	type FailureKind,
} from '../../../../nodes/LinkShortener/shared/userFacingError';

function failure(kind?: FailureKind, httpStatus?: number, remedy = 'Do this.'): UserFacingError {
	return new UserFacingError({
		message: 'No',
		remedy,
		...(kind && { kind }),
		...(httpStatus && { httpStatus }),
	});
}

const webPage = failure('misconfigured', 200);
const described = { data: [{ id: 4, name: 'Shop', value: '1' }] };
const ofLinks = { data: { pixels: [{ id: 4, name: 'Shop', tag: '1' }], maxpage: 1 } };

/** Clients of an install that answers each path in its own way. */
function install(answers: Record<string, IDataObject | UserFacingError>) {
	const service = new Memory();
	const sent: string[] = [];
	const request = async ({ method, path }: ServiceRequest) => {
		sent.push(`${method} ${path}`);
		const answer = await Promise.resolve(answers[path] ?? {});
		if (answer instanceof UserFacingError) throw answer;
		return answer;
	};
	const open = (known = service) => new Pixels(request, known, () => 1);
	return { sent, open, answers, request };
}

async function all(pixels: Pixels): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	for await (const record of pixels.list({ ...LISTS.pixels, limit: 1 })) records.push(record);
	return records;
}

describe('which product answers', () => {
	it('is told by a list of its own, and remembered for every client', async () => {
		const { sent, open } = install({ '/api/v1/pixels': described });
		expect(await all(open())).toEqual(described.data);
		await open().delete(4);
		expect(sent).toEqual(['GET /api/v1/pixels', 'GET /api/v1/pixels', 'DELETE /api/v1/pixels/4']);
	});

	it('is told by the other list where there is none', async () => {
		const { sent, open } = install({ '/api/v1/pixels': webPage, '/api/pixels': ofLinks });
		await open().delete(4);
		expect(await all(open())).toEqual(described.data);
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
		await Promise.all([client.delete(4), client.delete(5), client.delete(6)]);
		expect(sent.filter((line) => line.startsWith('GET'))).toHaveLength(2);
		expect(sent).toHaveLength(2 + 3);
	});

	it('is not remembered where no list answers, and asked anew', async () => {
		const { sent, open, answers } = install({ '/api/v1/pixels': webPage, '/api/pixels': webPage });
		const client = open();
		const both = await Promise.allSettled([client.delete(4), client.delete(4)]);
		expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(sent).toEqual(['GET /api/v1/pixels', 'GET /api/pixels', 'GET /api/account']);
		answers['/api/v1/pixels'] = described;
		await client.delete(4);
		expect(sent.slice(3)).toEqual(['GET /api/v1/pixels', 'DELETE /api/v1/pixels/4']);
	});

	it('is known for one base URL and key only', async () => {
		const { sent, open } = install({ '/api/v1/pixels': described });
		await open().delete(4);
		await open(new Memory()).delete(4);
		expect(sent).toHaveLength(4);
	});

	it('is not told by an answer that is no list', async () => {
		const { open, sent } = install({ '/api/v1/pixels': { status: 'fine' } });
		await expect(open().delete(4)).rejects.toThrow('answered without a list of pixels');
		await expect(open().delete(4)).rejects.toThrow('answered without a list of pixels');
		expect(sent).toEqual(['GET /api/v1/pixels', 'GET /api/v1/pixels']);
	});
});

describe('whether there is no such address', () => {
	it.each<[FailureKind, number | undefined, boolean]>([
		['notFound', 404, true],
		['notFound', 200, true],
		// A web page, a redirect, another program.
		['misconfigured', 200, true],
		['misconfigured', 302, true],
		['misconfigured', 403, true],
		// A 404 without a word.
		['unavailable', 404, true],
		// Nothing answered: the host cannot be found, the certificate is not trusted.
		['misconfigured', undefined, false],
		['unavailable', undefined, false],
		['unavailable', 200, false],
		['unavailable', 503, false],
		['brokeDown', 500, false],
		['rejected', 200, false],
		['rateLimited', undefined, false],
		['credentialRefused', 401, false],
		['credentialRefused', 404, false],
	])('%s with status %s: %s', (kind, httpStatus, expected) => {
		expect(hasNoSuchAddress(failure(kind, httpStatus))).toBe(expected);
	});
});

describe('where no list of pixels answers', () => {
	const said = async (account: UserFacingError | IDataObject, from = webPage) => {
		const request = install({ '/api/account': account }).request;
		const { explanation } = await noPixels(request, from);
		return `${explanation.message}: ${explanation.remedy}`;
	};

	it('the install has none if its account answers, whatever it says', async () => {
		const none = /^This install has no pixels: Base URL and API key work, /;
		expect(await said({})).toMatch(none);
		expect(await said(failure('rejected', 403))).toMatch(none);
	});

	it('a key or a service that stands in the way is named', async () => {
		for (const kind of ['credentialRefused', 'unavailable', 'brokeDown'] as const) {
			expect(await said(failure(kind, 500, 'Wait.'))).toBe('No: Wait.');
		}
	});

	it('else both are left open, as the first list says', async () => {
		const nothing = failure('misconfigured', 200, 'Look there.');
		expect(await said(nothing)).toBe('No: Do this.');
	});

	it('what worked a moment ago is said by the account', async () => {
		const nothing = failure('misconfigured', 200, 'Look there.');
		expect(await said(nothing, failure('notOnInstall', 404))).toBe('No: Look there.');
	});
});
