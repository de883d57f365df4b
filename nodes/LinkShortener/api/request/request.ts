import { abortableSleep } from '../../shared/waiting';
import { Cancelled, UserFacingError } from '../../shared/userFacingError';
import { ACCOUNT, exchange, explain, isChange, type Session } from './exchange';
import type { Found } from '../gate/outage';
import { backOffMs, decideRetry, MAX_ATTEMPTS } from '../http/retry';
import { TIMEOUT_CODE } from '../http/transport';
import type { ParsedResponse, Result, ServiceRequest } from '../http/types';
import { explainRefusal, serviceAway } from './refusal';

/** A request that was lost so often, outages counted, is not sent again: it may be what brings the service down. */
const MAX_LOST = 10;

/** So many losses without an answer between them, of whatever requests, are no accident. */
const MANY_LOST = 3;

/**
 * The one request function: a slot of the run, and exchanges until there is an answer.
 *
 * @returns the body without its envelope, or why there is none
 * @throws {UserFacingError} when the request may not leave
 * @throws {Cancelled} when the execution was cancelled or the run stopped
 */
export async function performRequest(session: Session, request: ServiceRequest): Promise<Result> {
	const { run } = session;
	// What looks for a lost create goes before other creates, so that an outage meets few of them.
	const isUrgent = request.isAgain === true || !isChange(request);
	return await run.hold(isUrgent, async () => await sendUntilAnswered(session, request));
}

async function sendUntilAnswered(session: Session, request: ServiceRequest): Promise<Result> {
	const { gate, run, policy } = session;
	const { isAgain = false, isOnce = false } = request;
	/** The first sending that the service may have carried out. */
	let open: ParsedResponse | undefined;
	let losses = 0;
	/** Losses that no outage explains. */
	let attempts = 0;
	const waiting = async <T>(wait: Promise<T>) =>
		await wait.catch((error: unknown) => {
			// Something was sent before, so the cancel has to say that it may have been done.
			if (error instanceof Cancelled && open !== undefined) throw new Cancelled(true);
			throw error;
		});
	const send = async () => {
		request.onLeave?.();
		return await exchange(session, request, isAgain || losses > 0);
	};
	for (;;) {
		const exchanged = await waiting(gate.pass(run, isChange(request), send));
		if ('reason' in exchanged) {
			// The earlier sending tells more than the reason why the next one may not leave.
			if (open !== undefined) return failed(session, request, open);
			throw explainRefusal(exchanged);
		}
		const { parsed } = exchanged;
		if (parsed.kind === 'success') return { kind: 'success', body: parsed.body };
		if (parsed.kind === 'rateLimited') continue;
		const decision = decideRetry(request.safety, parsed);
		if (decision === 'verify') return unconfirmed(session, request, parsed);
		if (decision === 'return' && mayPass(session, parsed))
			return resultOf(session, request, parsed, open !== undefined);
		losses += 1;
		const backOff = backOffMs(attempts + 1, Math.random());
		const isOver =
			isOnce ||
			attempts + 1 >= MAX_ATTEMPTS ||
			losses >= MAX_LOST ||
			// A person does not wait for a second try where nothing answers.
			(run.isPerson && (isSilence(parsed) || gate.outage.losses >= MANY_LOST)) ||
			Date.now() + backOff > (policy.deadline ?? Infinity);
		if (decision === 'return' || isOver) {
			if (!mayPass(session, parsed)) return endRun(session, request, open, parsed);
			return failed(session, request, open ?? parsed);
		}
		if (parsed.kind !== 'unsent') open ??= parsed;
		const found = await waiting(lookAround(session, parsed));
		if (found === 'away') return endRun(session, request, open, parsed);
		if (found === 'there') attempts += 1;
		await waiting(abortableSleep(backOff, policy.stopSignal));
	}
}

/** Whether a failure may pass: not at an address that has never worked, which may be mistyped. */
function mayPass({ gate, service }: Session, parsed: ParsedResponse): boolean {
	const isPage = parsed.kind === 'unreadable' && gate.outage.losses >= MANY_LOST;
	return service.worked.size > 0 || !(parsed.kind === 'unsent' || isPage);
}

/** Whether the service is there after a loss. Bulk work waits for it, a person does not. */
async function lookAround(session: Session, lost: ParsedResponse): Promise<Found> {
	const { gate, run, policy } = session;
	if (run.isPerson || !mayPass(session, lost)) return 'there';
	const ofAll = { priority: 'interactive', timeoutMs: policy.timeoutMs } as const;
	const asking = { ...session, run: gate.openRun(ofAll), policy: ofAll };
	const ask = async () =>
		'reason' in (await gate.pass(asking.run, false, async () => await exchange(asking, ACCOUNT)));
	const now = Date.now();
	const wait = {};
	run.begins(wait, 'service', now);
	return await gate.outage
		.wait(ask, now + run.leftMs(now), policy.stopSignal)
		.finally(() => run.ends(wait, Date.now()));
}

/** Lets a run send no more. */
function endRun(
	session: Session,
	request: ServiceRequest,
	open: ParsedResponse | undefined,
	parsed: ParsedResponse,
): Result {
	const { run } = session;
	if (run.isPerson) return failed(session, request, open ?? parsed);
	const unsent = serviceAway(session, parsed, mayPass(session, parsed));
	run.end(unsent);
	return open === undefined ? { kind: 'failed', error: unsent } : failed(session, request, open);
}

function isSilence(parsed: ParsedResponse): boolean {
	return parsed.kind === 'noAnswer' && parsed.code === TIMEOUT_CODE;
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
	return { kind: 'failed', error: new UserFacingError(explain(session, request, parsed)) };
}

function unconfirmed(session: Session, request: ServiceRequest, parsed: ParsedResponse): Result {
	const explanation = { ...explain(session, request, parsed), isUnconfirmed: true };
	const isBroken = parsed.kind === 'noAnswer' && !isSilence(parsed);
	return { kind: 'unconfirmed', error: new UserFacingError(explanation), isBroken };
}
