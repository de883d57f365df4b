import type { ServerResponse } from 'node:http';

/** All waiting of the service, so that a stop can end every wait at once. */
export class Pauses {
	private readonly wakers = new Set<() => void>();
	private over = false;

	/** Waits this many milliseconds, or until the service stops. */
	sleep(ms: number): Promise<void> {
		if (ms <= 0 || this.over) return Promise.resolve();
		return new Promise((resolve) => {
			const wake = (): void => {
				clearTimeout(timer);
				this.wakers.delete(wake);
				resolve();
			};
			const timer = setTimeout(wake, ms);
			this.wakers.add(wake);
		});
	}

	/** Waits until the client is gone, or until the service stops. */
	gone(response: ServerResponse): Promise<void> {
		if (isGone(response) || this.over) return Promise.resolve();
		return new Promise((resolve) => {
			const wake = (): void => {
				this.wakers.delete(wake);
				response.off('close', wake);
				resolve();
			};
			response.on('close', wake);
			this.wakers.add(wake);
		});
	}

	/** Ends all waits, those of the future too. */
	end(): void {
		this.over = true;
		for (const wake of [...this.wakers]) wake();
	}

	get ended(): boolean {
		return this.over;
	}
}

/** Whether nobody is there any more to read an answer. */
export function isGone(response: ServerResponse): boolean {
	return response.destroyed || response.socket === null || response.socket.destroyed;
}
