import { rowsOf } from '../../e2e/suites/bulk.mts';
import type { Stage } from '../../e2e/suites/stage.mts';
import { type Benchmark, onService } from '../benchmark.mts';
import type { Scale } from '../bench.mts';
import { createWithHttpRequest, createWithNode } from '../candidates.mts';
import { median, type Row } from '../table.mts';

const ITEMS = 1_000;
const WARM_UP_ITEMS = 200;
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
	];
}

function perItem(processorMs: number): string {
	return `${(processorMs / ITEMS).toFixed(2)} ms`;
}
