import { abortableSleep } from '../../shared/n8n/n8nCompat';
import { Cancelled, UserFacingError } from '../../shared/userFacingError';
import { exchange, explain, isChange, type Session } from './exchange';
import { isPass, type Permit } from '../gate/permit';
import type { Caller } from '../gate/queue';
import { backOffMs, decideRetry, isServiceAway } from '../http/retry';
import { TIMEOUT_CODE } from '../http/transport';
import type { ParsedResponse, Result, ServiceRequest } from '../http/types';
import { explainRefusal } from './refusal';

/** A request that was lost so often, outages counted, is not sent again: it may be what brings the service down. */
const MAX_LOST = 10;

/**
 * The one request function: a permit, an exchange, and what follows from it.
 *
 * @returns the body without its envelope, or why there is none
 * @throws {UserFacingError} when the request may not leave
 * @throws {Cancelled} when the execution was cancelled or the run stopped
 */
export async function performRequest(session: Session, request: ServiceRequest): Promise<Result> {
	const { gate, run, policy } = session;
	const { patienceMs, isAgain = false } = request;
	const caller: Caller = {
		run,
		kind: isChange(request) ? 'change' : 'read',
		deadline: patienceMs === undefined ? undefined : Date.now() + patienceMs,
		goesFirst: isAgain,
	};
	/** The first sending that the service may have carried out. */
	let open: ParsedResponse | undefined;
	/** The sendings that were lost. */
	const lost: Permit[] = [];
	const waiting = async <T>(wait: Promise<T>) =>
		await wait.catch((error: unknown) => {
			// Something was sent before, so the cancel has to say that it may have been done.
			if (error instanceof Cancelled && open !== undefined) throw new Cancelled(true);
			throw error;
		});
	for (;;) {
		const permit = await waiting(gate.enter(caller));
		if (!isPass(permit)) {
			// The earlier sending tells more than the reason why the next one may not leave.
			if (open !== undefined) return failed(session, request, open);
			throw explainRefusal(session, permit);
		}
		caller.goesFirst = true;
		request.onLeave?.();
		const parsed = await exchange(session, permit, request, isAgain || lost.length > 0);
		if (parsed.kind === 'rateLimited') continue;
		lost.push(permit);
		// What an outage has taken does not count.
		const attempt = Math.max(1, lost.filter((sending) => !sending.wasAway()).length);
		const backOff = backOffMs(attempt, Math.random());
		// A caller that can do without the answer does not wait for a second try, nor a person for a second silence.
		const isOver =
			patienceMs !== undefined ||
			lost.length >= MAX_LOST ||
			(run.isPerson && isSilence(parsed)) ||
			Date.now() + backOff > (policy.deadline ?? Infinity);
		switch (decideRetry(request.safety, parsed, attempt, isOver)) {
			case 'return':
				return resultOf(session, request, parsed, open !== undefined);
			case 'verify':
				return unconfirmed(session, request, parsed, permit);
			case 'fail':
				return failed(session, request, open ?? parsed);
			case 'retry':
				if (parsed.kind !== 'unsent') open ??= parsed;
				await waiting(abortableSleep(backOff, policy.stopSignal));
		}
	}
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
	if (parsed.kind === 'success') return { kind: 'success', body: parsed.body };
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

function unconfirmed(
	session: Session,
	request: ServiceRequest,
	parsed: ParsedResponse,
	permit: Permit,
): Result {
	const explanation = { ...explain(session, request, parsed), isUnconfirmed: true };
	const isBroken = parsed.kind === 'noAnswer' && !isSilence(parsed);
	// What can be read but not understood tells of the row, whatever became of others.
	const wasAway = () => isServiceAway('change', parsed) && permit.wasAway();
	return { kind: 'unconfirmed', error: new UserFacingError(explanation), wasAway, isBroken };
}
