import { readFile, writeFile } from 'node:fs/promises';

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
