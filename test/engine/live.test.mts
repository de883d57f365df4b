import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { cleanUp } from '../live/clean.mts';
import { record } from '../live/record.mts';
import { type LiveOptions, type LiveResult, runLive, type Verdict } from '../live/run.mts';
import { RATE_LIMIT, type Service, type ServiceOptions } from '../service/index.mts';
import { PRESET_NAMES, PRESETS } from '../service/presets/index.mts';
import { type AnswerRow, runRow } from './answers/run.mts';
import { seededService } from './operations/fixtures.mts';
import { errorOf } from './support/runs.mts';
import { atLeastOne } from '../lists.mts';
import { NODE } from '../files.mts';

const TABLES = [
	...['accounts', 'domains', 'overlays', 'splash', 'campaigns', 'channels', 'channel_items'],
	...['bios', 'qr_codes', 'files', 'pixels', 'links'],
];

/** Everything there is, but what counts IDs. */
function contentOf(service: Service): string {
	return JSON.stringify(TABLES.map((name) => [name, service.table(name)]));
}

interface Account {
	service: Service;
	options: LiveOptions;
	before: string;
}

/** An account with records of somebody else, and a run that was not started yet. */
async function accountWith(options: Partial<ServiceOptions> = {}): Promise<Account> {
	const service = await seededService(options);
	const isOld = options.variations?.authorizationScheme === 'Token';
	const key = `${isOld ? 'Token ' : ''}${service.apiKey}`;
	const ledgerFile = path.join(mkdtempSync(path.join(tmpdir(), 'live-')), 'creates.jsonl');
	return {
		service,
		options: { baseUrl: service.url, key, ledgerFile },
		before: contentOf(service),
	};
}

const CLI = path.join(import.meta.dirname, '../live/live.mts');

