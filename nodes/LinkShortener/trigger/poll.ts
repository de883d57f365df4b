import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { isRecord } from '../api/answer';
import { explanationOf, nodeError } from '../api/errors';
import { IS_GONE } from '../api/explain';
import type { Page } from '../api/pages';
import { Problem, type Explanation } from '../api/problem';
import { flatLinkRecord } from '../api/records';
import { DEFAULT_DEADLINE_MS, openService, type Service } from '../api/service';
import { toText } from '../api/text';
import { readLinkDetail } from '../locators/linkId';
import { parametersOf } from '../resources/parameters';
import type { Watch } from './event';
import { findEvent } from './events';
import type { Ask } from './machine';
import { beginPoll, fingerprint } from './memory';

/** What a poll may take where n8n does not say: its own default. */
const DEFAULT_BUDGET_MS = 5 * 60_000;

/** A person looks on: longer than this is better said than sat through. */
const SAMPLE_WAIT_MS = 10_000;

/** Pages one poll reads at most, some twenty thousand records; the rest follows in the next one. */
const MOST_PAGES = 250;

/** Raised when what is kept changes its form: an older one then starts afresh. */
const FORM = 1;

/** What is kept in n8n's static data. The key itself never is. */
interface Saved {
	/** What was watched. */
	subject: string;
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
function isSurvived({ failure }: Explanation, isActivation: boolean, hasWorked: boolean): boolean {
	if (failure?.cause === 'rate-limited') return true;
	if (!isActivation) return false;
	if (failure?.cause === 'temporarily-unavailable') return true;
	return hasWorked && failure?.cause === 'configuration-invalid';
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
	const service = await openService(context, {
		lane: 'interactive',
		deadlineMs: Math.max(1_000, Math.min(DEFAULT_DEADLINE_MS, budgetMs)),
		giveUpAt: endsAt,
	});
	const staticData = context.getWorkflowStaticData('node');
	const saved = readSaved(staticData);
	const subject = subjectOf(context, watch);
	const whose = await whoseKey(service, saved);
	const isSame = saved !== undefined && saved.subject === subject && whose.isSame;
	const cursor = watch.cursor(isSame ? saved.cursor : undefined);

	for (let pages = 0; pages < MOST_PAGES; pages += 1) {
		const ask = cursor.ask();
		if (ask === undefined || (pages > 0 && Date.now() >= endsAt)) break;
		const answer = await attempt(async () => await readAsked(service, watch, ask));
		if ('done' in answer) cursor.take(answer.done);
		// Out of budget: what was read is handed out, the next poll goes on from there.
		else if (pages > 0 && endsPoll(answer.failed, endsAt)) break;
		else if (!isGone(answer.failed) || cursor.skip?.() !== true) throw answer.failed;
	}
	const { state, events, notes } = cursor.outcome();
	for (const note of notes) warn(context, note);
	save(staticData, { subject, key: whose.key, account: whose.account, cursor: state });
	return events.length === 0 ? null : [events.map((json) => ({ json: watch.record(json) }))];
}

/** A test in the editor: one real, recent record. What an active workflow remembers is not touched. */
async function testPoll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const watch = readWatch(context);
		const service = await openService(context, {
			lane: 'interactive',
			deadlineMs: DEFAULT_DEADLINE_MS,
			giveUpAt: Date.now() + SAMPLE_WAIT_MS,
		});
		const sample = await watch.sample(async (ask) => await readAsked(service, watch, ask));
		if (sample !== undefined) return [[{ json: watch.record(sample) }]];
		return nothingToShow(watch);
	} catch (error) {
		throw nodeError(context.getNode(), explanationOf(error));
	}
}

function nothingToShow(watch: Watch): never {
	throw new Problem(watch.nothingYet);
}

// Fields -------------------------------------------------------------------------------------------

function readWatch(context: IPollFunctions): Watch {
	const parameters = parametersOf((name) => context.getNodeParameter(name, null));
	const event = findEvent(parameters.text('event'));
	if (event !== undefined) return event.watch(parameters);
	throw new Problem({
		message: `The Link Shortener Trigger has no event "${parameters.text('event')}"`,
		remedy: 'Choose the event from the list Trigger On.',
	});
}

