import { spawn } from 'node:child_process';
import { basename, join } from 'node:path';
import { installPackage, pack } from '../../e2e/package.mts';
import { startRegistry } from '../../e2e/registry.mts';
import { rowsOf } from '../../e2e/suites/bulk.mts';
import type { Stage } from '../../e2e/suites/stage.mts';
import { type Benchmark, onService } from '../benchmark.mts';
import type { Scale } from '../bench.mts';
import { createWithHttpRequest, createWithNode } from '../candidates.mts';
import { median, type Row, seconds } from '../table.mts';

const ITEMS = 1_000;
const WARM_UP_ITEMS = 200;
const PAIRS = 5;
const BUSY_PROCESSES = 2;
/** Until the bench has ended, in whatever way. */
const BUSY =
	'const bench = process.ppid; while (process.ppid === bench) for (let turn = 0; turn < 1e7; turn += 1);';

/** The most time this node may take on a quiet machine, in units of HTTP Request's, by the round trip in milliseconds. */
const MAX_RATIO = { 0: 0.65, 50: 0.65, 200: 0.75, 1_000: 2.5 };

/**
 * Creates on hosts nearby and far away, in turn, so that whatever else the machine does meets both of a pair: the
 * median of the pairs' ratios counts.
 */
export async function measurePairs(stage: Stage, scale: Scale): Promise<Row[]> {
	return await raceOn(stage, scale, MAX_RATIO);
}

/** The same while other processes take all of the machine that they get. */
export async function measureBusyPairs(stage: Stage, scale: Scale): Promise<Row[]> {
	const processes = Array.from({ length: BUSY_PROCESSES }, () =>
		spawn(process.execPath, ['--eval', BUSY], { stdio: 'ignore' }),
	);
	try {
		return await raceOn(stage, scale, {});
	} finally {
		for (const one of processes) one.kill();
	}
}

async function raceOn(
	stage: Stage,
	{ beside }: Scale,
	most: Partial<typeof MAX_RATIO>,
): Promise<Row[]> {
	const n8n = await stage.n8n();
	const service = await stage.service();
	const theirs = await onService(n8n, service, {
		name: 'HTTP Request',
		candidate: createWithHttpRequest(),
	});
	const contestants: Record<string, Benchmark> = {
		'this node': await onService(n8n, service, { name: 'this node', candidate: createWithNode }),
	};
	for (const folder of beside) {
		const before = await n8nWith(stage, folder);
		const name = `the node of ${folder}`;
		contestants[name] = await onService(before, service, { name, candidate: createWithNode });
	}
	let label = 0;
	const run = async (benchmark: Benchmark, items = ITEMS): Promise<number> => {
		label += 1;
		const done = await benchmark.run(rowsOf(`pairs-${label}`, items));
		if (done.items !== items) throw new Error(`${done.items} of ${items} links were created.`);
		return done.ms;
	};
	const all = { ...contestants, theirs };
	for (const benchmark of Object.values(all)) await run(benchmark, WARM_UP_ITEMS);

	const rows: Row[] = [];
	for (const latencyMs of [0, 50, 200, 1_000] as const) {
		service.set({ latencyMs });
		const times = new Map(Object.keys(all).map((name) => [name, [] as number[]]));
		for (let pair = 0; pair < PAIRS; pair += 1) {
			for (const [name, benchmark] of Object.entries(all)) {
				times.get(name)?.push(await run(benchmark));
			}
		}
		const theirTimes = times.get('theirs') ?? [];
		for (const name of Object.keys(contestants)) {
			const ours = times.get(name) ?? [];
			const ratios = ours.map((ms, pair) => ms / (theirTimes[pair] ?? Number.NaN));
			const limit = name === 'this node' ? most[latencyMs] : undefined;
			const busy = most === MAX_RATIO ? '' : `, ${BUSY_PROCESSES} busy processes beside`;
			rows.push({
				what: `${ITEMS} creates, ${latencyMs} ms latency${busy}, ${PAIRS} pairs in turn: ${name}`,
				ours: seconds(median(ours)),
				theirs: seconds(median(theirTimes)),
				ratio: `${median(ratios).toFixed(2)} of its, at most ${Math.max(...ratios).toFixed(2)}`,
				target: limit === undefined ? 'named' : `≤ ${limit.toFixed(2)}`,
				met: limit === undefined ? undefined : median(ratios) <= limit,
			});
		}
	}
	return rows;
}

/** A fresh n8n with the package of another folder, which is built. */
export async function n8nWith(stage: Stage, folder: string) {
	const name = `beside-${basename(folder)}`;
	const packed = await pack(folder, join(stage.folder, `${name}-packed`));
	const registry = await startRegistry(packed.manifest, packed.tarball);
	stage.atEnd(registry.close);
	const n8n = await stage.bareN8n(name, { npmRegistry: registry.url });
	await installPackage(n8n, packed);
	return n8n;
}
