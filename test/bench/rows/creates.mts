import type { N8n } from '../../e2e/n8n.mts';
import { rowsOf } from '../../e2e/suites/bulk.mts';
import type { Stage } from '../../e2e/suites/stage.mts';
import { type Benchmark, onOwnService, onService, type Run } from '../benchmark.mts';
import type { Scale } from '../bench.mts';
import { type Candidate, createWithHttpRequest, createWithNode, goingOn } from '../candidates.mts';
import { median, type Row, seconds } from '../table.mts';

const ITEMS = 1_000;
const WARM_UP_ITEMS = 200;
const LATENCY_MS = 50;
const LONG_LATENCY_MS = 200;
const GATEWAY_TIMEOUT = 504;
/** What a serial host takes for a request: with all under way at once, a quarter is cut by its gateway. */
const SERIAL_MS = 40;
/** The most requests that such a host may have to hold. */
const MOST_IN_FLIGHT = 30;
/** The most that this node may take, as a share of HTTP Request's time and processor time. */
const NEAR_RATIO = 0.75;
const FAR_RATIO = 1;

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
	const node = await onService(n8n, service, { name: 'this node', candidate: createWithNode });
	const candidate = createWithHttpRequest();
	const http = await onService(n8n, service, { name: 'HTTP Request', candidate });

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

	for (const benchmark of [node, http]) await run(benchmark, WARM_UP_ITEMS);
	const fast = await inTurn({ node, http });
	service.set({ latencyMs: LATENCY_MS });
	const slow = await inTurn({ node, http });
	service.set({ latencyMs: LONG_LATENCY_MS });
	const slowest = await inTurn({ node, http }, longRepeats);
	return [
		{
			what: `${ITEMS} creates, no limit: CPU of n8n per item`,
			ours: perItem(fast('node')),
			theirs: perItem(fast('http')),
			...judge(fast('node').processorMs / fast('http').processorMs, NEAR_RATIO),
		},
		timeRow(0, fast('node'), fast('http'), NEAR_RATIO),
		timeRow(LATENCY_MS, slow('node'), slow('http'), NEAR_RATIO),
		timeRow(LONG_LATENCY_MS, slowest('node'), slowest('http'), FAR_RATIO),
		await measureSerialHost(n8n, stage),
	];
}

/** A host that works on one request after the other, on a service for each, since both only wait. */
async function measureSerialHost(n8n: N8n, stage: Stage): Promise<Row> {
	const measure = async (name: string, candidate: Candidate) => {
		const { service, benchmark } = await onOwnService(n8n, stage, {
			name,
			candidate: goingOn(candidate),
			options: { serialMs: SERIAL_MS },
		});
		const { items, ms } = await benchmark.run(rowsOf(name, ITEMS));
		const cut = service.requests.filter(({ status }) => status === GATEWAY_TIMEOUT).length;
		const peak = service.peakInFlight;
		return {
			shown: `${peak} in flight, ${cut} cut, ${items} items, ${seconds(ms)}`,
			isGentle: peak <= MOST_IN_FLIGHT && cut === 0 && items === ITEMS,
		};
	};
	const [ours, theirs] = await Promise.all([
		measure('serial-node', createWithNode),
		measure('serial-http', createWithHttpRequest()),
	]);
	return {
		what: `${ITEMS} creates, a host that takes ${SERIAL_MS} ms for each, one at a time`,
		ours: ours.shown,
		theirs: theirs.shown,
		target: `≤ ${MOST_IN_FLIGHT} in flight, 0 cut`,
		met: ours.isGentle,
	};
}

function timeRow(latencyMs: number, ours: Medians, theirs: Medians, most: number): Row {
	return {
		what: `${ITEMS} creates, ${latencyMs} ms latency, defaults on both sides: time`,
		ours: seconds(ours.ms),
		theirs: seconds(theirs.ms),
		...judge(ours.ms / theirs.ms, most),
	};
}

function judge(ratio: number, most: number): Pick<Row, 'ratio' | 'target' | 'met'> {
	return {
		ratio: `${ratio.toFixed(2)} of its`,
		target: `≤ ${most.toFixed(2)}`,
		met: ratio <= most,
	};
}

function perItem({ processorMs }: Medians): string {
	return `${(processorMs / ITEMS).toFixed(2)} ms`;
}
