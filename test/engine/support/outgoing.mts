import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';

/** Node's own channels for what goes out of a process and what comes back. */
const REQUEST = 'http.client.request.start';
const RESPONSE = 'http.client.response.finish';

/** Turns of the event loop within which n8n has handed a whole response to the node. */
const TURNS = 3;

/**
 * Counts the requests that this process begins after it has read a response with a status. It goes by
 * order, not by time, so it is the same on a machine of any speed.
 */
export async function countSentAfter<T>(
	status: number,
	run: () => Promise<T>,
): Promise<{ sent: number; value: T }> {
	const seen = { isKnown: false, sent: 0 };
	let knowing: Promise<unknown> | undefined;
	const onRequest = () => {
		if (seen.isKnown) seen.sent += 1;
	};
	const onResponse = (message: unknown) => {
		const { response } = message as { request: ClientRequest; response: IncomingMessage };
		if (response.statusCode !== status) return;
		response.once('end', () => {
			knowing = waitTurns().then(() => (seen.isKnown = true));
		});
	};
	subscribe(REQUEST, onRequest);
	subscribe(RESPONSE, onResponse);
	try {
		const value = await run();
		// A short run may have ended by then.
		await knowing;
		if (!seen.isKnown) throw new Error(`No response had the status ${status}`);
		return { sent: seen.sent, value };
	} finally {
		unsubscribe(REQUEST, onRequest);
		unsubscribe(RESPONSE, onResponse);
	}
}

async function waitTurns(): Promise<void> {
	for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
}
