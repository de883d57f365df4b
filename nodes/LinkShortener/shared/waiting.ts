import { sleep } from 'n8n-workflow';

import { Cancelled } from './userFacingError';

/** n8n's own sleep cannot be ended before 2.34, so a wait is cut into slices of this length. */
const SLICE_MS = 250;

/**
 * Waits, and ends the wait when the signal fires.
 *
 * @param ms milliseconds
 * @throws {Cancelled} within 0.25 seconds of the signal
 */
export async function abortableSleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
	for (let left = ms; left > 0; left -= SLICE_MS) {
		if (signal?.aborted) throw new Cancelled();
		await sleep(Math.min(left, SLICE_MS));
	}
}

/**
 * The result of work that others wait for as well.
 *
 * @param until when its caller gives up (epoch ms)
 * @returns undefined where it takes longer
 * @throws {Cancelled} within 0.25 seconds of the signal
 */
export async function within<T>(
	work: Promise<T>,
	until: number,
	signal: AbortSignal | undefined,
): Promise<T | undefined> {
	for (let left = until - Date.now(); left > 0; left = until - Date.now()) {
		const pause = abortableSleep(Math.min(left, SLICE_MS), signal).then(() => undefined);
		const result = await Promise.race([work, pause]);
		if (result !== undefined) return result;
	}
	return undefined;
}
