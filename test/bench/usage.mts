import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { ROOT } from '../e2e/paths.mts';

export type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** What every run of the built node takes its `execute` from. */
export function builtNode(): { execute: Execute } {
	const file = join(ROOT, 'dist/nodes/LinkShortener/LinkShortener.node.js');
	const required: unknown = createRequire(import.meta.url)(file);
	return (required as { LinkShortener: { prototype: { execute: Execute } } }).LinkShortener
		.prototype;
}

/** What Linux tells of a process. */

const RESET_PEAK = '5';

/** Lets the peak of a process's memory begin anew with what it uses now. */
export async function forgetPeak(pid: number): Promise<void> {
	await writeFile(`/proc/${pid}/clear_refs`, RESET_PEAK);
}

/** The most memory in bytes that a process has had since its start or `forgetPeak`. */
export async function peakBytes(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}