/** The command itself, in a folder of its own. */
function start(service: Service, cwd: string, ...flags: string[]) {
	const env = {
		...process.env,
		LINK_SHORTENER_URL: service.url,
		LINK_SHORTENER_KEY: service.apiKey,
	};
	const child = spawn(NODE, [CLI, ...flags], { cwd, env });
	const seen = { text: '' };
	child.stdout.on('data', (chunk: Buffer) => (seen.text += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (seen.text += chunk.toString()));
	return {
		child,
		seen,
		exit: once(child, 'exit').then(([code]: unknown[]) => code),
		/** Looks without a timer: the clock stands still while the command runs. */
		until: async (isSo: () => boolean) => {
			while (!isSo() && child.exitCode === null) await setImmediate();
		},
	};
}

function verdictsOf({ lines }: LiveResult): Record<Verdict, string[]> {
	const having = (verdict: Verdict) =>
		lines.filter((line) => line.verdict === verdict).map(({ what }) => what);
	return {
		works: having('works'),
		differs: having('differs'),
		missing: having('missing'),
		'not tried': having('not tried'),
	};
}

const AFTER_DELETE = ['alias', 'the same', 'look-up', 'in the list', 'search', 'assign', 'Trigger'];

describe.each(PRESET_NAMES)('a service like %s', (name) => {
	const { options } = PRESETS[name];

	it('is recognized, and left as it was', async () => {
		const { service, options: live, before } = await accountWith(options);
		const result = await runLive(live);
		const { missing, 'not tried': notTried } = verdictsOf(result);

		expect(result.report).toMatchObject({ preset: name, needs: [] });
		if (name === 'strict') {
			// It cannot delete links: the first one stays, and no other is created.
			expect(missing).toContain('Link: delete');
			for (const what of AFTER_DELETE) expect(notTried.join()).toContain(what);
			expect(result.left).toEqual([expect.stringMatching(/^link .*the service cannot delete it/)]);
			service.deleteLinks(
				service
					.links()
					.slice(-1)
					.map(({ id }) => id),
			);
		} else {
			expect(notTried).toEqual(['File']);
			expect(result.left).toEqual([]);
		}
		expect(contentOf(service)).toBe(before);
		expect(
			service.requests.filter(
				({ method, path: at }) => method === 'PUT' && /account|domain/.test(at),
			),
		).toEqual([]);
	});
});

const note = ({ lines }: LiveResult, what: string) =>
	lines.find((line) => line.what === what)?.note ?? '';

describe('a service', () => {
	it.each<[string, Partial<ServiceOptions>, string, string, string[]]>([
		[
			'that returns the link it has',
			{ variations: { suppressesDuplicates: true } },
			'Link: the same page again',
			'returned the link that it has',
			['suppressesDuplicates: true'],
		],
		[
			'that ignores aliases',
			{ variations: { customAliases: 'ignored' } },
			'Link: create with an alias',
			'alias was ignored',
			['customAliases: "ignored"'],
		],
		[
			'whose plan has no aliases',
			{ variations: { customAliases: 'refused' } },
			'Link: create with an alias',
			'Custom aliases are not available',
			['customAliases: "refused"'],
		],
		[
			'whose plan has one link left',
			{ variations: { mostLinks: 4 } },
			'Ten rows with Create or Update',
			'reached your maximum links limit',
			[],
		],
		[
			'on a crowded host',
			{ hosting: { processes: { most: 4, status: 508 }, takesMs: { create: 300 } } },
			'Ten rows with Create or Update',
			'10 created',
			[],
		],
		[
			'on a slow host',
			{ hosting: { takesMs: { create: 6_000, list: 12_000 } } },
			'Ten rows with Create or Update',
			'10 created',
			[],
		],
	])('%s', async (_what, options, step, says, needs) => {
		const { service, options: live, before } = await accountWith(options);
		const result = await runLive(live);
		expect(note(result, step)).toContain(says);
		expect(result.report.needs).toEqual(expect.arrayContaining(needs));
		expect(result.left).toEqual([]);
		expect(contentOf(service)).toBe(before);
	});

	it.each([
		[30, 300],
		[5, 1_200],
	])('with a limit of %d a minute ends within %d seconds', async (limit, seconds) => {
		const { service, options, before } = await accountWith({ rateLimit: { ...RATE_LIMIT, limit } });
		const startedAt = Date.now();
		const result = await runLive(options);
		expect((Date.now() - startedAt) / 1_000).toBeLessThan(seconds);
		expect(verdictsOf(result).differs).toEqual([]);
		expect(contentOf(service)).toBe(before);
	});

	it.each<[string, Partial<LiveOptions>, RegExp]>([
		['with a wrong key', { key: 'wrong' }, /Check the key.*Nothing was created/],
		['at another address', { baseUrl: '' }, /Check the address.*Nothing was created/],
	])('%s is not tried', async (_what, change, says) => {
		const { service, options } = await accountWith();
		const address = change.baseUrl === '' ? { baseUrl: `${service.url}/elsewhere` } : change;
		const result = await runLive({ ...options, ...address });
		expect(note(result, 'Account')).toMatch(says);
		expect(verdictsOf(result)['not tried']).toHaveLength(result.lines.length - 1);
		expect(service.requests.every(({ method }) => method === 'GET')).toBe(true);
	});
});

describe('a run', () => {
	it('uploads a file only if it was asked for, and says that it stays', async () => {
		const { service, options, before } = await accountWith();
		const { left } = await runLive({ ...options, withFile: true });
		expect(left).toEqual([expect.stringMatching(/^file .*no way is known to delete a file/)]);
		expect(service.table('files')).toHaveLength(3);
		expect(contentOf(service)).not.toBe(before);
	});

	it.each<[number, ServiceOptions['hosting']]>([
		[14, {}],
		[32, {}],
		[50, {}],
		// The ten creates are under way then.
		[54, { takesMs: { create: 20_000 } }],
	])('that is stopped before request %d leaves nothing: %o', async (last, hosting) => {
		const { service, options, before } = await accountWith({ hosting });
		const stop = new AbortController();
		const { left, lines } = await runLive({
			...options,
			signal: stop.signal,
			before: (number) => {
				if (number !== last) return;
				if (hosting.takesMs === undefined) stop.abort();
				else setTimeout(() => stop.abort(), 5_000);
			},
		});
		expect(left).toEqual([]);
		expect(lines.at(-1)?.note).toContain('stopped');
		// What nobody waits for is carried out as well.
		await new Promise((resolve) => setTimeout(resolve, 30_000));
		expect(contentOf(service)).toBe(before);
	});

	it.each([
		[14, 'SIGKILL'],
		[32, 'SIGKILL'],
		[50, 'SIGKILL'],
		[32, 'SIGINT'],
	] as const)('that gets request %d and %s leaves nothing', async (last, signal) => {
		const { service, options, before } = await accountWith();
		const folder = path.dirname(options.ledgerFile);
		const run = start(service, folder, '--yes');
		await run.until(() => service.requests.length >= last);
		run.child.kill(signal);
		const code = await run.exit;
		// What was under way is carried out all the same.
		await run.until(() => service.requests.every(({ finishedAt }) => finishedAt > 0));
		if (signal === 'SIGINT') {
			expect([code, run.seen.text]).toEqual([0, expect.stringContaining('Nothing is left behind')]);
		} else {
			expect(await start(service, folder, '--clean').exit).toBe(0);
		}
		expect(contentOf(service)).toBe(before);
	});

	it('names what was created by a request whose response did not arrive', async () => {
		const { service, options } = await accountWith();
		service.addFault({ match: { path: '/api/campaign/add' }, kind: 'closeAfter' });
		service.addFault({ match: { path: '/api/url/add', times: 2 }, kind: 'closeAfter' });
		const { left } = await runLive(options);
		expect(left).toEqual([expect.stringMatching(/^campaign .*it may have been created/)]);
		expect(service.links()).toHaveLength(3);
	});

	it('names what it has made where the service is gone at the end', async () => {
		const { service, options } = await accountWith();
		let isGone = false;
		const { left, lines } = await runLive({
			...options,
			before: (number) => {
				if (number === 26 && !isGone) service.addFault({ match: {}, kind: 'closeBefore' });
				isGone ||= number === 26;
			},
		});
		expect(lines.find(({ what }) => what.startsWith('Trigger'))?.verdict).toBe('differs');
		expect(left.join('\n')).toMatch(/^link .*the service does not respond\)$/m);
		service.clearFaults();
		expect((await cleanUp(options)).filter((name) => name.startsWith('link'))).toEqual([]);
		expect(service.links()).toHaveLength(3);
	});

	it('is done like an earlier one on the same account', async () => {
		const { options } = await accountWith();
		const verdicts = [await runLive(options), await runLive(options)].map(verdictsOf);
		expect(verdicts[1]).toEqual(verdicts[0]);
	});

	it('does not begin while an earlier one has left something', async () => {
		const { options } = await accountWith({ lacks: ['linkChanges'] });
		await runLive(options);
		await expect(runLive(options)).rejects.toThrow('--clean');
	});
});

it('a report is read by the tests, and shows no value of the account', async () => {
	const { service, options } = await accountWith(PRESETS.urlbae.options);
	const { report } = await runLive(options);
	const folder = path.dirname(options.ledgerFile);
	const [file, table] = ['report.json', 'recorded.json'].map((name) => path.join(folder, name));
	const text = JSON.stringify(report);
	writeFileSync(file ?? '', text);
	writeFileSync(table ?? '', '[]');
	expect(await record(file ?? '', table ?? '')).toContain(
		'The preset urlbae answers like this service',
	);

	for (const secret of [
		service.apiKey,
		service.url,
		'Spring',
		'summer',
		'demo@',
		'go.example.com',
	]) {
		expect(text).not.toContain(secret);
	}
	const rows = JSON.parse(readFileSync(table ?? '', 'utf8')) as AnswerRow[];
	expect(rows.length).toBeGreaterThan(15);
	for (const row of atLeastOne(rows)) {
		const run = await runRow(row);
		const isDone = row.what.endsWith('done');
		expect(errorOf(run).message === '', row.what).toBe(isDone);
	}
});
