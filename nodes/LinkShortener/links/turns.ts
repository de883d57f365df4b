/**
 * How a turn stands to others with a key in common: `send` and `look` each go side by side with their
 * own kind, never with the other; `alone` goes with none.
 */
export type TurnMode = 'send' | 'look' | 'alone';

interface Turn {
	keys: readonly string[];
	mode: TurnMode;
	begin: () => void;
}

/** Keeps work that shares a key apart, in the order it came; other work goes on beside it. */
export class Turns {
	/** For each key the turns under way and behind them those that wait. */
	private readonly queues = new Map<string, Turn[]>();

	/** When the last turn ended, in epoch ms. */
	lastEndedAt = Date.now();

	get isIdle(): boolean {
		return this.queues.size === 0;
	}

	/**
	 * Runs work once no earlier turn with one of its keys is in its way.
	 *
	 * @param waitFor waits for the turn; where it throws, the work is not done and the others go on
	 */
	async run<T>(
		keys: readonly string[],
		mode: TurnMode,
		work: () => Promise<T>,
		waitFor: (turn: Promise<void>) => Promise<void>,
	): Promise<T> {
		let begin: () => void = () => undefined;
		const mayBegin = new Promise<void>((resolve) => (begin = resolve));
		const turn: Turn = { keys, mode, begin };
		for (const key of keys) this.queues.set(key, [...(this.queues.get(key) ?? []), turn]);
		try {
			if (!this.isFree(turn)) await waitFor(mayBegin);
			return await work();
		} finally {
			this.end(turn);
		}
	}

	private isFree(turn: Turn): boolean {
		return turn.keys.every((key) => {
			for (const other of this.queues.get(key) ?? []) {
				if (other === turn) return true;
				if (other.mode === 'alone' || other.mode !== turn.mode) return false;
			}
			return true;
		});
	}

	private end(turn: Turn): void {
		this.lastEndedAt = Date.now();
		for (const key of turn.keys) {
			const left = (this.queues.get(key) ?? []).filter((other) => other !== turn);
			if (left.length === 0) this.queues.delete(key);
			else this.queues.set(key, left);
		}
		for (const key of turn.keys) {
			for (const other of this.queues.get(key) ?? []) if (this.isFree(other)) other.begin();
		}
	}
}
