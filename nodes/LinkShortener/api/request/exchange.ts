import { withinOrigin } from '../../shared/url';
import { Cancelled, type Explanation } from '../../shared/userFacingError';
import type { Exchanged, Gate } from '../gate/gate';
import type { RunSlots } from '../gate/runSlots';
import { lackOf } from '../http/features';
import { explainResponse } from '../http/messages';
import { parseResponse } from '../http/response';
import { judge } from '../http/retry';
import { passwordsIn, withoutSecrets } from '../http/secrets';
import type { Connection } from '../http/transport';
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

const MAX_REDIRECTS = 5;

export function isChange({ safety }: ServiceRequest): boolean {
	return safety !== 'safe';
}

/**
 * Sends a request once, and follows redirects.
 *
 * @param isAfterTimeout whether it was waited for in vain before
 * @throws {Cancelled} when the execution was cancelled meanwhile
 */
export async function exchange(
	session: Session,
	request: ServiceRequest,
	isAfterTimeout = false,
): Promise<Exchanged> {
	const { connection, service, gate, run, policy } = session;
	const { cancelSignal } = policy;
	const leftMs = run.leftMs(Date.now());
	const timeoutMs = timeoutOf({ ...request, isAfterTimeout, leftMs }, policy, gate.outage);
	let response = await connection.send(request, timeoutMs, cancelSignal);
	let parsed = parse(response, request);
	// Only a GET follows, and only within its own origin. There key and extra header go along, since a gateway that wants
	// the header stands in front of every address.
	for (let left = request.method === 'GET' ? MAX_REDIRECTS : 0; left > 0; left -= 1) {
		const next =
			parsed.kind === 'redirect'
				? withinOrigin(parsed.location, `${connection.baseUrl}${request.path}`)
				: undefined;
		if (next === undefined) break;
		response = await connection.follow(next.href, timeoutMs, cancelSignal);
		parsed = parse(response, request);
	}
	if (!('status' in response)) {
		if (cancelSignal?.aborted) throw new Cancelled(isChange(request));
		return { parsed, isLost: true };
	}
	if (parsed.kind === 'success') service.worked.add(lackOf(request));
	// Where nothing has worked yet, a page in place of an answer shows a wrong address.
	const isWrong = parsed.kind === 'unreadable' && service.worked.size === 0;
	return { parsed, response, isLost: isWrong || judge(parsed, request).waits === 'all' };
}

function parse(
	response: HttpResponse | NetworkFailure,
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
