/**
 * Runs the built node on n8n's engine in a process of its own and prints what the node took of it, in JSON.
 * What n8n does before and after the node does not count.
 */
import { getHeapStatistics } from 'node:v8';
import type { INodeExecutionData } from 'n8n-workflow';
import { runNode } from '../engine/harness/index.mts';
import { builtNode, forgetPeak, peakBytes } from './usage.mts';
import type { NodeRun, Watched } from './watched.mts';

const TICK_MS = 1;

async function main(): Promise<void> {
	const run = JSON.parse(process.argv[2] ?? '') as NodeRun;
	const { row, rows, ...options } = run;
	const items = Array.from({ length: rows }, (_, number) => rowOf(row, number));
	const watched = watchNode();
	// n8n's copy of many items for its database would take longer than all the rest.
	await Promise.race([watched, runNode({ ...options, items })]);
	console.log(JSON.stringify(await watched));
}

/** What the first run of the node takes between its begin and its end. */
async function watchNode(): Promise<Watched> {
	const prototype = builtNode();
	const { execute } = prototype;
	return await new Promise((resolve, reject) => {
		prototype.execute = async function () {
			const watch = await startWatch();
			let outputs: INodeExecutionData[][] = [];
			try {
				outputs = await execute.call(this);
				return outputs;
			} finally {
				watch.end(outputs.flat().length).then(resolve, reject);
			}
		};
	});
}

async function startWatch(): Promise<{ end: (items: number) => Promise<Watched> }> {
	// The memory that making the items took is collected now, not in the node's time.
	globalThis.gc?.();
	await forgetPeak(process.pid);
	const beganAt = Date.now();
	let freeAt = performance.now();
	let longestMs = 0;
	let heapBytes = 0;
	const note = () => {
		const now = performance.now();
		longestMs = Math.max(longestMs, now - freeAt);
		freeAt = now;
		heapBytes = Math.max(heapBytes, getHeapStatistics().used_heap_size);
	};
	const ticks = setInterval(note, TICK_MS);
	return {
		end: async (items) => {
			note();
			clearInterval(ticks);
			return { beganAt, longestMs, heapBytes, peakBytes: await peakBytes(process.pid), items };
		},
	};
}

function rowOf(row: Record<string, string>, number: number): Record<string, string> {
	const cells = Object.entries(row).map(([name, cell]) => [
		name,
		cell.replace('#', String(number)),
	]);
	return Object.fromEntries(cells) as Record<string, string>;
}

await main();
process.exit(0);
