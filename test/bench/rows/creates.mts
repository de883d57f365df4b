import { rowsOf } from '../../e2e/suites/bulk.mts';
import { putServiceCredential, type Stage } from '../../e2e/suites/stage.mts';
import { publishBenchmark, type Benchmark, type Run } from '../benchmark.mts';
import type { Scale } from '../bench.mts';
import { createWithHttpRequest, createWithNode } from '../candidates.mts';
import { median, type Row, seconds } from '../table.mts';

const ITEMS = 1_000;
const WARM_UP_ITEMS = 200;
const LATENCY_MS = 50;
const LONG_LATENCY_MS = 200;

/** HTTP Request sends all items at once and cannot do otherwise; this node can, when it is told to. */
const ALL_AT_ONCE = { batching: { maxInFlight: ITEMS } };

interface Medians {
	ms: number;
	processorMs: number;
}

/** Side by side in one n8n, in turn, so that whatever else the machine does meets both alike. */
export async function measureCreates(
	stage: Stage,
	{ repeats, longRepeats }: Scale,
): Promise<Row[]> {
	const n8n = await stage.n8n();
	const service = await stage.service();
	const credential = await putServiceCredential(n8n, service);
	const asItComes = createWithNode(credential);
	const atOnce = createWithNode(credential, ALL_AT_ONCE);
	const plain = createWithHttpRequest(credential, service.url);
	const node = await publishBenchmark(n8n, 'this node', [asItComes], 'shorturl');
	const nodeAtOnce = await publishBenchmark(n8n, 'this node, all at once', [atOnce], 'shorturl');
	const http = await publishBenchmark(n8n, 'HTTP Request', [plain], 'shorturl');

	let label = 0;
	const run = async (benchmark: Benchmark, items = ITEMS) => {
		label += 1;
		const done = await benchmark.run(rowsOf(`creates-${label}`, items));
		if (done.items !== items) throw new Error(`${done.items} of ${items} links were created.`);
		return done;
	};
	const inTurn = async <Name extends string>(races: Record<Name, Benchmark>, turns = repeats) => {
		const runs = new Map<string, Run[]>();
		for (let turn = 0; turn < turns; turn += 1) {
			for (const [name, benchmark] of Object.entries<Benchmark>(races)) {
				runs.set(name, [...(runs.get(name) ?? []), await run(benchmark)]);
			}
		}
		return (name: Name): Medians => {
			const of = runs.get(name) ?? [];
			return {
				ms: median(of.map(({ ms }) => ms)),
				processorMs: median(of.map((each) => each.processorMs)),
			};
		};
	};

	for (const benchmark of [node, nodeAtOnce, http]) await run(benchmark, WARM_UP_ITEMS);
	const fast = await inTurn({ node, http });
	service.set({ latencyMs: LATENCY_MS });
	const slow = await inTurn({ node, nodeAtOnce, http });
	service.set({ latencyMs: LONG_LATENCY_MS });
	const slowest = await inTurn({ node, http }, longRepeats);
	const asTheyCome = (latencyMs: number) =>
		`${ITEMS} creates, ${latencyMs} ms latency, defaults on both sides: time`;
	return [
		{
			what: `${ITEMS} creates, no limit: CPU of n8n per item`,
			ours: perItem(fast('node')),
			theirs: perItem(fast('http')),
			ratio: ratio(fast('node').processorMs, fast('http').processorMs),
			target: '≤ 1.00',
			met: fast('node').processorMs <= fast('http').processorMs,
		},
		timeRow(asTheyCome(0), fast('node'), fast('http'), false),
		timeRow(asTheyCome(LATENCY_MS), slow('node'), slow('http'), true),
		timeRow(asTheyCome(LONG_LATENCY_MS), slowest('node'), slowest('http'), false),
		timeRow(
			`${ITEMS} creates, ${LATENCY_MS} ms latency, ${ITEMS} in flight: time`,
			slow('nodeAtOnce'),
			slow('http'),
			true,
		),
	];
}

function timeRow(what: string, ours: Medians, theirs: Medians, judged: boolean): Row {
	return {
		what,
		ours: seconds(ours.ms),
		theirs: seconds(theirs.ms),
		ratio: ratio(ours.ms, theirs.ms),
		target: judged ? '≤ 1.00' : '',
		met: judged ? ours.ms <= theirs.ms : undefined,
	};
}

function perItem({ processorMs }: Medians): string {
	return `${(processorMs / ITEMS).toFixed(2)} ms`;
}

function ratio(ours: number, theirs: number): string {
	return `${(ours / theirs).toFixed(2)} of its`;
}
