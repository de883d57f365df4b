import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { isRecord, toText } from '../shared/json';
import { explanationOf, nodeError } from '../shared/nodeErrors';
import {
	settle,
	UserFacingError,
	type Explanation,
	type FailureKind,
} from '../shared/userFacingError';
import { type Client, DEFAULT_TIMEOUT_MS, openClient } from '../api/client';
import { parametersOf } from '../shared/parameters';
import type { Watch } from './events/event';
import { findEvent } from './events';
import { beginPoll, fingerprint } from './activation';

/** What a poll may take where n8n does not say: its own default. */
const DEFAULT_BUDGET_MS = 5 * 60_000;

/** A person looks on: longer than this is better said than sat through. */
const SAMPLE_WAIT_MS = 10_000;

/** Pages one poll reads at most, some twenty thousand records; the rest follows in the next one. */
const MAX_PAGES = 250;

/** Raised when what is kept changes its form: an older one then starts afresh. */
const STATE_VERSION = 1;

/** What is kept in n8n's static data. The key itself never is. */
interface Saved {
	/** What was watched. */
	configKey: string;
	/** A short hash of base URL and key. */
	key: string;
	/** Whose key it was; empty where the service did not say. */
	account: string;
	cursor: IDataObject;
}

/** One poll, as n8n asks for it: new items, or null when there are none. */
export async function pollService(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await testPoll(context);
	const start = beginPoll(context, budgetOf(context) !== DEFAULT_BUDGET_MS);
	if (start === undefined) {
		context.logger.debug('Link Shortener Trigger: the poll before is still under way');
		return null;
	}
	try {
		return await poll(context);
	} catch (error) {
		const explanation = explanationOf(error);
		if (isSurvived(explanation, start.isActivation, hasWorkedBefore(context))) {
			warn(
				context,
				`${explanation.message}. Nothing is lost: the next poll continues where the last one ended.`,
			);
			return null;
		}
		throw nodeError(context.getNode(), explanation);
	} finally {
		start.end();
	}
}

/**
 * A refusal for the rate limit is no failure of the workflow. A throw in the first poll of an
 * activation would undo the activation, so there any failure that may pass is no reason either; where
 * the trigger has worked before that includes a host that cannot be found yet and a page that checks
 * for robots.
 */
function isSurvived({ kind }: Explanation, isActivation: boolean, hasWorked: boolean): boolean {
	if (kind === 'rateLimited') return true;
	if (!isActivation) return false;
	if (kind === 'unavailable' || kind === 'brokeDown') return true;
	return hasWorked && kind === 'misconfigured';
}

function warn(context: IPollFunctions, text: string): void {
	const about = { node: context.getNode().name, workflowId: context.getWorkflow().id };
	context.logger.warn(`Link Shortener Trigger: ${text}`, about);
}

function hasWorkedBefore(context: IPollFunctions): boolean {
	return readSaved(context.getWorkflowStaticData('node')) !== undefined;
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
	const saved = readSaved(staticData);
	const configKey = configKeyOf(context, watch);
	const whose = await whoseKey(client, saved);
	const isSame = saved !== undefined && saved.configKey === configKey && whose.isSame;
	const reading = watch.read(client, isSame ? saved.cursor : undefined);

	for (let pages = 0; pages < MAX_PAGES && !reading.isDone(); pages += 1) {
		if (pages > 0 && Date.now() >= endsAt) break;
		const failed = await settle(reading.step());
		if (!(failed instanceof UserFacingError)) continue;
		// Out of budget: what was read is emitted, the next poll goes on from there.
		if (pages > 0 && endsPoll(failed, endsAt)) break;
		throw failed;
	}
	const { state, events, notes } = reading.result();
	for (const note of notes) warn(context, note);
	save(staticData, { configKey, key: whose.key, account: whose.account, cursor: state });
	return events.length === 0 ? null : [events.map((json) => ({ json: watch.record(json) }))];
}

/** A test in the editor: one real, recent record. What an active workflow remembers is not touched. */
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
		return nothingToShow(watch);
	} catch (error) {
		throw nodeError(context.getNode(), explanationOf(error));
	}
}

function nothingToShow(watch: Watch): never {
	throw new UserFacingError(watch.nothingYet);
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

// The service --------------------------------------------------------------------------------------

/** Whose key is in use; asked only when it is not the one that was in use before. */
async function whoseKey(
	client: Client,
	saved: Saved | undefined,
): Promise<{ key: string; account: string; isSame: boolean }> {
	const key = fingerprint(client.identity);
	if (saved?.key === key) return { key, account: saved.account, isSame: true };
	const answer = await settle(
		client.request({ method: 'GET', path: '/api/account', safety: 'safe' }),
	);
	const failed = answer instanceof UserFacingError ? answer : undefined;
	// A key that may not read its account can still be watched with; where no account is known yet, so
	// can one whose account is not where it should be. With one known, that would lose the cursor.
	if (failed !== undefined) {
		const isOpen = kindOf(failed) === 'misconfigured' && (saved?.account ?? '') === '';
		if (!isRejection(failed) && !isOpen) throw failed;
	}
	const data = answer instanceof UserFacingError || !isRecord(answer.data) ? {} : answer.data;
	const id = toText(data.id);
	const account = id === '' ? '' : `${id} ${toText(data.registered)}`.trim();
	return { key, account, isSame: account !== '' && account === saved?.account };
}

/** The kind of failure; undefined for what is no word of the service's or of this package's. */
function kindOf(error: Error): FailureKind | undefined {
	return error instanceof UserFacingError ? error.explanation.kind : undefined;
}

/** Whether the service says no in its own words, so that asking again would be answered the same. */
function isRejection(error: Error): boolean {
	return error instanceof UserFacingError && /^(rejected|notFound)$/.test(kindOf(error) ?? '');
}

/** The rate limit, or an answer that was waited for only as long as the poll may last. */
function endsPoll(problem: Error, endsAt: number): boolean {
	const kind = kindOf(problem);
	const mayPass = kind === 'unavailable' || kind === 'brokeDown';
	return kind === 'rateLimited' || (mayPass && Date.now() >= endsAt);
}

// Static data --------------------------------------------------------------------------------------

function readSaved({ configKey, key, account, cursor }: IDataObject): Saved | undefined {
	if (typeof configKey !== 'string' || typeof key !== 'string' || !isRecord(cursor))
		return undefined;
	return { configKey, key, account: toText(account), cursor };
}

/** Written in place and only where something has changed: an idle poll leaves n8n nothing to save. */
function save(staticData: IDataObject, saved: Saved): void {
	for (const [name, value] of Object.entries(saved) as Array<[string, IDataObject[string]]>) {
		if (JSON.stringify(staticData[name]) !== JSON.stringify(value)) staticData[name] = value;
	}
}
