import { pause } from '../e2e/waiting.mts';
import type { Service } from '../service/index.mts';

interface BreakDown {
	/** Requests that are answered before. */
	after: number;
	forMs: number;
	/** Requests at its begin that are still carried out. */
	carriedOut?: number;
}

const POLL_MS = 5;
const kind = 'status502Html';

/**
 * Everything is answered with 502 for a while. Counted by the service itself, so that it begins with
 * the same request each time.
 */
export async function breakDown(
	service: Service,
	{ after, forMs, carriedOut = 0 }: BreakDown,
): Promise<void> {
	const match = { after, times: carriedOut };
	if (carriedOut > 0) service.addFault({ match, kind, work: true });
	service.addFault({ match: { after: after + carriedOut }, kind });
	while (service.requests.length <= after) await pause(POLL_MS);
	await pause(forMs);
	service.clearFaults();
}
