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

/** Work that needs no request goes on for so long before n8n gets the event loop. */
const MAX_HELD_MS = 20;

export class EventLoop {
	private heldSince = Date.now();

	private last = Promise.resolve();

	/** `pause` gives the event loop back; tests give it a fake clock. */
	constructor(private readonly pause: () => Promise<void> = () => sleep(0)) {}

	/** Awaited before each item or row. They go on in the order in which they came. */
	async share(): Promise<void> {
		this.last = this.last.then(async () => {
			if (Date.now() - this.heldSince < MAX_HELD_MS) return;
			await this.pause();
			this.heldSince = Date.now();
		});
		await this.last;
	}
}

/** After a failure it is done anew, once. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
	let result: Promise<T> | undefined;
	let failures = 0;
	return async () => {
		result ??= work().catch((error: unknown) => {
			failures += 1;
			if (failures === 1) result = undefined;
			throw error;
		});
		return await result;
	};
}
