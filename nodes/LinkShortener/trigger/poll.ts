import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { explanationOf, nodeError } from '../shared/nodeErrors';
import { settle, UserFacingError, type Explanation } from '../shared/userFacingError';
import { openClient, type Client } from '../api/client';
import { DEFAULT_TIMEOUT_MS } from '../api/exchange';
import { parametersOf } from '../shared/parameters';
import type { RunningCursor } from './cursors/cursor';
import type { Watch } from './events/event';
import { findEvent } from './events';
import { compareOwners, readOwner, type Owner } from './account';
import { beginPoll } from './activation';
import { decideIncomplete } from './incomplete';
import { memoryOf, type TriggerMemory } from './memory';
import { readSaved, save, type Saved } from './saved';

/** The time of a poll if n8n names none, which is n8n's own default. */
const DEFAULT_BUDGET_MS = 5 * 60_000;

/** The longest a test in the editor may take, since a person is waiting. */
const SAMPLE_WAIT_MS = 10_000;

/** Pages one poll reads at most, some twenty thousand records; the rest follows in the next one. */
const MAX_PAGES = 250;

/** The version of the saved state. Raise it when the form changes, so that an older state starts afresh. */
const STATE_VERSION = 2;

/** One poll, as n8n asks for it: new items, or null when there are none. */
export async function pollService(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await testPoll(context);
	const memory = memoryOf(context);
	const start = beginPoll(memory, context, budgetOf(context) !== DEFAULT_BUDGET_MS);
	if (start === undefined) {
		context.logger.debug('Link Shortener Trigger: the poll before is still under way');
		return null;
	}
	try {
		return await poll(context, memory, start.isActivation);
	} catch (error) {
		const explanation = explanationOf(error);
		if (isSurvived(explanation, start.isActivation, hasWorkedBefore(context, memory))) {
			warn(
				context,
				`${explanation.message}. Nothing is lost: the next poll continues where the last one ended.`,
			);
			return null;
		}
		const node = context.getNode();
		throw nodeError(node, start.isActivation ? inOneLine(node.name, explanation) : explanation);
	} finally {
		start.end();
	}
}

/**
 * Whether a poll ends without an error after a failure. A rate limit is no failure of the workflow. A throw
 * in the first poll of an activation would undo the activation, so no failure that may pass is thrown
 * there. If the trigger has worked before, these include an unknown host and a page that checks for robots.
 */
function isSurvived({ kind }: Explanation, isActivation: boolean, hasWorked: boolean): boolean {
	if (kind === 'rateLimited') return true;
	if (!isActivation) return false;
	if (kind === 'unavailable' || kind === 'brokeDown') return true;
	return hasWorked && (kind === 'misconfigured' || kind === 'notOnInstall');
}

/** n8n shows the message alone of a failed activation (measured on 2.41), without the node. */
function inOneLine(node: string, explanation: Explanation): Explanation {
	const { message, remedy } = explanation;
	const said = message.replace(/[.!]$/, '');
	return { ...explanation, message: `${node}: ${said}. ${remedy}` };
}

function warn(context: IPollFunctions, text: string): void {
	const about = { node: context.getNode().name, workflowId: context.getWorkflow().id };
	context.logger.warn(`Link Shortener Trigger: ${text}`, about);
}

function hasWorkedBefore(context: IPollFunctions, memory: TriggerMemory): boolean {
	return readSaved(memory, context.getWorkflowStaticData('node')) !== undefined;
}

