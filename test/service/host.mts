/** What a request goes through before its work is done, and whether a gateway has given up on it by then. */
interface Turn {
	/** Milliseconds until the work is done. */
	ms: number;
	/** Milliseconds until a gateway gives up; undefined where the work is done before. */
	cutAfterMs: number | undefined;
}

/** How long the gateway in front of the host waits for an answer. */
const GATEWAY_MS = 30_000;

/** A host that works on one request after the other, so that more requests at once only wait longer. */
export class SerialHost {
	private freeAt = 0;

	/**
	 * Puts a request behind all that came before it.
	 *
	 * @param workMs how long the host takes for it alone
	 */
	join(workMs: number): Turn {
		const now = Date.now();
		this.freeAt = Math.max(now, this.freeAt) + workMs;
		const ms = this.freeAt - now;
		return { ms, cutAfterMs: ms > GATEWAY_MS ? GATEWAY_MS : undefined };
	}
}
