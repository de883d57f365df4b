/**
 * The mode of a lock. `send` and `look` share with their own kind and exclude each other; `alone` excludes
 * every other lock.
 */
export type LockMode = 'send' | 'look' | 'alone';

interface Lock {
	keys: readonly string[];
	mode: LockMode;
	begin: () => void;
}

/** Keeps work that shares a key apart, in the order it came; other work goes on beside it. */
export class KeyedLocks {
	/** The locks of each key: first those that are held, then those that wait. */
	private readonly queues = new Map<string, Lock[]>();

	/**
	 * Runs work once no earlier lock on one of its keys is in its way.
	 *
	 * @param waitFor waits for the lock; if it throws, the work is not done and the others go on
	 */
	async run<T>(
		keys: readonly string[],
		mode: LockMode,
		work: () => Promise<T>,
		waitFor: (acquired: Promise<void>) => Promise<void>,
	): Promise<T> {
		let begin: () => void = () => undefined;
		const mayBegin = new Promise<void>((resolve) => (begin = resolve));
		const lock: Lock = { keys, mode, begin };
		for (const key of keys) this.queues.set(key, [...(this.queues.get(key) ?? []), lock]);
		try {
			if (!this.isFree(lock)) await waitFor(mayBegin);
			return await work();
		} finally {
			this.release(lock);
		}
	}

	private isFree(lock: Lock): boolean {
		return lock.keys.every((key) => {
			for (const other of this.queues.get(key) ?? []) {
				if (other === lock) return true;
				if (other.mode === 'alone' || other.mode !== lock.mode) return false;
			}
			return true;
		});
	}

	private release(lock: Lock): void {
		for (const key of lock.keys) {
			const left = (this.queues.get(key) ?? []).filter((other) => other !== lock);
			if (left.length === 0) this.queues.delete(key);
			else this.queues.set(key, left);
		}
		for (const key of lock.keys) {
			for (const other of this.queues.get(key) ?? []) if (this.isFree(other)) other.begin();
		}
	}
}