async function poll(
	context: IPollFunctions,
	memory: TriggerMemory,
	isActivation: boolean,
): Promise<INodeExecutionData[][] | null> {
	const watch = readWatch(context);
	const budgetMs = budgetOf(context);
	const endsAt = Date.now() + budgetMs;
	const client = await openClient(context, {
		priority: 'interactive',
		timeoutMs: Math.max(1_000, Math.min(DEFAULT_TIMEOUT_MS, budgetMs)),
		deadline: endsAt,
	});
	const staticData = context.getWorkflowStaticData('node');
	const saved = readSaved(memory, staticData);
	const configKey = configKeyOf(context, watch);
	const owner = await readOwner(client, saved);
	const isSame =
		saved?.configKey === configKey && (await isSameOwner(context, client, watch, saved, owner));
	const cursor = watch.read(client, isSame ? saved.cursor : undefined);
	await runCursor(cursor, endsAt);

	const { state, events, notes, incomplete, hasFound = events.length > 0 } = cursor.result();
	const hasEvents = events.length > 0;
	save(memory, staticData, { ...owner, configKey, cursor: state }, hasEvents);
	for (const note of incomplete === undefined ? notes : [...notes, incomplete]) warn(context, note);
	const end = { isIncomplete: incomplete !== undefined, hasFound, isActivation, now: Date.now() };
	const { fails, next } = decideIncomplete(memory.incomplete, end);
	memory.incomplete = next;
	if (fails) {
		throw new UserFacingError({
			message: 'The list could not be read to its end in several polls in a row',
			remedy: `${incomplete ?? ''} What can be read is still emitted. If this goes on, check whether the service's list changes all the time.`,
		});
	}
	return hasEvents ? [events.map((json) => ({ json: watch.record(json) }))] : null;
}

async function runCursor(cursor: RunningCursor, endsAt: number): Promise<void> {
	for (let pages = 0; pages < MAX_PAGES && !cursor.isDone(); pages += 1) {
		if (pages > 0 && Date.now() >= endsAt) return;
		const failed = await settle(cursor.step());
		if (!(failed instanceof UserFacingError)) continue;
		// The budget is used up. The poll emits what it has read, and the next poll goes on from there.
		if (pages > 0 && endsPoll(failed, endsAt)) return;
		throw failed;
	}
}

/** Whether the key in use is of the account that was watched before. */
async function isSameOwner(
	context: IPollFunctions,
	client: Client,
	watch: Watch,
	saved: Saved,
	owner: Owner,
): Promise<boolean> {
	const compared = compareOwners(saved, owner);
	if (compared !== 'unclear') return compared === 'same';
	if ((await watch.isKnown?.(client, saved.cursor)) === true) return true;
	warn(
		context,
		owner.account === ''
			? 'The new API key may not read its account, so the trigger cannot tell whether it is still the same one. It starts afresh: what is there now counts as known.'
			: 'The base URL is another one, and the records known so far are not there. The trigger starts afresh: what is there now counts as known.',
	);
	return false;
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
		if (sample !== undefined) return [[{ json: watch.record(sample) }]];
		throw new UserFacingError(watch.nothingYet);
	} catch (error) {
		throw nodeError(context.getNode(), explanationOf(error));
	}
}

// Fields -------------------------------------------------------------------------------------------

function readWatch(context: IPollFunctions): Watch {
	const parameters = parametersOf((name) => context.getNodeParameter(name, null));
	const event = findEvent(parameters.text('event'));
	if (event !== undefined) return event.watch(parameters);
	throw new UserFacingError({
		message: `The Link Shortener Trigger has no event "${parameters.text('event')}"`,
		remedy: 'Choose the event from the list Trigger On.',
	});
}

function configKeyOf(context: IPollFunctions, { configKey }: Watch): string {
	const event: unknown = context.getNodeParameter('event', null);
	return JSON.stringify({ stateVersion: STATE_VERSION, event, ...configKey });
}

/** `getPollBudgetMs` is there from n8n 2.38 on. */
function budgetOf(context: IPollFunctions): number {
	const newer: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>> = context;
	return newer.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
}

// How a poll ends ----------------------------------------------------------------------------------

/** The rate limit, or an answer that was waited for only as long as the poll may last. */
function endsPoll(error: UserFacingError, endsAt: number): boolean {
	const { kind } = error.explanation;
	const mayPass = kind === 'unavailable' || kind === 'brokeDown';
	return kind === 'rateLimited' || (mayPass && Date.now() >= endsAt);
}
