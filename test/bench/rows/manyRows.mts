import type { Stage } from '../../e2e/suites/stage.mts';
import type { Scale } from '../bench.mts';
import { seedLinks } from '../seeds.mts';
import { median, megabytes, type Row, seconds } from '../table.mts';
import { columns, runWatched } from '../watched.mts';

const MANY = 100_000;
const USUAL = 1_000;
const MAX_FIRST_MS = 1_000;
/** What the same took when each row was read just before its request: with Node 24, at commit 55981dd. */
const HEAP_BEFORE_MB = 480;
const PROCESS_BEFORE_MB = 760;
const MAX_RATIO = 1.3;
const PAGE = 'https://shop.example/item';
/** A sheet whose links are all there and look like it. */
const row = { url: `${PAGE}/#`, custom: 'item-#' };

interface Outcome {
	heapBytes: number;
	peakBytes: number;
	/** From the begin of the node until the service had its first request. */
	firstMs: number;
}

/**
 * The largest sheet that anybody has, and how soon a usual one begins: all rows are read before
 * anything is sent. On n8n's engine alone, whose own copies of the items would hide the node's.
 */
export async function measureManyRows(stage: Stage, { repeats }: Scale): Promise<Row[]> {
	const many = await run(stage, 'upsert', MANY);
	const what = `${MANY} rows again, none changed, Create or Update`;
	const rows: Row[] = [
		memoryRow(`${what}: peak of the heap`, many.heapBytes, HEAP_BEFORE_MB),
		memoryRow(`${what}: peak memory of the process`, many.peakBytes, PROCESS_BEFORE_MB),
		{
			what: `${what}: until the first request`,
			ours: seconds(many.firstMs),
			target: 'named',
			met: undefined,
		},
	];
	for (const [kind, operation] of [
		['new, Create', 'create'],
		['again, none changed, Create or Update', 'upsert'],
	] as const) {
		const firsts: number[] = [];
		for (let turn = 0; turn < repeats; turn += 1) {
			firsts.push((await run(stage, operation, USUAL)).firstMs);
		}
		const firstMs = median(firsts);
		rows.push({
			what: `${USUAL} rows ${kind}: until the first request`,
			ours: seconds(firstMs),
			target: `≤ ${seconds(MAX_FIRST_MS)}`,
			met: firstMs <= MAX_FIRST_MS,
		});
	}
	return rows;
}

function memoryRow(what: string, bytes: number, beforeMb: number): Row {
	const ratio = bytes / 1024 / 1024 / beforeMb;
	return {
		what,
		ours: megabytes(bytes),
		ratio: `${ratio.toFixed(2)} of ${beforeMb} MB before`,
		target: `≤ ${MAX_RATIO.toFixed(2)}`,
		met: ratio <= MAX_RATIO,
	};
}

async function run(stage: Stage, operation: 'create' | 'upsert', rows: number): Promise<Outcome> {
	const service = await stage.service();
	if (operation === 'upsert') {
		seedLinks(service, rows, (number) => ({ url: `${PAGE}/${number}`, custom: `item-${number}` }));
	}
	const parameters = columns(operation);
	const done = await runWatched(service, { parameters, row, rows, onError: 'stopWorkflow' });
	const { beganAt, heapBytes, peakBytes, items } = done;
	const first = service.requests[0];
	if (items !== rows || first === undefined) throw new Error(`${items} of ${rows} items came out.`);
	return { heapBytes, peakBytes, firstMs: first.startedAt - beganAt };
}
