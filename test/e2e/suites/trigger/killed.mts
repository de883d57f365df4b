import type { Service } from '../../../service/index.mts';
import type { N8n } from '../../n8n.mts';
import type { Checks } from '../checks.mts';
import type { Stage } from '../stage.mts';
import type { Listener } from './listener.mts';
import type { OtherClient } from './otherClient.mts';
import { pause, until } from './waiting.mts';
import type { KeptExecution, Watch } from './watch.mts';
import { keysOf } from './watch.mts';
import { EVENTS, type EventName, type Held, heldBy, polledWithin } from './watched.mts';

/** A kill at any moment of a minute, and kills at the worst one: a poll has just found something. */
type Moment = 'any' | 'worst';

const ANY_MOMENT_WITHIN_MS = 60_000;
/** From the answer of a poll until the execution it starts is under way. */
const WORST_MOMENT_WITHIN_MS = 40;
const POLL_TIMEOUT_MS = 90_000;
const QUIET_MS = 3_000;
/** What was handed on so shortly before a kill belongs to a poll under way. */
const UNDER_WAY_MS = 3_000;
/** A kill so soon after a poll may cost its records: docs/reliability.md says so, and why. */
const LOST_WITHIN_MS = 100;

export interface Kill {
	/** Epoch ms. */
	at: number;
	/** What the service held then. */
	held: Held;
	/** The events whose polls were answered just before. */
	polled: EventName[];
}

export interface Killing {
	service: Service;
	listener: Listener;
	client: OtherClient;
	watch: Watch;
	/** Links that are created in between. */
	links: number;
	/** How many of the kills are at the worst moment; one more is at any. */
	worst: number;
}

/** Kills n8n again and again while links are created. Hands back the one that runs in the end. */
export async function killAgainAndAgain(
	first: N8n,
	killing: Killing,
	stage: Stage,
): Promise<{ n8n: N8n; kills: Kill[] }> {
	const { client, links, worst } = killing;
	const moments: Moment[] = ['any', ...Array<Moment>(worst).fill('worst')];
	const kills: Kill[] = [];
	let n8n = first;
	for (const [index, moment] of moments.entries()) {
		const share = Math.floor((links * (index + 1)) / moments.length);
		const burst = share - Math.floor((links * index) / moments.length);
		if (moment === 'any') {
			const bursts = inTwo(client, burst, ANY_MOMENT_WITHIN_MS / 2);
			await pause(Math.random() * ANY_MOMENT_WITHIN_MS);
			kills.push(await killed(n8n, killing.service));
			await bursts;
		} else {
			await client.burst(burst);
			await untilPolled(killing.service);
			await pause(Math.random() * WORST_MOMENT_WITHIN_MS);
			kills.push(await killed(n8n, killing.service));
		}
		const polledAgain = untilPolled(killing.service);
		n8n = await stage.n8nIn(first.userFolder);
		// n8n takes up a workflow whose start was killed only after minutes: it has to be over.
		await polledAgain;
		await pause(QUIET_MS);
	}
	return { n8n, kills };
}

async function inTwo(client: OtherClient, count: number, apartMs: number): Promise<void> {
	const half = Math.floor(count / 2);
	await client.oneOfEach();
	await client.burst(half);
	await pause(apartMs);
	await client.burst(count - half);
}

async function killed(n8n: N8n, service: Service): Promise<Kill> {
	const held = heldBy(service);
	const at = Date.now();
	const ended = n8n.kill();
	const polled = polledWithin(service, at - LOST_WITHIN_MS, at);
	await ended;
	return { at, held, polled };
}

/** Waits until the newest links were read by a poll. */
async function untilPolled(service: Service): Promise<void> {
	const from = service.requests.length;
	const isPoll = () =>
		service.requests
			.slice(from)
			.some(
				({ path, query, finishedAt, status }) =>
					path === '/api/urls' && query.order === 'date' && finishedAt > 0 && status === 200,
			);
	if (await until(isPoll, POLL_TIMEOUT_MS, 2)) return;
	const came = service.requests.slice(from).map(({ path, status }) => `${path} ${status}`);
	throw new Error(`No poll for links came, only: ${came.join(', ')}`);
}

/**
 * Judges what the kills did: what docs/reliability.md does not allow fails. An execution that the kill broke
 * off is n8n's to show and to repeat; its records are counted apart.
 */
export function checkKilled(
	{ watch, listener }: Killing,
	kills: Kill[],
	executions: KeptExecution[],
	checks: Checks,
): void {
	const total = { missed: 0, repeated: 0, brokenOff: 0 };
	for (const event of EVENTS) {
		const { missing, repeated, unexpected } = watch.standing(event);
		const given = new Set(
			executions
				.filter((execution) => execution.event === event)
				.flatMap(({ records }) => keysOf(event, records)),
		);
		const missed = missing.filter((key) => !given.has(key));
		const isExcused = (key: string) =>
			kills.some(({ held, polled }) => polled.includes(event) && held[event].includes(key));
		checks.same(
			`n8n killed: ${event}: missed or repeated without a poll under way, unexpected`,
			[
				missed.filter((key) => !isExcused(key)).length,
				repeated.filter((key) => !wasUnderWay(listener, event, key, kills)).length,
				unexpected.length,
			],
			[0, 0, 0],
		);
		total.missed += missed.length;
		total.repeated += repeated.length;
		total.brokenOff += missing.length - missed.length;
	}
	const brokenOff = executions.filter(({ status }) => status !== 'success');
	checks.check(
		'n8n killed: every execution succeeded, but for those that a kill broke off',
		brokenOff.every(({ status }) => status === 'crashed'),
		JSON.stringify(brokenOff.map(({ id, event, status }) => ({ id, event, status }))),
	);
	checks.note(
		`${kills.length} kills, ${kills.length - 1} of them just after a poll was answered: ${total.missed} records missed, ${total.repeated} handed on again, ${total.brokenOff} only in ${brokenOff.length} executions that n8n shows as crashed`,
	);
}

/** Whether all but the last handing on of a record came just before a kill. */
function wasUnderWay(
	{ deliveries }: Listener,
	event: EventName,
	key: string,
	kills: Kill[],
): boolean {
	const times = deliveries
		.filter((delivery) => delivery.event === event && keysOf(event, delivery.records).includes(key))
		.map(({ at }) => at);
	return times
		.slice(0, -1)
		.every((time) => kills.some(({ at }) => Math.abs(at - time) < UNDER_WAY_MS));
}
