import type { N8n } from '../../e2e/n8n.mts';
import { rowsOf } from '../../e2e/suites/bulk.mts';
import type { Stage } from '../../e2e/suites/stage.mts';
import { type Benchmark, onOwnService, onService } from '../benchmark.mts';
import type { Scale } from '../bench.mts';
import { type Candidate, createWithHttpRequest, createWithNode, goingOn } from '../candidates.mts';
import { median, type Row, seconds } from '../table.mts';

const ITEMS = 1_000;
const WARM_UP_ITEMS = 200;
const GATEWAY_TIMEOUT = 504;
/** What a serial host takes for a request. With all under way at once, its gateway cuts some. */
const SERIAL_MS = 20;
/** The most requests that such a host may have to hold. */
const MOST_IN_FLIGHT = 20;
/** The most processor time that this node may take, as a share of HTTP Request's. */
const MAX_PROCESSOR_RATIO = 0.75;

/** Side by side in one n8n, in turn, so that whatever else the machine does meets both alike. */
export async function measureCreates(stage: Stage, { repeats }: Scale): Promise<Row[]> {
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
	for (const benchmark of [node, http]) await run(benchmark, WARM_UP_ITEMS);
	const ours: number[] = [];
	const theirs: number[] = [];
	for (let turn = 0; turn < repeats; turn += 1) {
		ours.push((await run(node)).processorMs);
		theirs.push((await run(http)).processorMs);
	}
	const ratio = median(ours) / median(theirs);
	return [
		{
			what: `${ITEMS} creates, no limit: CPU of n8n per item`,
			ours: perItem(median(ours)),
			theirs: perItem(median(theirs)),
			ratio: `${ratio.toFixed(2)} of its`,
			target: `≤ ${MAX_PROCESSOR_RATIO.toFixed(2)}`,
			met: ratio <= MAX_PROCESSOR_RATIO,
		},
		await measureSerialHost(n8n, stage),
		await measureBusyN8n(n8n, stage, http),
	];
}

interface Pushed {
	shown: string;
	isGentle: boolean;
}

/** A host that works on one request after the other: how many of them it has to hold. */
async function pushSerialHost(
	n8n: N8n,
	stage: Stage,
	name: string,
	candidate: Candidate,
): Promise<Pushed> {
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
}

const SERIAL_HOST = `${ITEMS} creates, a host that takes ${SERIAL_MS} ms for each, one at a time`;
const GENTLE = `≤ ${MOST_IN_FLIGHT} in flight, 0 cut`;

/** On a service for each, since both only wait. */
async function measureSerialHost(n8n: N8n, stage: Stage): Promise<Row> {
	const [ours, theirs] = await Promise.all([
		pushSerialHost(n8n, stage, 'serial-node', createWithNode),
		pushSerialHost(n8n, stage, 'serial-http', createWithHttpRequest()),
	]);
	return {
		what: SERIAL_HOST,
		...{ ours: ours.shown, theirs: theirs.shown, target: GENTLE, met: ours.isGentle },
	};
}

/** The same while another workflow keeps n8n busy, whose lag makes every host look slow. */
async function measureBusyN8n(n8n: N8n, stage: Stage, other: Benchmark): Promise<Row> {
	const work = { isDone: false };
	const keepBusy = async () => {
		for (let turn = 0; !work.isDone; turn += 1) await other.run(rowsOf(`busy-${turn}`, ITEMS));
	};
	const busy = keepBusy();
	const ours = await pushSerialHost(n8n, stage, 'serial-busy', createWithNode);
	work.isDone = true;
	await busy;
	return {
		what: `${SERIAL_HOST}, while another workflow keeps n8n busy`,
		...{ ours: ours.shown, target: GENTLE, met: ours.isGentle },
	};
}

function perItem(processorMs: number): string {
	return `${(processorMs / ITEMS).toFixed(2)} ms`;
}
