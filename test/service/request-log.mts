import type { IncomingHttpHeaders } from 'node:http';
import type { FaultKind } from './faults.mts';

export interface RequestLogEntry {
	method: string;
	/** Below the base path, without the query. */
	path: string;
	query: Record<string, string | string[]>;
	headers: IncomingHttpHeaders;
	/** Parsed JSON or form fields; undefined when there was none or it could not be parsed. */
	body: unknown;
	rawBody: string;
	/** The key of the Authorization header, '' when there was none. */
	apiKey: string;
	/** HTTP status of the answer; 0 until it is sent and when it never was. */
	status: number;
	/** Whether the host did not let it through. */
	turnedAway: boolean;
	/** Whether the rate limit, or a fault that plays it, refused the request. */
	refused: boolean;
	/** The fault that struck, if any. */
	fault: FaultKind | null;
	/** Epoch milliseconds. */
	startedAt: number;
	/** Epoch milliseconds at which the answer was sent or given up; 0 until then. */
	finishedAt: number;
}

const KEPT = 50_000;
/** Makes room in steps: dropping one entry per request would move the whole list every time. */
const DROPPED = 5_000;

/** Adds an entry; of a full log the oldest tenth goes. The array itself stays the same one. */
export function logRequest(log: RequestLogEntry[], entry: RequestLogEntry): void {
	if (log.length >= KEPT) log.splice(0, DROPPED);
	log.push(entry);
}
