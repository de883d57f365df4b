import { abortableSleep } from '../shared/n8nCompat';
import { Cancelled, type Explanation, UserFacingError } from '../shared/userFacingError';
import { exchange, explain, isChange, timeoutOf, type Exchanged, type Session } from './exchange';
import { type Caller, Pass } from './gate/gate';
import { backOffMs, decideRetry } from './http/retry';
import type { ParsedResponse, Result, ServiceRequest } from './http/types';
import { explainRefusal } from './refusal';

/** A small answer that every install gives. */
const ACCOUNT: ServiceRequest = { method: 'GET', path: '/api/account', safety: 'safe' };

/**
 * The one request function: a pass, an exchange, and what follows from it.
 *
 * @returns the body without its envelope, or why there is none
 * @throws {UserFacingError} when the request may not leave
 * @throws {Cancelled} when the execution was cancelled or the run stopped
 */
export async function performRequest(session: Session, request: ServiceRequest): Promise<Result> {
	const { gate, run, policy } = session;
	const { patienceMs } = request;
	const caller: Caller = {
		run,
		kind: isChange(request) ? 'change' : 'read',
		// A request that helps others has little time, and they wait for it.
		place: patienceMs === undefined ? gate.placeInLine() : 0,
		...(patienceMs === undefined ? {} : { deadline: Date.now() + patienceMs }),
	};
	/** The last sending that may have been done. */
	let open: Exchanged | undefined;
	const waiting = async <T>(wait: Promise<T>) =>
		await wait.catch((error: unknown) => {
			// Something was sent before, so it cannot be said that nothing was.
			if (error instanceof Cancelled && open !== undefined) throw new Cancelled(true);
			throw error;
		});
	for (let attempt = 1; ;) {
		const pass = await waiting(gate.enter(caller));
		if (!(pass instanceof Pass)) {
			// What another try came to says less than what became of this one.
			if (open !== undefined) return failed(session, request, open);
			throw explainRefusal(session, pass);
		}
		if (pass.isProbe) {
			await waiting(exchange(session, pass, ACCOUNT, gate.probeTimeoutMs));
			continue;
		}
		const timeoutMs = timeoutOf(request, policy, Date.now());
		const exchanged = await exchange(session, pass, request, timeoutMs);
		const { parsed } = exchanged;
		if (parsed.kind === 'rateLimited') continue;
		if (isChange(request)) await watchForFilter(session, parsed);
		const backOff = backOffMs(attempt, Math.random());
		const isOver = Date.now() + backOff > (caller.deadline ?? policy.deadline ?? Infinity);
		switch (decideRetry(request.safety, parsed, attempt, isOver)) {
			case 'return':
				return resultOf(session, request, exchanged, open !== undefined);
			case 'verify':
				return unconfirmed(session, request, exchanged);
			case 'fail':
				return failed(session, request, exchanged);
			case 'retry':
				if (parsed.kind !== 'unsent') open = exchanged;
				attempt += 1;
				await waiting(abortableSleep(backOff, policy.stopSignal));
		}
	}
}

/** So many pages in a row in place of the service's answers may be for every request. */
const MAX_PAGES_IN_ROW = 10;

/**
 * Finds out whether a filter in front of the service stops every request, or only those whose long URL
 * or text it does not like. Asked once a run, of the account, in which there is nothing to dislike.
 */
async function watchForFilter(session: Session, parsed: ParsedResponse): Promise<void> {
	session.pagesInRow = parsed.kind === 'page' ? session.pagesInRow + 1 : 0;
	if (session.pagesInRow < MAX_PAGES_IN_ROW || session.isFiltered !== undefined) return;
	session.isFiltered = false;
	const { gate, run, policy } = session;
	const pass = await gate.enter({ run, kind: 'read', place: gate.placeInLine() });
	if (!(pass instanceof Pass)) return;
	const account = await exchange(session, pass, ACCOUNT, timeoutOf(ACCOUNT, policy, Date.now()));
	session.isFiltered = account.parsed.kind === 'page';
}

/** @param mayBeDone whether an earlier sending may have been carried out */
function resultOf(
	session: Session,
	request: ServiceRequest,
	{ parsed, sentAt, isOld }: Exchanged,
	mayBeDone: boolean,
): Result {
	if (parsed.kind === 'success') return { kind: 'success', body: parsed.body, sentAt, isOld };
	const result = failed(session, request, { parsed });
	// What an earlier sending deleted is gone: that is what was asked for.
	const isGone = result.error.explanation.kind === 'notFound';
	if (mayBeDone && request.method === 'DELETE' && isGone) {
		return { kind: 'success', body: {}, sentAt, isOld };
	}
	return result;
}

function failed(
	session: Session,
	request: ServiceRequest,
	{ parsed }: Pick<Exchanged, 'parsed'>,
): Extract<Result, { kind: 'failed' }> {
	return { kind: 'failed', error: new UserFacingError(toldOf(session, request, parsed)) };
}

/** The words, and whether every other request of the run would come to the same. */
function toldOf(session: Session, request: ServiceRequest, parsed: ParsedResponse): Explanation {
	const explanation = explain(session, request, parsed);
	const endsRun = parsed.kind === 'page' && session.isFiltered === true;
	return endsRun ? { ...explanation, endsRun } : explanation;
}

function unconfirmed(
	session: Session,
	request: ServiceRequest,
	{ parsed, sentAt, isOld }: Exchanged,
): Result {
	const explanation = { ...toldOf(session, request, parsed), isUnconfirmed: true };
	return { kind: 'unconfirmed', error: new UserFacingError(explanation), sentAt, isOld };
}
