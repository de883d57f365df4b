import { withinOrigin } from '../../shared/text';
import { Cancelled, type Explanation } from '../../shared/userFacingError';
import type { Sent, Gate } from '../gate/gate';
import type { RunPolicy, RunSlots } from '../gate/runSlots';
import { lackOf } from '../http/features';
import { explainResponse } from '../http/messages';
import { parseResponse } from '../http/response';
import { judge } from '../http/retry';
import { passwordsIn, withoutSecrets } from '../http/credential';
import { type Answer, type Connection, isSilence } from '../http/transport';
import type { ParsedResponse, ServiceRequest } from '../http/types';
import type { KeyMemory } from '../memory';
import type { Outage } from '../gate/outage';

/** How long a caller waits, and for what. Times are milliseconds. */
export interface RequestPolicy extends RunPolicy {
	/** The longest one sending may take, from connecting to the last byte. */
	timeoutMs: number;
	/** Ends requests under way. */
	cancelSignal?: AbortSignal;
}

/** Four sendings with this timeout fit into the five minutes that n8n gives any request. */
export const DEFAULT_TIMEOUT_MS = 60_000;

/** The longest that a person's read is waited for, if nothing has answered for a minute. */
const PERSON_MS = 15_000;

/** The longest that is waited for what is sent again, or read, after a timeout. */
const AFTER_TIMEOUT_MS = 10_000;

/** The least timeout of a request that is sent just before its caller gives up. */
const MIN_TIMEOUT_MS = 5_000;

/** What one sending is about. */
interface Timed extends Pick<ServiceRequest, 'method' | 'isOnce' | 'isAfterTimeout'> {
	/** What is left of Max Wait. */
	leftMs?: number;
}

/**
 * How long one sending may take, in milliseconds: the user's Timeout.
 *
 * What is sent again, or read, after a timeout has less, and no more than is left of Max Wait: a whole timeout has
 * passed already, and a create that is cut off is looked for before it is sent again. A connection that broke has
 * used no time, however slow the service is. A person learns soon that nothing answers. A read ends when its caller
 * gives up; a change does not, so that the node itself does not lose the answer.
 */
export function timeoutOf(
	{ method, isOnce = false, isAfterTimeout = false, leftMs = Infinity }: Timed,
	{ timeoutMs, deadline = Infinity, caller }: RequestPolicy,
	{ hasTimedOut, hasAnsweredLately }: Pick<Outage, 'hasTimedOut' | 'hasAnsweredLately'>,
): number {
	const isRead = method === 'GET';
	const isShort = isAfterTimeout || isOnce || (isRead && hasTimedOut);
	const shortMs = isShort ? Math.min(AFTER_TIMEOUT_MS, Math.max(MIN_TIMEOUT_MS, leftMs)) : Infinity;
	if (!isRead) return Math.min(timeoutMs, shortMs);
	const personMs = caller === 'person' && !hasAnsweredLately ? PERSON_MS : Infinity;
	const callerMs = Math.max(MIN_TIMEOUT_MS, deadline - Date.now());
	return Math.min(timeoutMs, shortMs, personMs, callerMs);
}

/** Everything that the requests of one client share. */
export interface Session {
	connection: Connection;
	service: KeyMemory;
	gate: Gate;
	run: RunSlots;
	policy: RequestPolicy;
}

/** A request with a small answer that every service gives. */
export const ACCOUNT: ServiceRequest = { method: 'GET', path: '/api/account' };

const MAX_REDIRECTS = 5;

export function isChange({ method }: ServiceRequest): boolean {
	return method !== 'GET';
}

/**
 * Sends a request once, and follows redirects.
 *
 * @param isAfterTimeout whether it was waited for in vain before
 * @throws {Cancelled} when the execution was cancelled meanwhile
 */
export async function sendOnce(
	session: Session,
	request: ServiceRequest,
	isAfterTimeout = false,
): Promise<Sent> {
	const { connection, service, gate, run, policy } = session;
	const { cancelSignal } = policy;
	const leftMs = run.leftMs(Date.now());
	const timeoutMs = timeoutOf({ ...request, isAfterTimeout, leftMs }, policy, gate.outage);
	const ends = { timeoutMs, cancelSignal };
	let response = await connection.send(request, ends);
	let parsed = parse(response, request);
	const first = parsed;
	// Only a GET follows, and only within its own origin. There key and extra header go along, since a gateway that wants
	// the header stands in front of every address.
	for (let left = request.method === 'GET' ? MAX_REDIRECTS : 0; left > 0; left -= 1) {
		const next =
			parsed.kind === 'redirect' &&
			withinOrigin(parsed.location, `${connection.baseUrl}${request.path}`);
		if (!next) break;
		response = await connection.follow(next.href, ends);
		parsed = parse(response, request);
	}
	// To the login page, where a service lacks the part.
	if (parsed.kind === 'unreadable' && lackOf(request) !== '') parsed = first;
	if (!('status' in response)) {
		if (cancelSignal?.aborted) throw new Cancelled(isChange(request));
		// A shorter wait tells others little.
		return { parsed, isLost: true, isSilent: isSilence(parsed) && timeoutMs >= DEFAULT_TIMEOUT_MS };
	}
	if (parsed.kind === 'success') service.worked.add(lackOf(request));
	// Where nothing has worked yet, a page in place of an answer shows a wrong address.
	const isWrong = parsed.kind === 'unreadable' && service.worked.size === 0;
	return { parsed, response, isLost: isWrong || judge(parsed, request).waits === 'all' };
}

function parse(
	response: Answer,
	{ family = 'links', isDoneByRecord = false }: ServiceRequest,
): ParsedResponse {
	return 'status' in response ? parseResponse(response, family, isDoneByRecord) : response;
}

/** The words for a response or a missing one. They never hold a secret, whatever the service quotes. */
export function explain(
	{ connection, service }: Session,
	request: ServiceRequest,
	parsed: ParsedResponse,
): Explanation {
	const { baseUrl } = connection;
	const explanation = explainResponse(parsed, baseUrl, request, service.worked);
	return withoutSecrets(explanation, connection, passwordsIn(request));
}
