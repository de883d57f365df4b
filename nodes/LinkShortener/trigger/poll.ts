import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { openClient, type Client } from '../api/client';
import { DEFAULT_TIMEOUT_MS } from '../api/request/timeout';
import { tidyRecord } from '../api/records/records';
import { isRecord } from '../shared/json';
import { explanationOf, nodeError } from '../shared/n8n/nodeErrors';
import { parametersOf } from '../shared/n8n/parameters';
import {
	settle,
	UserFacingError,
	type Explanation,
	type FailureKind,
} from '../shared/userFacingError';
import { inOneLine, inShort, withoutWayOut } from '../shared/words';
import { findEvent } from './events';
import type { SendInPoll, Watch } from './events/event';

/** The time of a poll if n8n names none, which is n8n's own default. */
const DEFAULT_BUDGET_MS = 5 * 60_000;

/** The longest a test in the editor may take, since a person is waiting. */
const SAMPLE_WAIT_MS = 10_000;

/** Requests one poll sends at most, some twenty thousand records; the rest follows in the next one. */
const MAX_REQUESTS = 250;

/** The version of the saved state. Raise it when the form changes, so that an older state starts over. */
const STATE_VERSION = 1;

/** Failures that may pass: no answer, an answer that is none, an address that something else answers. */
const PASSING: readonly FailureKind[] = [
	'unavailable',
	'brokeDown',
	'misconfigured',
	'notOnInstall',
];

/** What follows a poll that failed. */
const NEXT_POLL = 'The next poll tries again; nothing is missed.';

/** What n8n keeps for a trigger node. It saves it when a poll emits something, and after an activation. */
interface Saved extends IDataObject {
	/** The event, its settings and the base URL, as text. */
	settings: string;
	state: IDataObject;
}

/** What this process knows of a trigger that has polled. */
interface Polled {
	isPolling: boolean;
	/** Whether its last poll worked. */
	hasWorked: boolean;
}

/** The triggers of this process that have polled, by workflow and node. */
const triggers = new Map<string, Polled>();

/** One poll, as n8n asks for it: new items, or null when there are none. */
export async function pollService(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await testPoll(context);
	const name = `${context.getWorkflow().id ?? ''}\n${context.getNode().id}`;
	const before = triggers.get(name);
	if (before?.isPolling === true) {
		context.logger.debug('Link Shortener Trigger: the previous poll is still running');
		return null;
	}
	const trigger: Polled = { isPolling: true, hasWorked: false };
	triggers.set(name, trigger);
	try {
		const output = await poll(context);
		trigger.hasWorked = true;
		return output;
	} catch (error) {
		return endWithoutResult(context, explanationOf(error), before);
	} finally {
		trigger.isPolling = false;
	}
}

/**
 * Ends a poll that failed. A rate limit is no failure of the workflow. A throw in the first poll after a
 * restart would switch the workflow off, so a trigger that has worked before gets a warning for what may pass.
 *
 * @throws n8n's error for any other failure
 */
function endWithoutResult(
	context: IPollFunctions,
	failure: Explanation,
	before: Polled | undefined,
): null {
	const explanation = withoutWayOut(failure);
	const { kind } = explanation;
	const isKnown = isSaved(context.getWorkflowStaticData('node'));
	const mayPass = before === undefined && kind !== undefined && PASSING.includes(kind);
	if (kind === 'rateLimited' || (mayPass && isKnown)) {
		warn(context, inOneLine({ ...explanation, remedy: NEXT_POLL }));
		return null;
	}
	const node = context.getNode();
	// This may be an activation that fails, and n8n tries it several times. Of that it shows the message alone in a
	// toast (measured on 2.41), without the node.
	const message = `${node.name}: ${toastOf(explanation)}`;
	const told = isKnown ? later(explanation) : explanation;
	throw nodeError(node, before?.hasWorked === true ? told : { ...told, message });
}

/** The failure of a poll that has a state to go on with: what may pass needs nobody. */
function later(explanation: Explanation): Explanation {
	const { kind, remedy } = explanation;
	const passes = kind === 'unavailable' || kind === 'brokeDown';
	return { ...explanation, remedy: passes ? NEXT_POLL : `${remedy} ${NEXT_POLL}` };
}

const REFUSED_KEY = {
	message: 'the service does not accept the API key',
	remedy: 'Open the Link Shortener API credential and enter the correct key.',
};