function subjectOf(context: IPollFunctions, { subject }: Watch): string {
	const event: unknown = context.getNodeParameter('event', null);
	return JSON.stringify({ form: FORM, event, ...subject });
}

/** `getPollBudgetMs` is there from n8n 2.38 on. */
function budgetOf(context: IPollFunctions): number {
	const newer: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>> = context;
	return newer.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
}

// The service --------------------------------------------------------------------------------------

async function readAsked(service: Service, watch: Watch, ask: Ask): Promise<Page> {
	if (ask.kind === 'link') {
		const isId = /^\d+$/.test(ask.link);
		const locator = { __rl: true, mode: isId ? 'id' : 'url', value: ask.link };
		const answer = await attempt(async () => await readLinkDetail(service, locator));
		if ('done' in answer) return { records: [flatLinkRecord(answer.done)] };
		throw namingLink(answer.failed, ask.link);
	}
	if (watch.listing === undefined) return { records: [] };
	return await service.page({ ...watch.listing, limit: ask.size }, ask.number);
}

/** "Link does not exist" helps nobody who watches twenty. */
function namingLink(problem: Error, link: string): Error {
	if (!(problem instanceof Problem) || causeOf(problem) !== undefined) return problem;
	const { message, ...rest } = problem.explanation;
	return new Problem({ ...rest, message: `Link ${link}: ${message}` });
}

/** Whose key is in use; asked only when it is not the one that was in use before. */
async function whoseKey(
	service: Service,
	saved: Saved | undefined,
): Promise<{ key: string; account: string; isSame: boolean }> {
	const key = fingerprint(service.identity);
	if (saved?.key === key) return { key, account: saved.account, isSame: true };
	const answer = await attempt(
		async () => await service.request({ method: 'GET', path: '/api/account', effect: 'read' }),
	);
	// A key that may not read its account can still be watched with; where no account is known yet, so
	// can one whose account is not where it should be. With one known, that would lose the cursor.
	if ('failed' in answer) {
		const cause = causeOf(answer.failed);
		const isOpen = cause === 'configuration-invalid' && (saved?.account ?? '') === '';
		if (cause !== undefined && !isOpen) throw answer.failed;
	}
	const data = 'done' in answer && isRecord(answer.done.data) ? answer.done.data : {};
	const id = toText(data.id);
	const account = id === '' ? '' : `${id} ${toText(data.registered)}`.trim();
	return { key, account, isSame: account !== '' && account === saved?.account };
}

/** The kind of failure; undefined for a plain refusal in the service's words. */
function causeOf(problem: Error): string | undefined {
	return problem instanceof Problem ? problem.explanation.failure?.cause : 'node-defect';
}

/**
 * Whether the service says that there is no such record: with a 404, in the words by which the api room
 * knows it too, or with a success that holds no link.
 */
function isGone(problem: Error): boolean {
	if (!(problem instanceof Problem) || causeOf(problem) !== undefined) return false;
	const { httpStatus, message } = problem.explanation;
	return httpStatus === undefined || httpStatus === 404 || IS_GONE.test(message);
}

/** The rate limit, or an answer that was waited for only as long as the poll may last. */
function endsPoll(problem: Error, endsAt: number): boolean {
	const cause = causeOf(problem);
	return cause === 'rate-limited' || (cause === 'temporarily-unavailable' && Date.now() >= endsAt);
}

async function attempt<T>(work: () => Promise<T>): Promise<{ done: T } | { failed: Error }> {
	try {
		return { done: await work() };
	} catch (error) {
		return { failed: error instanceof Error ? error : new Error(String(error)) };
	}
}

// Static data --------------------------------------------------------------------------------------

function readSaved({ subject, key, account, cursor }: IDataObject): Saved | undefined {
	if (typeof subject !== 'string' || typeof key !== 'string' || !isRecord(cursor)) return undefined;
	return { subject, key, account: toText(account), cursor };
}

/** Written in place and only where something has changed: an idle poll leaves n8n nothing to save. */
function save(staticData: IDataObject, saved: Saved): void {
	for (const [name, value] of Object.entries(saved) as Array<[string, IDataObject[string]]>) {
		if (JSON.stringify(staticData[name]) !== JSON.stringify(value)) staticData[name] = value;
	}
}
