import { Cancelled, type Explanation } from '../shared/userFacingError';
import { lackOf } from './http/features';
import { explainResponse } from './http/messages';
import { parseResponse } from './http/response';
import { isLost } from './http/retry';
import { passwordsIn, withoutSecrets } from './http/secrets';
import { TIMEOUT_CODE, type Connection } from './http/transport';
import type { HttpResponse, NetworkFailure, ParsedResponse, ServiceRequest } from './http/types';
import { LONG_SILENCE_MS } from './outage/breaker';
import type { Outage } from './outage/outage';
import { unavailableForMs } from './rateLimit/headers';
import type { InFlight } from './rateLimit/inFlight';
import type { Permit, Priority, RateLimiter } from './rateLimit/limiter';
import type { WaitBudget } from './rateLimit/waitBudget';

/** How long a caller waits, and for what. Times are milliseconds. */
export interface RequestPolicy {
	priority: Priority;
	/** The longest one exchange may take, from connecting to the last byte. */
	timeoutMs: number;
	/** Epoch ms after which no more waiting makes sense. */
	deadline?: number;
	/** The longest a whole run may spend waiting for the rate limit or the service. */
	maxWaitMs?: number;
	/** A limit of the caller's own, kept by spreading its requests evenly. */
	requestsPerMinute?: number;
	/** How many requests may be under way at once; without it as many as go well. */
	maxInFlight?: number;
	cancelSignal?: AbortSignal;
	/** Ends the wait of what has not been sent; the cancel does so too. */
	stopSignal?: AbortSignal;
}

/** Four exchanges without a silence of more than this fit into the five minutes that n8n gives any request. */
export const DEFAULT_TIMEOUT_MS = 60_000;

/** What the requests of one client have in common. */
export interface Session {
	connection: Connection;
	limiter: RateLimiter;
	outage: Outage;
	inFlight: InFlight;
	policy: RequestPolicy;
	budget: WaitBudget;
}

/** A request that is sent just before its caller gives up still has a chance. */
const MIN_TIMEOUT_MS = 5_000;

const MAX_REDIRECTS = 5;

/** Whether a request would change something at the service. */
export function isChange({ safety }: ServiceRequest): boolean {
	return safety !== 'safe';
}

/**
 * Sends a request once, follows redirects, and tells those who have to know what came of it: the rate
 * limiter, the breaker and the concurrency.
 *
 * @param longestMs a shorter time than the client's own, in milliseconds
 * @throws {Cancelled} when the execution was cancelled meanwhile
 */
export async function exchange(
	session: Session,
	permit: Permit,
	request: ServiceRequest,
	longestMs = Infinity,
): Promise<ParsedResponse> {
	const { connection, outage, policy } = session;
	const { cancelSignal } = policy;
	const sentAt = Date.now();
	const timeoutMs = Math.min(timeoutOf(request, policy, sentAt), longestMs);
	outage.sent(isChange(request));
	let response = await connection.send(request, timeoutMs, cancelSignal);
	let parsed = parse(response, request);
	for (let redirects = 0; redirects < MAX_REDIRECTS; redirects += 1) {
		const next = nextHop(connection, request, parsed);
		if (next === undefined) break;
		response = await connection.follow(next, timeoutMs, cancelSignal);
		parsed = parse(response, request);
	}
	const isCancelled = !isResponse(response) && cancelSignal?.aborted === true;
	// A silence that is shorter than the run allows was ended by the caller.
	const isImpatient = isSilence(parsed) && timeoutMs < Math.min(policy.timeoutMs, LONG_SILENCE_MS);
	// A refusal by the rate limit is a sign of life, but nothing was tried.
	const isRefused = parsed.kind === 'rateLimited' && isChange(request);
	if (isCancelled || isImpatient || isRefused) outage.cameToNothing(isChange(request));
	else reportOutcome(session, request, { response, parsed, sentAt });
	if (!isResponse(response)) permit.lost();
	else if (parsed.kind === 'rateLimited') permit.rateLimited(response);
	else permit.answered(response);
	if (isCancelled) throw new Cancelled(isChange(request));
	return parsed;
}

function reportOutcome(
	{ inFlight, outage }: Session,
	request: ServiceRequest,
	{ response, parsed, sentAt }: Exchanged,
): void {
	if (parsed.kind !== 'unsent' && !isLost(request.safety, parsed)) {
		inFlight.succeeded();
		const worked = parsed.kind === 'success' ? lackOf(request) : undefined;
		outage.answered(isChange(request), sentAt, worked);
		return;
	}
	inFlight.lost(sentAt);
	const now = Date.now();
	const wasLongSilence = isSilence(parsed) && now - sentAt >= LONG_SILENCE_MS;
	const retryAfterMs = isResponse(response) ? unavailableForMs(response, now) : undefined;
	outage.lost({ isChange: isChange(request), sentAt, wasLongSilence, retryAfterMs }, parsed);
}

interface Exchanged {
	response: HttpResponse | NetworkFailure;
	parsed: ParsedResponse;
	/** Epoch ms. */
	sentAt: number;
}

function isSilence(parsed: ParsedResponse): boolean {
	return parsed.kind === 'lost' && parsed.code === TIMEOUT_CODE;
}

function isResponse(response: HttpResponse | NetworkFailure): response is HttpResponse {
	return 'status' in response;
}

function parse(
	response: HttpResponse | NetworkFailure,
	{ family = 'links' }: ServiceRequest,
): ParsedResponse {
	return isResponse(response) ? parseResponse(response, family) : response;
}

/**
 * Milliseconds one exchange may take: what a read is waited for ends when its caller gives up. What
 * changes something is waited for to the end, so that its answer is not lost by our own doing.
 */
export function timeoutOf(
	{ safety }: Pick<ServiceRequest, 'safety'>,
	policy: RequestPolicy,
	now: number,
): number {
	const { timeoutMs, deadline } = policy;
	if (safety !== 'safe' || deadline === undefined) return timeoutMs;
	return Math.min(timeoutMs, Math.max(MIN_TIMEOUT_MS, deadline - now));
}

/**
 * A GET follows by hand, and only within its own origin: key and extra header reach nobody else. Within
 * it they go along, since what wants the header stands in front of every address there.
 */
function nextHop(
	connection: Connection,
	request: ServiceRequest,
	parsed: ParsedResponse,
): string | undefined {
	if (parsed.kind !== 'redirect' || request.method !== 'GET') return undefined;
	const from = `${connection.baseUrl}${request.path}`;
	if (!URL.canParse(parsed.location, from)) return undefined;
	const to = new URL(parsed.location, from);
	return to.origin === new URL(from).origin ? to.href : undefined;
}

/** The words for a response, or for none. They never hold a secret, whatever the service says. */
export function explain(
	{ connection, outage }: Session,
	request: ServiceRequest,
	parsed: ParsedResponse,
): Explanation {
	const { baseUrl } = connection;
	const explanation = explainResponse(parsed, baseUrl, request, outage.worked);
	return withoutSecrets(explanation, connection, passwordsIn(request));
}
