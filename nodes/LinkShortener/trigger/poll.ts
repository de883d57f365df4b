import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { explanationOf, nodeError } from '../shared/nodeErrors';
import { inOneLine, settle, UserFacingError, type Explanation } from '../shared/userFacingError';
import { openClient, type Client } from '../api/client';
import { DEFAULT_TIMEOUT_MS } from '../api/exchange';
import { parametersOf } from '../shared/parameters';
import type { RunningCursor } from './cursors/cursor';
import type { Watch } from './events/event';
import { findEvent } from './events';
import { compareOwners, ownerOf, readAccount, type Owner } from './account';
import { beginPoll } from './activation';
import { decideIncomplete } from './incomplete';
import { memoryOf, type TriggerMemory } from './memory';
import { hasSaved, readSaved, save, type Saved } from './saved';
import { turnsOf } from './turns';

/** The time of a poll if n8n names none, which is n8n's own default. */
const DEFAULT_BUDGET_MS = 5 * 60_000;

/** The longest a test in the editor may take, since a person is waiting. */
const SAMPLE_WAIT_MS = 10_000;

/** Pages one poll reads at most, some twenty thousand records; the rest follows in the next one. */
const MAX_PAGES = 250;

/** The version of the saved state. Raise it when the form changes, so that an older state starts afresh. */
const STATE_VERSION = 3;

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
			const remedy = 'Nothing is lost: the next poll continues where the last one ended.';
			warn(context, inOneLine({ ...explanation, remedy }));
			return null;
		}
		const node = context.getNode();
		// n8n shows the message alone of a failed activation (measured on 2.41), without the node.
		const message = `${node.name}: ${inOneLine(explanation)}`;
		throw nodeError(node, start.isActivation ? { ...explanation, message } : explanation);
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
	const configKey = configKeyOf(context, watch);
	const saved = readUsable(context, memory, watch, configKey);
	const turns = turnsOf(client);
	if (!isActivation && turns.givesWay(memory, Date.now())) {
		context.logger.debug(
			'Link Shortener Trigger: the rate limit leaves this poll to another trigger',
		);
		return null;
	}
	const owner = ownerOf(client, saved);
	if (saved !== undefined && saved.key !== owner.key) {
		owner.account = await readAccount(client, saved);
	}
	const isSame =
		saved?.configKey === configKey && (await isSameOwner(context, client, watch, saved, owner));
	const cursor = watch.read(client, isSame ? saved.cursor : undefined);
	const before = JSON.stringify(cursor.result().state);
	const end = await settle(runCursor(cursor, endsAt));
	const failed = end instanceof UserFacingError ? end : end.failed;
	const hasGotOn = JSON.stringify(cursor.result().state) !== before;
	turns.end(memory, Date.now(), failed?.explanation.kind === 'rateLimited' && !hasGotOn);
	if (end instanceof UserFacingError) throw end;
	// Not before the list: where the rate limit leaves each poll one request, no list would ever be read.
	const account = owner.account ?? (await settle(readAccount(client)));
	// The next poll asks again.
	if (!(account instanceof UserFacingError)) owner.account = account;

	const {
		state,
		events,
		notes,
		withoutId,
		incomplete,
		hasFound = events.length > 0,
	} = cursor.result();
	const hasEvents = events.length > 0;
	save(memory, staticData, { ...owner, configKey, cursor: state }, hasEvents);
	for (const note of incomplete === undefined ? notes : [...notes, incomplete]) warn(context, note);
	if (withoutId !== undefined && withoutId !== memory.withoutId) {
		warn(context, withoutId);
		memory.withoutId = withoutId;
	}
	const { fails, next } = decideIncomplete(memory.incomplete, {
		isIncomplete: incomplete !== undefined,
		hasFound,
		isActivation,
		now: Date.now(),
	});
	memory.incomplete = next;
	if (fails) {
		throw new UserFacingError({
			message: 'The list could not be read to its end in several polls in a row',
			remedy: `${incomplete ?? ''} What can be read is still emitted. If this goes on, check whether the service's list changes all the time.`,
		});
	}
	return hasEvents ? [events.map((json) => ({ json: watch.record(json) }))] : null;
}

/** The saved state, unless it is damaged. */
function readUsable(
	context: IPollFunctions,
	memory: TriggerMemory,
	watch: Watch,
	configKey: string,
): Saved | undefined {
	const staticData = context.getWorkflowStaticData('node');
	const saved = readSaved(memory, staticData);
	const isDamaged =
		saved === undefined
			? hasSaved(staticData)
			: saved.configKey === configKey && !watch.isState(saved.cursor);
	if (!isDamaged) return saved;
	warn(
		context,
		'What n8n has saved for this trigger cannot be read. The trigger starts afresh: what is there now counts as known.',
	);
	return undefined;
}

/** @returns the failure that ended the poll before its time, if any */
async function runCursor(
	cursor: RunningCursor,
	endsAt: number,
): Promise<{ failed?: UserFacingError }> {
	for (let pages = 0; pages < MAX_PAGES && !cursor.isDone(); pages += 1) {
		if (pages > 0 && Date.now() >= endsAt) return {};
		const failed = await settle(cursor.step());
		if (!(failed instanceof UserFacingError)) continue;
		// The budget is used up. The poll emits what it has read, and the next poll goes on from there.
		if (pages > 0 && endsPoll(failed, endsAt)) return { failed };
		throw failed;
	}
	return {};
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
	warn(context, `${whyUnclear(saved, owner)} It starts afresh: what is there now counts as known.`);
	return false;
}

function whyUnclear(before: Owner, now: Owner): string {
	if (now.account === '') {
		return 'The new API key may not read its account, so the trigger cannot tell whether it is still the same one.';
	}
	return (before.account ?? '') === ''
		? 'The trigger does not know the account of the former API key, and does not find the records known so far.'
		: 'The base URL is another one, where the trigger does not find the records known so far.';
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
