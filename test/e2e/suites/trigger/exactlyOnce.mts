import type { N8n } from '../../n8n.mts';
import type { Checks } from '../checks.mts';
import type { Listener } from './listener.mts';
import { pause, until } from './waiting.mts';
import { keysOf, type Watch } from './watch.mts';
import { EVENTS } from './watched.mts';

/** n8n polls every minute, and a poll takes its time. */
export const ROUND_MS = 63_000;
export const COMPLETE_TIMEOUT_MS = 180_000;

/** What was created has arrived once, in the right order, in executions that succeeded. */
export async function checkExactlyOnce(
	name: string,
	n8n: N8n,
	watch: Watch,
	{ deliveries }: Listener,
	checks: Checks,
): Promise<void> {
	checkEvents(name, watch, checks);
	const executions = await watch.executions(n8n);
	const failed = executions.filter(({ status }) => status !== 'success');
	checks.same(
		`${name}: executions that did not succeed`,
		failed.map(({ id, event, status }) => ({ id, event, status })),
		[],
	);
	const arrived = new Map(
		deliveries.map(({ execution, event, records }) => [execution, keysOf(event, records)]),
	);
	const otherwise = executions.filter(
		({ id, event, records }) =>
			JSON.stringify(keysOf(event, records)) !== JSON.stringify(arrived.get(id)),
	);
	checks.same(`${name}: executions that hold something else than arrived`, otherwise, []);
	const ofLinks = executions.filter(({ event }) => event === 'linkCreated');
	const unordered = ofLinks.filter(({ records }) => !rises(records.map(({ id }) => Number(id))));
	checks.same(`${name}: executions whose links are not oldest first`, unordered, []);
	const counts = ofLinks.map(({ records }) => records.length).reverse();
	checks.note(`${executions.length} executions; those for new links hold ${counts.join(' + ')}`);
}

/** What was created has arrived once, whatever other executions there are. */
export function checkEvents(name: string, watch: Watch, checks: Checks): void {
	for (const event of EVENTS) {
		const { missing, repeated, unexpected } = watch.standing(event);
		checks.same(
			`${name}: ${event}: missing, repeated, unexpected`,
			[missing, repeated, unexpected],
			[[], [], []],
		);
	}
}

function rises(ids: number[]): boolean {
	return ids.every((id, index) => id > (ids[index - 1] ?? -Infinity));
}

/** Waits until everything has arrived, and a whole round longer for what should not. */
export async function untilSettled(watch: Watch): Promise<void> {
	await until(() => watch.isComplete(), COMPLETE_TIMEOUT_MS);
	await pause(ROUND_MS);
}
