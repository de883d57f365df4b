import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { openClient, type Client } from '../api/client';
import { bound } from '../api/memory';
import { DEFAULT_TIMEOUT_MS } from '../api/request/sendOnce';
import { tidyRecord } from '../api/records/records';
import { isRecord } from '../shared/text';
import { explanationOf, nodeError } from '../shared/n8n/nodeErrors';
import { parametersOf } from '../shared/n8n/parameters';
import {
	settle,
	UserFacingError,
	type Explanation,
	type FailureKind,
	inOneLine,
} from '../shared/userFacingError';
import type { SendInPoll, Watch } from './pages';
import { readWatch } from './events';

/** n8n's own default, if it names none. */
const DEFAULT_BUDGET_MS = 5 * 60_000;

/** A person is waiting. */
const SAMPLE_WAIT_MS = 20_000;

/** Some twenty thousand records; the rest follows in the next poll. */
const MAX_REQUESTS = 250;

/** Raise it when the form of the saved state changes, so that an older state starts over. */
const STATE_VERSION = 1;

/** No answer, an answer that is none, an address that something else answers. */
const PASSING: readonly FailureKind[] = [
	'unavailable',
	'brokeDown',
	'misconfigured',
	'notOnInstall',
];

const NEXT_POLL = 'The next poll tries again; nothing is missed.';

const KEY_TOAST =
	'the service does not accept the API key. Open the Link Shortener API credential and enter the correct key.';

/** n8n saves it when a poll emits something, and after an activation. */
interface Saved extends IDataObject {
	/** The event, its settings and the base URL, as text. */
	settings: string;
	state: IDataObject;
}

/** By workflow and node, in this process. */
const triggers = new Map<string, 'polling' | 'worked' | 'failed'>();

export async function pollService(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await testPoll(context);
	const name = `${context.getWorkflow().id ?? ''}\n${context.getNode().id}`;
	const before = triggers.get(name);
	if (before === 'polling') {
		context.logger.debug('Link Shortener Trigger: the previous poll is still running');
		return null;
	}
	triggers.set(name, 'polling');
	let ended: 'worked' | 'failed' = 'failed';
	try {
		const output = await poll(context);
		ended = 'worked';
		return output;
	} catch (error) {
		return endWithoutResult(context, explanationOf(error), before);
	} finally {
		triggers.set(name, ended);
		bound(triggers);
	}
}

/**
 * A rate limit is no failure of the workflow. A throw in the first poll after a restart would switch the workflow
 * off, so a trigger that has worked before gets a warning for what may pass.
 * @throws n8n's error for any other failure
 */
function endWithoutResult(
	context: IPollFunctions,
	explanation: Explanation,
	before: 'worked' | 'failed' | undefined,
): null {
	const { kind = 'rejected', httpStatus } = explanation;
	const hasState = isSaved(context.getWorkflowStaticData('node'));
	const mayPass = hasState && PASSING.includes(kind);
	if (kind === 'rateLimited' || (before === undefined && mayPass)) {
		warn(context, inOneLine({ ...explanation, remedy: NEXT_POLL }));
		return null;
	}
	const node = context.getNode();
	const isOutage = kind === 'unavailable' || kind === 'brokeDown';
	const step = isOutage ? NEXT_POLL : `${explanation.remedy} ${NEXT_POLL}`;
	const withStep = hasState ? { ...explanation, remedy: step } : explanation;
	if (before === 'worked' || mayPass) throw nodeError(node, withStep);
	// An activation that fails, which n8n tries several times. It shows the message alone, without the node (measured
	// on 2.41). Without a status it is a value of the credential that cannot be right.
	const isKey = kind === 'credentialRefused' && httpStatus !== undefined;
	const toast = isKey ? KEY_TOAST : inOneLine(explanation);
	throw nodeError(node, { ...withStep, message: `${node.name}: ${toast}` });
}

async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const watch = watchIn(context);
	// `getPollBudgetMs` is there from n8n 2.38 on.
	const newer: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>> = context;
	const budgetMs = newer.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
	const endsAt = Date.now() + budgetMs;
	const client = await openClient(context, {
		caller: 'poll',
		timeoutMs: Math.max(1_000, Math.min(DEFAULT_TIMEOUT_MS, budgetMs)),
		deadline: endsAt,
	});
	const event: unknown = context.getNodeParameter('event', null);
	const settings = JSON.stringify({
		version: STATE_VERSION,
		baseUrl: client.baseUrl,
		event,
		...watch.settings,
	});
	const data = context.getWorkflowStaticData('node');
	const saved = isSaved(data) && data.settings === settings ? data.state : undefined;
	const { records, state, notes = [] } = await watch.poll(withinBudget(client, endsAt), saved);
	// Writes only what has changed, so that an idle poll leaves n8n nothing to save.
	if (saved === undefined) data.settings = settings;
	const text = JSON.stringify(state);
	if (JSON.stringify(data.state) !== text) data.state = JSON.parse(text) as IDataObject;
	for (const note of notes) warn(context, note);
	return records.length > 0 ? [itemsOf(watch, records)] : null;
}

/** The first request fails as it does; a later one may end the poll. */
function withinBudget(client: Client, endsAt: number): SendInPoll {
	let sent = 0;
	return async (request) => {
		if (sent > 0 && (sent >= MAX_REQUESTS || Date.now() >= endsAt)) return 'cut';
		const response = await settle(request(client).then((value) => ({ value })));
		if (!(response instanceof UserFacingError)) {
			sent += 1;
			return response.value;
		}
		// A response that was waited for only as long as the poll may last.
		const isLate = response.is('unavailable', 'brokeDown') && Date.now() >= endsAt;
		if (sent > 0 && (isLate || response.is('rateLimited'))) return 'cut';
		throw response;
	};
}

/** The state of a published workflow is not touched. */
async function testPoll(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	try {
		const watch = watchIn(context);
		const client = await openClient(context, {
			caller: 'poll',
			timeoutMs: DEFAULT_TIMEOUT_MS,
			deadline: Date.now() + SAMPLE_WAIT_MS,
		});
		const sample = await watch.sample(client);
		if (sample !== undefined) return [itemsOf(watch, [sample])];
		throw new UserFacingError(
			`There is no ${watch.noun} to show yet`,
			'Add one in the service and test again. You can publish the workflow without one.',
		);
	} catch (error) {
		throw nodeError(context.getNode(), explanationOf(error));
	}
}

function watchIn(context: IPollFunctions): Watch {
	return readWatch(parametersOf((name) => context.getNodeParameter(name, null)));
}

function itemsOf({ record = tidyRecord }: Watch, records: IDataObject[]): INodeExecutionData[] {
	return records.map((raw) => ({ json: record(raw) }));
}

function isSaved(staticData: IDataObject): staticData is Saved {
	return typeof staticData.settings === 'string' && isRecord(staticData.state);
}

function warn(context: IPollFunctions, text: string): void {
	const about = { node: context.getNode().name, workflowId: context.getWorkflow().id };
	context.logger.warn(`Link Shortener Trigger: ${text}`, about);
}
