/**
 * Runs the built node on n8n's engine in a process of its own and prints the longest time, in milliseconds,
 * in which the node kept the event loop to itself. What n8n does before and after the node does not count.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeParameters,
} from 'n8n-workflow';
import { ROOT } from '../e2e/paths.mts';
import { runNode } from '../engine/harness/index.mts';

/** What is run, as the only argument of this script, in JSON. */
export interface NodeRun {
	credentials: ICredentialDataDecryptedObject;
	parameters: INodeParameters;
	/** The columns of each row, with `#` for its number. */
	row: Record<string, string>;
	rows: number;
	onError: 'stopWorkflow' | 'continueRegularOutput';
}

const TICK_MS = 1;

interface NodeClass {
	prototype: { execute: (this: IExecuteFunctions) => Promise<unknown> };
}

async function main(): Promise<void> {
	const run = JSON.parse(process.argv[2] ?? '') as NodeRun;
	const watch = watchNode();
	const { row, rows, ...options } = run;
	const items = Array.from({ length: rows }, (_, number) => rowOf(row, number));
	await runNode({ ...options, items });
	console.log(watch.longestMs);
}

/** Measures between the begin and the end of each run of the node. */
function watchNode(): { longestMs: number } {
	const watch = { longestMs: 0 };
	const file = join(ROOT, 'dist/nodes/LinkShortener/LinkShortener.node.js');
	const required: unknown = createRequire(import.meta.url)(file);
	const { prototype } = (required as { LinkShortener: NodeClass }).LinkShortener;
	const { execute } = prototype;
	prototype.execute = async function () {
		// The memory that making the items took is collected now, not in the node's time.
		globalThis.gc?.();
		let freeAt = performance.now();
		const note = () => {
			const now = performance.now();
			watch.longestMs = Math.max(watch.longestMs, now - freeAt);
			freeAt = now;
		};
		const ticks = setInterval(note, TICK_MS);
		try {
			return await execute.call(this);
		} finally {
			note();
			clearInterval(ticks);
		}
	};
	return watch;
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
