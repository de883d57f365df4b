import { abortableSleep } from '../../shared/waiting';
import { asError, Cancelled, UserFacingError } from '../../shared/userFacingError';
import { ACCOUNT, sendOnce, explain, isChange, type Session } from './sendOnce';
import type { Passed } from '../gate/gate';
import type { Wait } from '../gate/limit';
import type { Found } from '../gate/outage';
import { REST_MS } from '../gate/congestion';
import { backOffMs, judge, MAX_ATTEMPTS } from '../http/retry';
import { isSilence } from '../http/transport';
import type { ParsedResponse, Result, ServiceRequest } from '../http/types';
import { durationText } from '../../shared/values/convert';

/** A request that was lost so often, outages counted, is not sent again: it may be what brings the service down. */
const MAX_LOST = 10;

/** So many losses without an answer between them, of whatever requests, are no accident. */
const MANY_LOST = 3;

/** A request that gets a page so often in a row, alone on a rested host that gives the account at once, fails alone. */
const MAX_ALONE = 2;

/**
 * The one request function: a slot of the run, and sendings until there is an answer.
 *
 * @returns the body without its envelope, or why there is none
 * @throws {UserFacingError} when the request may not leave
 * @throws {Cancelled} when the execution was cancelled or the run stopped
 */
export async function performRequest(session: Session, request: ServiceRequest): Promise<Result> {
	const { run } = session;
	// What looks for a lost create goes before other creates, so that an outage meets few of them.
	const isUrgent = request.isAgain === true || !isChange(request);
	return await run.hold(isUrgent, async () => {
		const past: Past = { pages: 0, pagesAlone: 0 };
		const result = await sendUntilAnswered(session, request, past);
		return result.kind === 'failed' ? { ...result, mayBeDone: past.pages > 0 } : result;
	});
}

/** What became of the earlier sendings of a request. */
interface Past {
	/** The first that the service may have carried out. */
	mayBeDone?: ParsedResponse;
	/** How often a busy host turned it away. */
	pages: number;
	/** In a row, alone on a rested host. */
	pagesAlone: number;
}

async function sendUntilAnswered(
	session: Session,
	request: ServiceRequest,
	past: Past,
): Promise<Result> {
	const { gate, run, policy } = session;
	const { isOnce = false } = request;
	let isAfterTimeout = request.isAfterTimeout === true;
	let losses = 0;
	/** Losses that no outage explains. */
	let attempts = 0;
	const waiting = <T>(wait: Promise<T>) =>
		wait.catch((error: unknown) => {
			// Something was sent before, so the cancel has to say that it may have been done.
			const wasSent = past.mayBeDone !== undefined || past.pages > 0;
			if (error instanceof Cancelled && wasSent && isChange(request)) throw new Cancelled(true);
			throw error;
		});
	const send = async () => {
		request.onLeave?.(past.pages > 0);
		return await sendOnce(session, request, isAfterTimeout);
	};
	for (;;) {
		const sent = await waiting(gate.pass(run, isChange(request), send, past.pages > 1));
		if ('reason' in sent) return notSent(session, request, past, sent);
		const { parsed } = sent;
		if (parsed.kind === 'success') return { kind: 'success', body: parsed.body };
		const { done, next, waits } = judge(parsed, request);
		if (waits === 'limit') continue;
		if (next === 'verify') return mayBeDoneResult(session, request, parsed);
		if (next === 'return' && mayPass(session, parsed))
			return resultOf(session, request, parsed, past.mayBeDone !== undefined);
		if (done === 'perhaps') past.mayBeDone ??= parsed;
		if (waits === 'itself') {
			if (isOnce || (await waiting(isForGood(session, sent, past))))
				return failed(session, request, parsed);
			continue;
		}
		losses += 1;
		isAfterTimeout ||= isSilence(parsed);
		const backOff = backOffMs(attempts + 1, Math.random());
		const isOver =
			isOnce ||
			attempts + 1 >= MAX_ATTEMPTS ||
			losses >= MAX_LOST ||
			// A person does not wait for a second try where nothing answers.
			(!run.isBulk && (isSilence(parsed) || gate.outage.losses >= MANY_LOST)) ||
			Date.now() + backOff > (policy.deadline ?? Infinity);
		if (next === 'return' || isOver) {
			if (!mayPass(session, parsed)) return endRun(session, request, past.mayBeDone, parsed);
			return failed(session, request, past.mayBeDone ?? parsed);
		}
		const found = await waiting(lookAround(session, parsed));
		if (found === 'away') return endRun(session, request, past.mayBeDone, parsed);
		if (found === 'there') attempts += 1;
		await waiting(abortableSleep(backOff, policy.stopSignal));
	}
}

/** What a request says that may not leave. @throws {UserFacingError} unless an earlier sending tells more */
function notSent(
	session: Session,
	request: ServiceRequest,
	{ mayBeDone, pages }: Past,
	wait: Wait,
): Result {
	const { page } = session.gate.congestion;
	const isBusy = page !== undefined && wait.reason === `busy${page.status}`;
	if (isBusy) return endRun(session, request, mayBeDone, page);
	if (mayBeDone !== undefined) return failed(session, request, mayBeDone);
	const error = explainRefusal(wait);
	if (pages > 0) return { kind: 'failed', error };
	throw error;
}

