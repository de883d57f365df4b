import type { Memory } from '../shared/memory';
import { Cancelled, type Explanation } from '../shared/userFacingError';
import type { Gate } from './gate/gate';
import { isSilence, type Pass } from './gate/pass';
import { LONG_SILENCE_MS } from './gate/outage';
import type { Run, RunPolicy } from './gate/run';
import { lackOf } from './http/features';
import { explainResponse } from './http/messages';
import { parseResponse } from './http/response';
import { passwordsIn, withoutSecrets } from './http/secrets';
import type { Connection } from './http/transport';
import type {
	HttpResponse,
	NetworkFailure,
	ParsedResponse,
	Sending,
	ServiceRequest,
} from './http/types';
import type { Service } from './service';

/** How long a caller waits, and for what. Times are milliseconds. */
export interface RequestPolicy extends RunPolicy {
	/** The longest one exchange may take, from connecting to the last byte. */
	timeoutMs: number;
	/** Ends what is under way. */
	cancelSignal?: AbortSignal;
}

/** Four exchanges without a silence of more than this fit into the five minutes that n8n gives any request. */
export const DEFAULT_TIMEOUT_MS = 60_000;

/** What the requests of one client have in common. */
export interface Session {
	connection: Connection;
	service: Service;
	gate: Gate;
	run: Run;
	policy: RequestPolicy;
	/** What the run remembers. */
	memory: Memory;
}

/** A sending, and what its response says. */
export interface Exchanged extends Sending {
	parsed: ParsedResponse;
}

/** A request that is sent just before its caller gives up still has a chance. */
const MIN_TIMEOUT_MS = 5_000;

const MAX_REDIRECTS = 5;

/** Whether a request would change something at the service. */
export function isChange({ safety }: ServiceRequest): boolean {
	return safety !== 'safe';
}

/**
 * Sends a request once, follows redirects, and tells the gate what came of it.
 *
 * @param timeoutMs the longest it may take
 * @throws {Cancelled} when the execution was cancelled meanwhile
 */
export async function exchange(
	session: Session,
	pass: Pass,
	request: ServiceRequest,
	timeoutMs: number,
): Promise<Exchanged> {
	const { connection, service, policy } = session;
	const { cancelSignal } = policy;
	const { safety } = request;
	const { clock } = service.touch();
	try {
		let response = await connection.send(request, timeoutMs, cancelSignal);
		let parsed = parse(response, request);
		for (let redirects = 0; redirects < MAX_REDIRECTS; redirects += 1) {
			const next = nextHop(connection, request, parsed);
			if (next === undefined) break;
			response = await connection.follow(next, timeoutMs, cancelSignal);
			parsed = parse(response, request);
		}
		if (!isResponse(response)) {
			if (cancelSignal?.aborted) throw new Cancelled(isChange(request));
			// A silence that is shorter than the run allows was ended by the caller.
			const isImpatient = timeoutMs < Math.min(policy.timeoutMs, LONG_SILENCE_MS);
			const isInconclusive = isOptional(request) || (isSilence(parsed) && isImpatient);
			pass.end({ safety, parsed, isInconclusive });
			return { parsed, sentAt: pass.sentAt, isOld: false };
		}
		if (parsed.kind === 'success') service.worked.add(lackOf(request));
		pass.end({ safety, parsed, response, isInconclusive: isOptional(request) });
		return { parsed, sentAt: pass.sentAt, isOld: service.sawAnswer(response, clock) };
	} finally {
		// Whatever was thrown, nobody waits for this pass.
		pass.release();
	}
}

function isOptional({ patienceMs }: ServiceRequest): boolean {
	return patienceMs !== undefined;
}

function isResponse(response: HttpResponse | NetworkFailure): response is HttpResponse {
	return 'status' in response;
}

/** What a response says; one that cannot be looked through, such as one nested too deep, says nothing. */
function parse(
	response: HttpResponse | NetworkFailure,
	{ family = 'links' }: ServiceRequest,
): ParsedResponse {
	if (!isResponse(response)) return response;
	try {
		return parseResponse(response, family);
	} catch {
		return { kind: 'unreadable', status: response.status, found: 'notTheService' };
	}
}

/**
 * Milliseconds one exchange may take: what a read is waited for ends when its caller gives up. What
 * changes something is waited for to the end, so that its answer is not lost by our own doing.
 */
export function timeoutOf(
	{ safety, patienceMs = Infinity }: Pick<ServiceRequest, 'safety' | 'patienceMs'>,
	{ timeoutMs, deadline }: RequestPolicy,
	now: number,
): number {
	if (safety !== 'safe') return timeoutMs;
	const leftMs = deadline === undefined ? Infinity : Math.max(MIN_TIMEOUT_MS, deadline - now);
	return Math.min(timeoutMs, leftMs, patienceMs);
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
	{ connection, service }: Session,
	request: ServiceRequest,
	parsed: ParsedResponse,
): Explanation {
	const { baseUrl } = connection;
	const explanation = explainResponse(parsed, baseUrl, request, service.worked);
	return withoutSecrets(explanation, connection, passwordsIn(request));
}
