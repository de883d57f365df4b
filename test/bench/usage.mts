import { readFile, writeFile } from 'node:fs/promises';

/** What Linux tells of a process. */

/** Linux counts processor time in ticks of this length, on every machine that n8n runs on. */
const TICK_MS = 10;
/** Fields 14 and 15 of /proc/<pid>/stat, counted from the first after the name in parentheses. */
const USER_TIME = 11;
const SYSTEM_TIME = 12;
const RESET_PEAK = '5';

/** Processor time in milliseconds that a process has used so far. */
export async function processorMs(pid: number): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK_MS;
}

/** Lets the peak of a process's memory begin anew with what it uses now. */
export async function forgetPeak(pid: number): Promise<void> {
	await writeFile(`/proc/${pid}/clear_refs`, RESET_PEAK);
}

/** The most memory in bytes that a process has had since its start or `forgetPeak`. */
export async function peakBytes(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}
