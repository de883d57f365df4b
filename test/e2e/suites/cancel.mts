import { expect } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import type { N8n } from '../n8n.mts';
import { mayBeDone } from '../rest.mts';
import { until } from '../waiting.mts';
import { publishBulkWorkflow, rowsOf } from './bulk.mts';
import type { Stage } from './stage.mts';

const WINDOW_MS = 60_000;
const LIMIT = 30;
const ROWS = 100;
/** Long before the limit lets anything go on. */
const IN_TIME_MS = 20_000;
/** What the node writes into the log of whichever process ran it. */
const LOG_LINE = /canceled after (\d+) of (\d+) items/;

/**
 * A run waits for the rate limit, up to a minute, and is canceled over n8n's own API.
 *
 * @param logs of every process that may run it
 */
export async function checkCancel(
	n8n: N8n,
	name: string,
	logs: string[],
	stage: Stage,
): Promise<void> {
	const service = await stage.limitedService(WINDOW_MS);
	const bulk = await publishBulkWorkflow(n8n, name, service);
	const id = await bulk.start(rowsOf('canceled', ROWS));
	await until(() => service.links().length === LIMIT);
	const requests = service.requests.length;
	await n8n.rest.cancelExecution(id);
	const hasEnded = async () =>
		(await cancelLines(logs)).length > 0 && !mayBeDone(await n8n.rest.executionStatus(id));
	expect.soft(await until(hasEnded, IN_TIME_MS), `${name}: it ends without waiting on`).toBe(true);
	expect.soft(await n8n.rest.executionStatus(id), `${name}: its status`).toEqual('canceled');
	expect.soft(service.requests.length - requests, `${name}: requests sent after that`).toEqual(0);
	const [, done, all] = LOG_LINE.exec((await cancelLines(logs)).at(-1) ?? '') ?? [];
	expect
		.soft([Number(done), Number(all)], `${name}: the log says what was done`)
		.toEqual([LIMIT, ROWS]);
}

async function cancelLines(logs: string[]): Promise<string[]> {
	const texts = await Promise.all(logs.map(async (file) => await readFile(file, 'utf8')));
	return texts.flatMap((text) => text.split('\n').filter((line) => LOG_LINE.test(line)));
}
