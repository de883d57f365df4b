import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { runOn } from './support/runs.mts';
import type { Service } from '../service/index.mts';
import { seedMany, serviceWith } from './support/service.mts';
import { sheetOn } from './support/sheet.mts';
import { started } from './support/trigger.mts';

/**
 * How much code runs for one piece of work, as V8 counts it: the files, and the functions that were called,
 * those without a name as well. Left out are what a file runs when it is loaded, and `shared/`. This is what
 * has to be read to follow one piece of work. Each is printed beside its aim, and is too much a tenth above it.
 */

const NODES = join(import.meta.dirname, '../../dist/nodes/LinkShortener');

/** How far above its aim a piece of work may be, so that a small change does not fail here. */
const ROOM = 1.1;

interface Code {
	files: number;
	functions: number;
}

async function codeOf(work: () => Promise<unknown>): Promise<Code> {
	const session = new Session();
	session.connect();
	try {
		await session.post('Profiler.enable');
		await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
		await session.post('Profiler.takePreciseCoverage');
		await work();
		const { result } = await session.post('Profiler.takePreciseCoverage');
		const counts = result
			.filter(({ url }) => url.startsWith('file:') || url.startsWith('/'))
			.map(({ url, functions }) => ({
				file: relative(NODES, url.startsWith('file:') ? fileURLToPath(url) : url),
				// The one that begins with the file is the file.
				called: functions.filter(({ ranges }) =>
					ranges.some(({ count, startOffset }) => count > 0 && startOffset > 0),
				).length,
			}))
			.filter(({ file, called }) => !file.startsWith('..') && called > 0)
			.filter(({ file }) => !file.startsWith('shared/'));
		return {
			files: counts.length,
			functions: counts.reduce((sum, { called }) => sum + called, 0),
		};
	} finally {
		await session.post('Profiler.stopPreciseCoverage');
		session.disconnect();
	}
}

/** A run of one item: what it made. */
function runOf(service: Service, parameters: INodeParameters) {
	return async (change?: INodeParameters): Promise<IDataObject[]> => {
		const { items } = await runOn(service, { ...parameters, ...change });
		return items;
	};
}

const work: Array<[name: string, aim: Code, measure: () => Promise<Code>]> = [
	[
		'Campaign → Create',
		{ files: 28, functions: 160 },
		async () => {
			const run = runOf(await serviceWith(), { resource: 'campaign', operation: 'create' });
			await run({ name: 'Spring' });
			return await codeOf(async () => {
				expect(await run({ name: 'Summer' })).toEqual([expect.objectContaining({ id: 2 })]);
			});
		},
	],
	[
		'Link → Create by form',
		{ files: 46, functions: 240 },
		async () => {
			const run = runOf(await serviceWith(), { resource: 'link', operation: 'create' });
			await run({ url: 'https://example.com/spring' });
			return await codeOf(async () => {
				const [link] = await run({ url: 'https://example.com/summer' });
				expect(link).toMatchObject({ action: 'created' });
			});
		},
	],
	[
		'a row of Create or Update whose link is there, with another page and title',
		{ files: 50, functions: 317 },
		async () => {
			const service = await serviceWith();
			const sheet = sheetOn(service);
			const row = (page: string) => ({
				'Long URL': `https://example.com/${page}`,
				Alias: 'spring',
				'Meta Title': page,
			});
			await sheet.run([row('first')]);
			await sheet.run([row('second')]);
			return await codeOf(async () => {
				const { items } = await sheet.run([row('third')]);
				expect(items).toEqual([expect.objectContaining({ action: 'updated' })]);
			});
		},
	],
	[
		'Link → Get Many',
		{ files: 31, functions: 158 },
		async () => {
			const service = await serviceWith();
			seedMany(service, 'links', 60);
			const run = runOf(service, { resource: 'link', operation: 'getAll' });
			await run();
			return await codeOf(async () => {
				expect(await run()).toHaveLength(50);
			});
		},
	],
	[
		'a poll that finds one new link',
		{ files: 21, functions: 115 },
		async () => {
			const trigger = await started({ event: 'linkCreated' });
			await trigger.poll();
			trigger.service.seed('links', [{}]);
			await trigger.poll();
			trigger.service.seed('links', [{}]);
			return await codeOf(async () => {
				expect(await trigger.poll()).toHaveLength(1);
			});
		},
	],
];

// What else runs in this process, such as a timer of another file's test, may add to a measure, but not to each.
it.each(work)('%s', { retry: 4 }, async (name, aim, measure) => {
	const { files, functions } = await measure();
	console.log(
		`${name}: ${files} files (aim ${aim.files}), ${functions} functions (aim ${aim.functions})`,
	);
	expect(files, 'files').toBeLessThanOrEqual(aim.files * ROOM);
	expect(functions, 'functions').toBeLessThanOrEqual(aim.functions * ROOM);
});
