import type { Client } from '../api/client';

/** Keeps work of one name apart, in the order it came; other work goes on beside it. */
export class KeyedLocks {
	/** The end of the last work of each name. */
	private readonly ends = new Map<string, Promise<void>>();

	/**
	 * Does work once all earlier work of the same name has ended. If that cannot be waited for, the work is not
	 * done and the others go on.
	 *
	 * @param what the earlier work is, for the message
	 */
	async run<T>(
		client: Pick<Client, 'waitFor'>,
		name: string,
		what: string,
		work: () => Promise<T>,
	): Promise<T> {
		const before = this.ends.get(name);
		let end: () => void = () => undefined;
		const own = new Promise<void>((resolve) => (end = resolve));
		const ended = before === undefined ? own : before.then(async () => await own);
		this.ends.set(name, ended);
		try {
			if (before !== undefined) await client.waitFor(before, what);
			return await work();
		} finally {
			end();
			if (this.ends.get(name) === ended) this.ends.delete(name);
		}
	}
}
