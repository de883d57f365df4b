import { expect } from '@playwright/test';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Service } from '../../service/index.mts';
import { openOnLoopback } from '../loopback.mts';
import type { N8n } from '../n8n.mts';
import type { ExecutionStatus, StoredWorkflow, WorkflowFile } from '../rest.mts';
import { pause, until, untilQuiet } from '../waiting.mts';
import {
	chainOf,
	type Credential,
	node,
	NODE_TYPE,
	outputOf,
	putServiceCredential,
} from '../workflows.mts';
import type { Stage } from './stage.mts';

/** Published workflows on the trigger's events, and what has to come of what the service holds. */

type SeenRecord = Record<string, unknown>;

interface WatchedEvent {
	parameters: Record<string, unknown>;
	/** What the service holds that is worth an event, by the same keys. */
	held: (service: Service) => string[];
	/** What tells one event from another. */
	key: (record: SeenRecord) => string;
}

/** The channel that is watched for items. */
const CHANNEL = 1;
const TRIGGER_NODE = 'Link Shortener Trigger';
const byId = ({ id }: SeenRecord) => String(id);

/** A mark, and a set: what n8n keeps of the other events is like one of them, and contract/c13-* has them all. */
const WATCHED = {
	linkCreated: {
		parameters: {},
		held: (service) => service.table('links').map(byId),
		key: byId,
	},
	channelItemAdded: {
		parameters: { channelId: { __rl: true, mode: 'id', value: String(CHANNEL) } },
		held: (service) =>
			service.table('channel_items').map(({ type, item }) => `${String(type)} ${String(item)}`),
		key: ({ type, id }) => `${String(type)} ${String(id)}`,
	},
} as const satisfies Record<string, WatchedEvent>;

type EventName = keyof typeof WATCHED;

const EVENTS = Object.keys(WATCHED) as EventName[];

/** What each event is about, as keys. */
export type Held = Record<EventName, string[]>;

function heldBy(service: Service): Held {
	const held = EVENTS.map((event) => [event, WATCHED[event].held(service)]);
	return Object.fromEntries(held) as Held;
}

function keysOf(event: EventName, records: SeenRecord[]): string[] {
	return records.map((record) => WATCHED[event].key(record));
}

/** Hands everything the trigger emits in one execution to the listener, in one call. */
export function watchingWorkflow(
	event: EventName,
	credential: Credential,
	listener: string,
): WorkflowFile {
	const body = `event: '${event}', execution: $execution.id, records: $input.all().map((item) => item.json)`;
	const trigger = {
		pollTimes: { item: [{ mode: 'everyMinute' }] },
		event,
		...WATCHED[event].parameters,
	};
	const request = {
		method: 'POST',
		url: listener,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `={{ JSON.stringify({ ${body} }) }}`,
		options: {},
	};
	return chainOf(`Watching: ${event}`, [
		node(TRIGGER_NODE, `${NODE_TYPE}Trigger`, 1, trigger, {
			credentials: { linkShortenerApi: credential },
		}),
		node('Listener', 'n8n-nodes-base.httpRequest', 4.2, request, { executeOnce: true }),
	]);
}

/** What one execution has handed on, as it arrived. */
interface Delivery {
	/** Epoch ms. */
	at: number;
	event: EventName;
	execution: string;
	records: SeenRecord[];
}

/** Where the workflows report to: what arrives here has happened, killed n8n or not. */
export interface Listener {
	url: string;
	readonly deliveries: Delivery[];
}

export async function openListener(stage: Stage): Promise<Listener> {
	const deliveries: Delivery[] = [];
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			deliveries.push({ at: Date.now(), ...(body as Omit<Delivery, 'at'>) });
			response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
		});
	});
	const { url, close } = await openOnLoopback(server);
	stage.atEnd(close);
	return { url, deliveries };
}

/** What came of the events of one kind, as keys. */
interface Standing {
	missing: string[];
	/** Handed on more than once; once for each time too many. */
	repeated: string[];
	/** Handed on although nothing of the kind has happened. */
	unexpected: string[];
}

/** An execution of a watching workflow, as n8n keeps it. */
interface KeptExecution {
	id: string;
	event: EventName;
	status: ExecutionStatus;
	/** What the trigger gave to it. */
	records: SeenRecord[];
}

/** n8n polls every minute, and a poll takes its time. */
const ROUND_MS = 63_000;
const COMPLETE_TIMEOUT_MS = 180_000;

/** Workflows for all events on one key. */
export class Watch {
	readonly listener: Listener;
	private readonly service: Service;
	private readonly before: Held;
	private readonly workflows: Map<EventName, StoredWorkflow>;

	private constructor(
		service: Service,
		listener: Listener,
		workflows: Map<EventName, StoredWorkflow>,
	) {
		this.service = service;
		this.listener = listener;
		this.before = heldBy(service);
		this.workflows = workflows;
	}

