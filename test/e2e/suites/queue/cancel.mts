import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { N8n } from '../../n8n.mts';
import { isUnderWay } from '../../rest.mts';
import { publishBulkWorkflow, rowsOf } from '../bulk.mts';
import type { Checks } from '../checks.mts';
import { putServiceCredential, type Stage } from '../stage.mts';

const WINDOW_MS = 60_000;
const LIMIT = 30;
const ROWS = 100;
const IN_TIME_MS = 1_000;
const TIMEOUT_MS = 20_000;
const POLL_MS = 10;
/** What the node writes into the log of whichever process ran it. */
const LOG_LINE = /canceled after (\d+) of (\d+) items/;

/** A run waits for the rate limit, up to a minute, and is cancelled over n8n's own API. */
export async function checkCancel(
	n8n: N8n,
	mode: string,
	checks: Checks,
	stage: Stage,
): Promise<void> {
	const name = `cancelled while it waits (${mode} mode)`;
	const service = await stage.limitedService(WINDOW_MS);
	const credential = await putServiceCredential(n8n, service, name);
	const bulk = await publishBulkWorkflow(n8n, name, credential);
	const logs = [...new Set([n8n.logFile, ...(await logFiles(stage.folder))])];
	const linesBefore = await cancelLines(logs);

	const id = await bulk.start(rowsOf('cancelled', ROWS));
	await until(() => service.links().length === LIMIT);
	const requests = service.requests.length;
	const cancelledAt = Date.now();
	await n8n.rest.cancelExecution(id);
	const answeredMs = Date.now() - cancelledAt;
	await until(async () => (await cancelLines(logs)).length > linesBefore.length);
	const nodeEndedMs = Date.now() - cancelledAt;
	await until(async () => !isUnderWay(await n8n.rest.executionStatus(id)));
	const endedMs = Date.now() - cancelledAt;

	checks.check(
		`${name}: the node ends within a second`,
		nodeEndedMs <= IN_TIME_MS,
		`${nodeEndedMs} ms`,
	);
	checks.check(`${name}: so does the execution`, endedMs <= IN_TIME_MS, `${endedMs} ms`);
	checks.same(`${name}: its status`, await n8n.rest.executionStatus(id), 'canceled');
	checks.same(`${name}: requests sent after that`, service.requests.length - requests, 0);
	const [, done, all] = LOG_LINE.exec((await cancelLines(logs)).at(-1) ?? '') ?? [];
	checks.same(`${name}: the log says what was done`, [Number(done), Number(all)], [LIMIT, ROWS]);
	checks.note(
		`n8n answered after ${answeredMs} ms, the node had ended after ${nodeEndedMs} ms, the execution after ${endedMs} ms`,
	);
}

/** The logs of every main and worker of this suite. */
async function logFiles(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { withFileTypes: true });
	const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
	return folders.flatMap((name) =>
		['n8n.log', 'worker.log'].map((file) => join(folder, name, file)),
	);
}

async function cancelLines(logs: string[]): Promise<string[]> {
	const texts = await Promise.all(
		logs.map(async (file) => await readFile(file, 'utf8').catch(() => '')),
	);
	return texts.flatMap((text) => text.split('\n').filter((line) => LOG_LINE.test(line)));
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
	const deadline = Date.now() + TIMEOUT_MS;
	while (!(await holds())) {
		if (Date.now() > deadline) throw new Error('What was waited for has not come.');
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
}