/** Waits after a page of a busy host; true if the page is for this request alone, or a person waits. */
async function isForGood(
	session: Session,
	{ isAlone, isRested }: Passed,
	past: Past,
): Promise<boolean> {
	const { gate, policy, run } = session;
	past.pages += 1;
	if (!run.isBulk && past.pages > 1) return true;
	const mayTell = run.isBulk && (past.pagesAlone > 0 ? isAlone : isRested);
	past.pagesAlone = mayTell && (await isThere(session)) ? past.pagesAlone + 1 : 0;
	if (past.pagesAlone >= MAX_ALONE) return true;
	// A second page may be for this request alone, which only a rested host tells.
	if (past.pages > 1) gate.congestion.rest(Date.now(), past.pagesAlone > 0 ? 0 : undefined);
	else await abortableSleep(REST_MS, policy.stopSignal);
	return false;
}

/** Whether a failure may pass: not at an address that has never worked, which may be mistyped. */
function mayPass({ gate, service }: Session, parsed: ParsedResponse): boolean {
	const isPage = parsed.kind === 'unreadable' && gate.outage.losses >= MANY_LOST;
	return service.worked.size > 0 || !(parsed.kind === 'unsent' || isPage);
}

/** Reads the account for all that wait. */
async function askAccount(session: Session) {
	const { gate, policy } = session;
	const ofAll = { caller: 'poll', timeoutMs: policy.timeoutMs } as const;
	const asking = { ...session, run: gate.openRun(ofAll), policy: ofAll };
	return await gate.pass(asking.run, false, () => sendOnce(asking, ACCOUNT));
}

/** Whether the host takes what is sent at once after a page. */
async function isThere(session: Session): Promise<boolean> {
	const answer = await askAccount(session);
	return 'parsed' in answer && answer.parsed.kind !== 'busy' && !answer.isLost;
}

/** Whether the service is there after a loss. Bulk work waits for it, a person does not. */
async function lookAround(session: Session, lost: ParsedResponse): Promise<Found> {
	const { gate, run, policy } = session;
	if (!run.isBulk || !mayPass(session, lost)) return 'there';
	const ask = async () => 'reason' in (await askAccount(session));
	const now = Date.now();
	const wait = {};
	run.begins(wait, now);
	const found = await gate.outage
		.wait(ask, now + run.leftMs(now), policy.stopSignal)
		.finally(() => run.ends(wait, Date.now()));
	if (found !== 'there') run.waited.reasons.add('service');
	return found;
}

/** Lets a run send no more. */
function endRun(
	session: Session,
	request: ServiceRequest,
	mayBeDone: ParsedResponse | undefined,
	parsed: ParsedResponse,
): Result {
	const { run } = session;
	if (!run.isBulk) return failed(session, request, mayBeDone ?? parsed);
	const unsent = serviceAway(session, parsed, mayPass(session, parsed));
	run.end(unsent);
	return mayBeDone === undefined
		? { kind: 'failed', error: unsent }
		: failed(session, request, mayBeDone);
}

/** @param mayBeDone whether an earlier sending may have been carried out */
function resultOf(
	session: Session,
	request: ServiceRequest,
	parsed: ParsedResponse,
	mayBeDone: boolean,
): Result {
	const result = failed(session, request, parsed);
	// The earlier sending has deleted the record, which is what the user asked for.
	const isGone = result.error.explanation.kind === 'notFound';
	if (mayBeDone && request.method === 'DELETE' && isGone) {
		return { kind: 'success', body: {} };
	}
	return result;
}

function failed(
	session: Session,
	request: ServiceRequest,
	parsed: ParsedResponse,
): Extract<Result, { kind: 'failed' }> {
	return { kind: 'failed', error: asError(explain(session, request, parsed)) };
}

function mayBeDoneResult(
	session: Session,
	request: ServiceRequest,
	parsed: ParsedResponse,
): Result {
	const explanation = { ...explain(session, request, parsed), mayBeDone: true };
	const isTimeout = isSilence(parsed);
	const isBroken = parsed.kind === 'noAnswer' && !isTimeout;
	return { kind: 'mayBeDone', error: asError(explanation), isBroken, isTimeout };
}

const IN_A_MINUTE = 'Try again in a minute.';

/** The words for a request that may not leave: the true reason, and when to try again. */
function explainRefusal({ reason, until, isGuess }: Wait): UserFacingError {
	if (reason === 'answer') return stillWaiting('other requests with the same API key');
	const retryAfterMs = Math.max(0, until - Date.now());
	const soonest = isGuess ? 'a few minutes' : durationText(retryAfterMs);
	const words =
		reason === 'rateLimit'
			? {
					message: 'The rate limit of this API key is used up',
					remedy: `Try again in ${soonest}. Other workflows and programs that use the same key count toward the same limit.`,
				}
			: {
					message: 'The option Requests per Minute allows no more requests at the moment',
					remedy: `This was not sent. The next request can be sent in ${soonest}. To send more, raise Requests per Minute or Max Wait under Options → Speed and Time Limits.`,
				};
	return asError({ ...words, kind: 'rateLimited', retryAfterMs });
}

/**
 * The words for an answer that did not come before the caller's deadline.
 *
 * @param what the requests or the work whose answer was awaited, as the end of a sentence
 */
export function stillWaiting(what: string): UserFacingError {
	return new UserFacingError(
		'The service did not respond in time',
		`This was not sent, because it has to wait for ${what}. ${IN_A_MINUTE}`,
		{ kind: 'unavailable' },
	);
}

/**
 * The words for what is not sent any more.
 *
 * @param mayPass whether the address has worked before, so that it is not mistyped
 */
function serviceAway(session: Session, parsed: ParsedResponse, mayPass: boolean): UserFacingError {
	const why = explain(session, ACCOUNT, parsed);
	const remedy = mayPass
		? `This was not sent, because the service is unavailable. ${IN_A_MINUTE}`
		: `This was not sent. ${why.remedy}`;
	return asError({ ...why, remedy, endsRun: true });
}