	/** Publishes all workflows at once; what the service holds now is their baseline. */
	static async publish(n8n: N8n, service: Service, listener: Listener): Promise<Watch> {
		const credential = await putServiceCredential(n8n, service, 'Watched service');
		const workflows = new Map<EventName, StoredWorkflow>();
		for (const event of EVENTS) {
			const file = watchingWorkflow(event, credential, listener.url);
			workflows.set(event, await n8n.rest.putWorkflow(file));
		}
		const watch = new Watch(service, listener, workflows);
		const publishing = [...workflows.values()].map(async (each) => await n8n.rest.activate(each));
		await Promise.all(publishing);
		await untilQuiet(service);
		return watch;
	}

	standing(event: EventName): Standing {
		const before = new Set(this.before[event]);
		const wanted = WATCHED[event].held(this.service).filter((key) => !before.has(key));
		const seen = new Map<string, number>();
		for (const delivery of this.listener.deliveries) {
			if (delivery.event !== event) continue;
			for (const key of keysOf(event, delivery.records)) seen.set(key, (seen.get(key) ?? 0) + 1);
		}
		return {
			missing: wanted.filter((key) => !seen.has(key)),
			repeated: [...seen].flatMap(([key, times]) => Array<string>(times - 1).fill(key)),
			unexpected: [...seen.keys()].filter((key) => !wanted.includes(key)),
		};
	}

	isComplete(): boolean {
		return EVENTS.every((event) => this.standing(event).missing.length === 0);
	}

	/** Waits until everything has arrived, and a whole round longer for what should not. */
	async untilSettled(): Promise<void> {
		await until(() => this.isComplete(), COMPLETE_TIMEOUT_MS);
		await pause(ROUND_MS);
	}

	async executions(n8n: N8n): Promise<KeptExecution[]> {
		const kept: KeptExecution[] = [];
		for (const [event, { id: workflow }] of this.workflows) {
			for (const { id, status } of await n8n.rest.executionsOf(workflow)) {
				kept.push({ id, event, status, records: await readRecords(n8n, id) });
			}
		}
		return kept;
	}
}

/** What the trigger gave to an execution. */
async function readRecords(n8n: N8n, execution: string): Promise<SeenRecord[]> {
	return outputOf(await n8n.rest.readExecution(execution), TRIGGER_NODE);
}

/** What was created has arrived once, whatever other executions there are. */
export function checkEvents(name: string, watch: Watch): void {
	for (const event of EVENTS) {
		const { missing, repeated, unexpected } = watch.standing(event);
		expect
			.soft([missing, repeated, unexpected], `${name}: ${event}: missing, repeated, unexpected`)
			.toEqual([[], [], []]);
	}
}

/** What was created has arrived once, links oldest first, in executions that succeeded. */
export async function checkExactlyOnce(name: string, n8n: N8n, watch: Watch): Promise<void> {
	checkEvents(name, watch);
	const executions = await watch.executions(n8n);
	const failed = executions.filter(({ status }) => status !== 'success');
	expect.soft(failed, `${name}: executions that did not succeed`).toEqual([]);
	const links = executions.filter(({ event }) => event === 'linkCreated').reverse();
	const ids = links.flatMap(({ records }) => records.map(({ id }) => Number(id)));
	const unordered = ids.filter((id, index) => id < (ids[index - 1] ?? -Infinity));
	expect.soft(unordered, `${name}: links that are not oldest first`).toEqual([]);
	console.log(`new links came as ${links.map(({ records }) => records.length).join(' + ')}`);
}

/** Between two links of a burst, so that pages move while they are read. */
const BETWEEN_MS = 20;

/** Somebody beside n8n who uses the same account. */
export class OtherClient {
	private readonly service: Service;
	private readonly oldLinks: number[];
	private links = 0;

	/** @param happenings for how many the account is prepared: each has an old link of its own */
	constructor(service: Service, happenings: number) {
		this.service = service;
		service.seed('channels', [{ name: 'Bio page' }]);
		this.oldLinks = service.seed('links', Array<Record<string, unknown>>(happenings).fill({}));
	}

	/** Creates links as fast as it can. */
	async burst(count: number): Promise<void> {
		for (let made = 0; made < count; made += 1) {
			this.links += 1;
			this.service.seed('links', [{ longurl: `https://shop.example/burst/${this.links}` }]);
			await pause(BETWEEN_MS);
		}
	}

	/** A link more in the channel. */
	addToChannel(): void {
		const link = this.oldLinks.shift();
		if (link === undefined) throw new Error('More happens than there are old links for.');
		this.service.seed('channelItems', [{ channel: CHANNEL, item: link }]);
	}
}
