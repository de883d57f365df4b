import { withinOrigin } from '../../shared/url';
import { Cancelled, type Explanation } from '../../shared/userFacingError';
import type { Gate } from '../gate/gate';
import type { Permit } from '../gate/permit';
import type { RunSlots } from '../gate/runSlots';
import { lackOf } from '../http/features';
import { explainResponse } from '../http/messages';
import { parseResponse } from '../http/response';
import { passwordsIn, withoutSecrets } from '../http/secrets';
import { TIMEOUT_CODE, type Connection } from '../http/transport';
import type { HttpResponse, NetworkFailure, ParsedResponse, ServiceRequest } from '../http/types';
import type { Service } from './service';
import { timeoutOf, type RequestPolicy } from './timeout';

/** Everything that the requests of one client share. */
export interface Session {
	connection: Connection;
	service: Service;
	gate: Gate;
	run: RunSlots;
	policy: RequestPolicy;
}

/** A request with a small answer that every service gives. */
export const ACCOUNT: ServiceRequest = { method: 'GET', path: '/api/account', safety: 'safe' };

/** A silence that its caller ended before this tells nothing about the service. */
const LONG_SILENCE_MS = 10_000;

const MAX_REDIRECTS = 5;

/** Whether a request changes something at the service. */
export function isChange({ safety }: ServiceRequest): boolean {
	return safety !== 'safe';
}

/**
 * Sends a request once, follows redirects, and tells the gate the outcome.
 *
 * @param isAgain whether it was sent before
 * @throws {Cancelled} when the execution was cancelled meanwhile
 */
export async function exchange(
	session: Session,
	permit: Permit,
	request: ServiceRequest,
	isAgain = false,
): Promise<ParsedResponse> {
	const { connection, service, policy } = session;
	const { cancelSignal } = policy;
	const { pace } = permit;
	const timeoutMs = timeoutOf({ ...request, policy, pace, isAgain, now: Date.now() });
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
			const isImpatient =
				timeoutMs < Math.min(policy.timeoutMs, LONG_SILENCE_MS) && response.code === TIMEOUT_CODE;
			permit.end(isImpatient ? undefined : { parsed });
			return parsed;
		}
		if (parsed.kind === 'success') service.worked.add(lackOf(request));
		permit.end({ parsed, response });
		return parsed;
	} finally {
		// The permit is given back whatever was thrown, so that no other request waits for it.
		permit.end();
	}
}

function isResponse(response: HttpResponse | NetworkFailure): response is HttpResponse {
	return 'status' in response;
}

function parse(
	response: HttpResponse | NetworkFailure,
	{ family = 'links', isDoneByRecord = false }: ServiceRequest,
): ParsedResponse {
	return isResponse(response) ? parseResponse(response, family, isDoneByRecord) : response;
}

/**
 * The address of a redirect to follow. Only a GET follows, and only within its own origin. There key and extra
 * header go along, since a gateway that wants the header stands in front of every address.
 */
function nextHop(
	connection: Connection,
	request: ServiceRequest,
	parsed: ParsedResponse,
): string | undefined {
	if (parsed.kind !== 'redirect' || request.method !== 'GET') return undefined;
	return withinOrigin(parsed.location, `${connection.baseUrl}${request.path}`)?.href;
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
