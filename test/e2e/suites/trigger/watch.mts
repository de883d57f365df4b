import type { Service } from '../../../service/index.mts';
import { parse } from 'flatted';
import type { N8n } from '../../n8n.mts';
import type { ExecutionStatus, Item, NodeRun, StoredWorkflow } from '../../rest.mts';
import { putServiceCredential } from '../stage.mts';
import { pause, until } from './waiting.mts';
import type { Delivery, Listener } from './listener.mts';
import {
	EVENTS,
	type EventName,
	type Held,
	heldBy,
	type SeenRecord,
	TRIGGER_NODE,
	WATCHED,
	watchingWorkflow,
} from './watched.mts';

/** What came of the events of one kind, as keys. */
export interface Standing {
	missing: string[];
	/** Handed on more than once; once for each time too many. */
	repeated: string[];
	/** Handed on although nothing of the kind has happened. */
	unexpected: string[];
}

/** An execution of a watching workflow, as n8n keeps it. */
export interface KeptExecution {
	id: string;
	event: EventName;
	status: ExecutionStatus;
	/** What the trigger gave to it, also where it was broken off. */
	records: SeenRecord[];
}

interface KeptData {
	resultData?: { runData?: Record<string, NodeRun[]> };
	executionData?: { nodeExecutionStack?: Array<{ data?: { main?: Array<Item[] | null> } }> };
}

/** A first poll may have to wait for the rate limit, and publishing waits for the first poll. */
const PUBLISH_TIMEOUT_MS = 180_000;
const BASELINES_TIMEOUT_MS = 180_000;
const QUIET_MS = 3_000;

/** Workflows for all events on one key. */
export class Watch {
	private readonly service: Service;
	private readonly listener: Listener;
	private readonly before: Held;
	private readonly workflows: Map<EventName, StoredWorkflow>;

	private constructor(
		service: Service,
		listener: Listener,
		before: Held,
		workflows: Map<EventName, StoredWorkflow>,
	) {
		this.service = service;
		this.listener = listener;
		this.before = before;
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
		const before = heldBy(service);
		await Promise.all([...workflows.values()].map(async (each) => await activate(n8n, each)));
		return new Watch(service, listener, before, workflows);
	}

	/** As a person does who finds that n8n has given up a workflow. */
	async publishAgain(n8n: N8n): Promise<void> {
		for (const workflow of this.workflows.values()) {
			await n8n.rest.call('POST', `/workflows/${workflow.id}/deactivate`);
			await activate(n8n, workflow);
		}
	}

	/** @param only of which deliveries; all when left out */
	standing(event: EventName, only: (delivery: Delivery) => boolean = () => true): Standing {
		const before = new Set(this.before[event]);
		const wanted = WATCHED[event].held(this.service).filter((key) => !before.has(key));
		const seen = new Map<string, number>();
		for (const delivery of this.listener.deliveries) {
			if (delivery.event !== event || !only(delivery)) continue;
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

async function activate(n8n: N8n, { id, versionId }: StoredWorkflow): Promise<void> {
	const path = `/workflows/${id}/activate`;
	await n8n.rest.call('POST', path, { versionId }, PUBLISH_TIMEOUT_MS);
}

/** Waits until every event has read its listing: before that, what is new counts as old. */
export async function untilBaselines(service: Service): Promise<boolean> {
	const readTimes = () => {
		const read = service.requests.filter(
			({ apiKey, path, status }) =>
				apiKey === service.apiKey && path !== '/api/account' && status === 200,
		);
		const listings = read.map(({ path, query }) => `${path} ${String(query.order)}`);
		return { listings: new Set(listings).size, times: listings.length };
	};
	// Two events read the most clicked links.
	const isBegun = await until(
		() => readTimes().listings >= EVENTS.length - 1 && readTimes().times >= EVENTS.length,
		BASELINES_TIMEOUT_MS,
	);
	await pause(QUIET_MS);
	return isBegun;
}

export function keysOf(event: EventName, records: SeenRecord[]): string[] {
	return records.map((record) => WATCHED[event].key(record));
}

/**
 * What the trigger gave to an execution: its output, or what lay ready for it. n8n fills the runs of
 * an execution that ended with its process with an item of its own.
 */
async function readRecords(n8n: N8n, execution: string): Promise<SeenRecord[]> {
	const { data } = await n8n.rest.call<{ data: string }>('GET', `/executions/${execution}`);
	const kept = parse(data) as KeptData;
	const ran = recordsOf(kept.resultData?.runData?.[TRIGGER_NODE]?.[0]?.data);
	const isRecovered = ran.some((record) => 'isArtificialRecoveredEventItem' in record);
	if (ran.length > 0 && !isRecovered) return ran;
	return recordsOf(kept.executionData?.nodeExecutionStack?.[0]?.data);
}

function recordsOf(data: { main?: Array<Item[] | null> } | undefined): SeenRecord[] {
	return data?.main?.[0]?.map(({ json }) => json) ?? [];
}
