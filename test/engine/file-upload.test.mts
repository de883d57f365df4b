import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fault, Service } from '../service/index.mts';
import { runNode } from './harness/index.mts';
import { Container, n8nCore } from './harness/n8n.mts';
import { textLike, textWith } from './support/matchers.mts';
import { errorOf, expectNoTrace } from './support/runs.mts';
import { credentialsOf, KEY, serviceWith } from './support/service.mts';

const MB = 1024 * 1024;
const CHUNK = Buffer.alloc(MB, 'link');

/** n8n keeps the files of items on disk, as it does by default from version 2 on. */
const config = Container.get(n8nCore.BinaryDataConfig);
const files = Container.get(n8nCore.BinaryDataService);
let folder = '';

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'link-shortener-files-'));
	Object.assign(config, { mode: 'filesystem', localStoragePath: folder });
	await files.init();
});

afterAll(async () => {
	// Other files of tests share this n8n, which keeps them in memory.
	Object.assign(config, { mode: 'default' });
	await files.init();
	await rm(folder, { recursive: true, force: true });
});

/** A file of so many megabytes that n8n keeps. */
async function fileOf(megabytes: number, fileName = 'film.mp4'): Promise<IBinaryData> {
	const content = Readable.from(Array.from({ length: megabytes }, () => CHUNK));
	const place = { type: 'execution', workflowId: 'w', executionId: '1' } as const;
	return await files.store(place, content, { mimeType: 'video/mp4', data: '', fileName });
}

function sha256Of(megabytes: number): string {
	const hash = createHash('sha256');
	for (let count = 0; count < megabytes; count += 1) hash.update(CHUNK);
	return hash.digest('hex');
}

async function upload(
	service: Service,
	binaries: IBinaryData[],
	{ parameters = {}, ...settings }: { parameters?: INodeParameters; retryOnFail?: boolean } = {},
) {
	const items: INodeExecutionData[] = binaries.map((data) => ({ json: {}, binary: { data } }));
	return await runNode({
		credentials: credentialsOf(service),
		parameters: { resource: 'file', operation: 'upload', ...parameters },
		items,
		...settings,
	});
}

/** Uploads a file of three megabytes to a service with a fault. */
async function uploadWith(fault: Omit<Fault, 'match'>, times = 1) {
	const service = await serviceWith();
	service.addFault({ ...fault, match: { method: 'POST', times } });
	const run = await upload(service, [await fileOf(3)], {
		retryOnFail: true,
		parameters: { additionalFields: { password: 'open sesame' } },
	});
	expectNoTrace(KEY, run);
	return { service, run, uploads: service.requests.filter(({ method }) => method === 'POST') };
}

describe('a file on disk', () => {
	it('is uploaded as it is, and comes out with its short URL', async () => {
		const service = await serviceWith();
		const run = await upload(service, [await fileOf(3)]);

		expect(run.items).toEqual([
			{
				id: 1,
				name: 'film.mp4',
				shorturl: textLike(/^http.*\/\w{7}$/),
				alias: textLike(/^\w{7}$/),
			},
		]);
		expect(service.table('files')).toMatchObject([{ bytes: 3 * MB, sha256: sha256Of(3) }]);
	});

	it('is found in the row, where n8n may keep it', async () => {
		const service = await serviceWith();
		const row = { _files: { data: { ...(await fileOf(1)) } } };
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: {
				resource: 'file',
				operation: 'upload',
				binaryPropertyName: '={{ $json.field }}',
			},
			items: ['data', '_files.data', 'photo'].map((field) => ({ json: { ...row, field } })),
			binaryMode: 'combined',
			onError: 'continueRegularOutput',
		});

		expect(run.items).toMatchObject([
			{ name: 'film.mp4' },
			{ name: 'film.mp4' },
			{ message: textWith('This item has: data.') },
		]);
		expect(service.table('files')).toMatchObject([{ sha256: sha256Of(1) }, { bytes: MB }]);
	});
});

describe('an upload, with Retry On Fail', () => {
	it.each(['rateLimited429', 'rateLimitedBody200', 'rateLimitedMessage'] as const)(
		'is sent anew and whole after %s',
		async (kind) => {
			const { service, run, uploads } = await uploadWith({ kind, retryAfter: 1 });

			expect(run.items).toMatchObject([{ name: 'film.mp4' }]);
			expect(service.table('files')).toMatchObject([{ sha256: sha256Of(3) }]);
			expect(uploads).toHaveLength(2);
		},
	);

	it.each([
		{ kind: 'closeBefore', message: /broke|closed|aborted/, there: 0 },
		{ kind: 'closeAfter', message: /broke|closed|aborted/, there: 1 },
		{ kind: 'empty', message: /answered with nothing$/, there: 1 },
		{ kind: 'status502Html', message: /not available at the moment \(HTTP 502\)$/, there: 0 },
		{ kind: 'silence', message: /gave no complete answer within 60 seconds$/, there: 0 },
	] as const)(
		'is not sent twice after $kind, and says that it may be there',
		async ({ kind, message, there }) => {
			const { service, run, uploads } = await uploadWith({ kind });

			expect(errorOf(run)).toEqual({
				message: textLike(message),
				description: textWith(
					'It may have been uploaded all the same, so it was not sent a second time: look for it with File → Get Many before you run this item again.',
				),
			});
			expect(uploads).toHaveLength(1);
			expect(service.table('files')).toHaveLength(there);
		},
	);

	it('is refused for its size in the words of the service', async () => {
		const service = await serviceWith({
			maxFileBytes: 2 * MB,
			variations: { errorOnFailureStatus: '4xx' },
		});
		const run = await upload(service, [await fileOf(3)], { retryOnFail: true });

		expect(errorOf(run)).toEqual({
			message: 'The file is too large. The limit is 2 MB.',
			description: textWith('Send a smaller file'),
		});
		expect(service.table('files')).toEqual([]);
	});

	it('is refused for its size by a web server in front, and was certainly not uploaded', async () => {
		const { service, run } = await uploadWith({ kind: 'page413' }, Infinity);
		const { host } = new URL(service.url);

		expect(errorOf(run)).toEqual({
			message: `The request is too large for ${host} (HTTP 413: 413 Request Entity Too Large)`,
			description: textLike(/^The service, or a web server in front of it, takes smaller requests/),
		});
	});

	it('hides its password where the service quotes it', async () => {
		const message = 'The password open sesame is too weak.';
		const { run } = await uploadWith({ kind: 'failureOn200', message }, Infinity);
		expect(errorOf(run).message).toBe('The password [password] is too weak.');
	});

	it('says that n8n has lost the file', async () => {
		const service = await serviceWith();
		const file = await fileOf(1);
		await files.deleteManyByBinaryDataId([file.id ?? '']);
		const run = await upload(service, [file]);

		expect(errorOf(run)).toEqual({
			message: 'n8n cannot read the file of this item',
			description: textLike(
				/^n8n may have deleted it meanwhile: run the workflow from its start\./,
			),
		});
		expect(service.requests).toEqual([]);
	});
});