/** What happened and the one thing to do. */
function toastOf(explanation: Explanation): string {
	const { kind, httpStatus } = explanation;
	// Without a status it is a value of the credential that cannot be right.
	const isOfKey = kind === 'credentialRefused' && httpStatus !== undefined;
	return isOfKey ? inOneLine(REFUSED_KEY) : inShort(explanation);
}

async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const watch = readWatch(context);
	const budgetMs = budgetOf(context);
	const endsAt = Date.now() + budgetMs;
	const client = await openClient(context, {
		priority: 'interactive',
		timeoutMs: Math.max(1_000, Math.min(DEFAULT_TIMEOUT_MS, budgetMs)),
		deadline: endsAt,
	});
	const staticData = context.getWorkflowStaticData('node');
	const settings = settingsOf(context, watch, client);
	const saved = isSaved(staticData) && staticData.settings === settings ? staticData : undefined;
	const { records, state, notes } = await watch.poll(withinBudget(client, endsAt), saved?.state);
	save(staticData, settings, state);
	for (const note of notes) warn(context, note);
	return records.length > 0 ? [records.map((raw) => itemOf(watch, raw))] : null;
}

/** Sends the requests of a poll. The first one fails as it does; a later one may end the poll. */
function withinBudget(client: Client, endsAt: number): SendInPoll {
	let sent = 0;
	return async (request) => {
		if (sent > 0 && (sent >= MAX_REQUESTS || Date.now() >= endsAt)) return 'cut';
		const answered = await settle(request(client).then((value) => ({ value })));
		if (answered instanceof UserFacingError) {
			if (sent > 0 && endsPoll(answered, endsAt)) return 'cut';
			throw answered;
		}
		sent += 1;
		return answered.value;
	};
}

/** The rate limit, or an answer that was waited for only as long as the poll may last. */
function endsPoll(error: UserFacingError, endsAt: number): boolean {
	if (error.is('rateLimited')) return true;
	return error.is('unavailable', 'brokeDown') && Date.now() >= endsAt;
}

/** A test in the editor: one real, recent record. The memory of an active workflow is not touched. */
async function testPoll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const watch = readWatch(context);
		const client = await openClient(context, {
			priority: 'interactive',
			timeoutMs: DEFAULT_TIMEOUT_MS,
			deadline: Date.now() + SAMPLE_WAIT_MS,
		});
		const sample = await watch.sample(client);
		if (sample !== undefined) return [[itemOf(watch, sample)]];
		throw new UserFacingError(watch.nothingYet);
	} catch (error) {
		throw nodeError(context.getNode(), explanationOf(error));
	}
}

function readWatch(context: IPollFunctions): Watch {
	const parameters = parametersOf((name) => context.getNodeParameter(name, null));
	const event = findEvent(parameters.text('event'));
	if (event !== undefined) return event.watch(parameters);
	throw new UserFacingError({
		message: `The Link Shortener Trigger has no event "${parameters.text('event')}"`,
		remedy: 'Choose an event under Trigger On.',
	});
}

function itemOf({ record = tidyRecord }: Watch, raw: IDataObject): INodeExecutionData {
	return { json: record(raw) };
}

function settingsOf(context: IPollFunctions, { settings }: Watch, { baseUrl }: Client): string {
	const event: unknown = context.getNodeParameter('event', null);
	return JSON.stringify({ version: STATE_VERSION, baseUrl, event, ...settings });
}

function isSaved(staticData: IDataObject): staticData is Saved {
	return typeof staticData.settings === 'string' && isRecord(staticData.state);
}

/** Writes only what has changed, so that an idle poll leaves n8n nothing to save. */
function save(staticData: IDataObject, settings: string, state: object): void {
	if (staticData.settings !== settings) staticData.settings = settings;
	const text = JSON.stringify(state);
	if (JSON.stringify(staticData.state) !== text) staticData.state = JSON.parse(text) as IDataObject;
}

function warn(context: IPollFunctions, text: string): void {
	const about = { node: context.getNode().name, workflowId: context.getWorkflow().id };
	context.logger.warn(`Link Shortener Trigger: ${text}`, about);
}

/** `getPollBudgetMs` is there from n8n 2.38 on. */
function budgetOf(context: IPollFunctions): number {
	const newer: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>> = context;
	return newer.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
}
