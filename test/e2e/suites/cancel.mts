import { readFile } from 'node:fs/promises';
import type { N8n } from '../n8n.mts';
import { mayBeDone } from '../rest.mts';
import { until } from '../waiting.mts';
import { publishBulkWorkflow, rowsOf } from './bulk.mts';
import type { Checks } from './checks.mts';
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
	checks: Checks,
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
	checks.check(`${name}: it ends without waiting on`, await until(hasEnded, IN_TIME_MS));
	checks.same(`${name}: its status`, await n8n.rest.executionStatus(id), 'canceled');
	checks.same(`${name}: requests sent after that`, service.requests.length - requests, 0);
	const [, done, all] = LOG_LINE.exec((await cancelLines(logs)).at(-1) ?? '') ?? [];
	checks.same(`${name}: the log says what was done`, [Number(done), Number(all)], [LIMIT, ROWS]);
}

async function cancelLines(logs: string[]): Promise<string[]> {
	const texts = await Promise.all(logs.map(async (file) => await readFile(file, 'utf8')));
	return texts.flatMap((text) => text.split('\n').filter((line) => LOG_LINE.test(line)));
}
