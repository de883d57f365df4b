import { abortableSleep } from '../shared/n8nCompat';
import { Cancelled, UserFacingError } from '../shared/userFacingError';
import { ACCOUNT, exchange, explain, isChange, type Session } from './exchange';
import { isPass } from './gate/pass';
import type { Caller } from './gate/queue';
import { Hopeless } from './hopeless';
import { backOffMs, decideRetry } from './http/retry';
import { TIMEOUT_CODE } from './http/transport';
import type { ParsedResponse, Result, Row, ServiceRequest } from './http/types';
import { explainRefusal } from './refusal';

/**
 * The one request function: a pass, an exchange, and what follows from it.
 *
 * @param row of a create that lets others go first
 * @returns the body without its envelope, or why there is none
 * @throws {UserFacingError} when the request may not leave
 * @throws {Cancelled} when the execution was cancelled or the run stopped
 */
export async function performRequest(
	session: Session,
	request: ServiceRequest,
	row?: Row,
): Promise<Result> {
	const { gate, run, policy } = session;
	const hopeless = session.memory.get(Hopeless, () => new Hopeless());
	const { patienceMs } = request;
	const caller: Caller = {
		run,
		kind: isChange(request) ? 'change' : 'read',
		deadline: patienceMs === undefined ? undefined : Date.now() + patienceMs,
		lostAt: row?.lostAt,
	};
	/** The first sending that the service may have carried out. */
	let open: ParsedResponse | undefined;
	const waiting = async <T>(wait: Promise<T>) =>
		await wait.catch((error: unknown) => {
			// Something was sent before, so the cancel has to say that it may have been done.
			if (error instanceof Cancelled && open !== undefined) throw new Cancelled(true);
			throw error;
		});
	for (let attempt = 1; ;) {
		if (isChange(request)) await hopeless.check(request);
		if (row !== undefined) await waiting(row.whenFree());
		const pass = await waiting(gate.enter(caller));
		if (!isPass(pass)) {
			// The earlier sending tells more than the reason why the next one may not leave.
			if (open !== undefined) return failed(session, request, open);
			throw explainRefusal(session, pass);
		}
		caller.goesFirst = true;
		if (isChange(request) && hopeless.mayConcern(request)) {
			// Others were refused while it waited; what that means is read without holding a pass.
			pass.end();
			continue;
		}
		if (pass.isProbe) {
			await waiting(exchange(session, pass, ACCOUNT));
			continue;
		}
		if (row?.leave() === false) {
			pass.end();
			continue;
		}
		const parsed = await exchange(session, pass, request);
		if (parsed.kind === 'rateLimited' || parsed.kind === 'unsent') row?.comesBack();
		if (parsed.kind === 'rateLimited') continue;
		if (isChange(request)) hopeless.learn(session, request, parsed);
		const lostAt = caller.lostAt ?? Date.now();
		const inOutage = parsed.kind !== 'unreadable' && gate.isAwayFor(lostAt);
		const backOff = backOffMs(attempt, Math.random());
		// A caller that can do without the answer does not wait for a second try.
		const isOver = patienceMs !== undefined || Date.now() + backOff > (policy.deadline ?? Infinity);
		switch (decideRetry(request.safety, parsed, attempt, isOver)) {
			case 'return':
				return resultOf(session, request, parsed, open !== undefined);
			case 'verify':
				return unconfirmed(session, request, parsed, inOutage);
			case 'fail':
				return failed(session, request, open ?? parsed);
			case 'retry':
				if (parsed.kind !== 'unsent') open ??= parsed;
				// A row that fails in an outage is sent again as often as it takes.
				if (!inOutage) attempt += 1;
				Object.assign(caller, { lostAt, goesFirst: false });
				await waiting(abortableSleep(backOff, policy.stopSignal));
		}
	}
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
	inOutage: boolean,
): Result {
	const explanation = { ...explain(session, request, parsed), isUnconfirmed: true };
	const isBroken = parsed.kind === 'noAnswer' && parsed.code !== TIMEOUT_CODE;
	return { kind: 'unconfirmed', error: new UserFacingError(explanation), inOutage, isBroken };
}
