import { sleep } from 'n8n-workflow';

import type { Client } from '../../api/client';

const OTHERS = 'another item with the same alias or long URL';

/** Work that is done one at a time by its key, in the order in which it was asked for. */
export class Locks {
	private readonly last = new Map<string, Promise<void>>();

	/**
	 * Does work once nobody else has the lock of a key.
	 *
	 * @param heldUntil asked when the work has ended: until when nobody else may have the lock (epoch ms)
	 * @throws what `waitFor` throws to a caller that can wait no longer; then the work is not done
	 */
	async alone<T>(
		client: Pick<Client, 'waitFor'>,
		key: string,
		work: () => Promise<T>,
		heldUntil: () => number = () => 0,
	): Promise<T> {
		const before = this.last.get(key);
		let free: () => void = () => undefined;
		const own = new Promise<void>((resolve) => (free = resolve));
		const all = before === undefined ? own : before.then(async () => await own);
		this.last.set(key, all);
		void all.then(() => {
			if (this.last.get(key) === all) this.last.delete(key);
		});
		try {
			if (before !== undefined) await client.waitFor(before, OTHERS);
			return await work();
		} finally {
			const ms = heldUntil() - Date.now();
			if (ms > 0) void sleep(ms).then(free);
			else free();
		}
	}
}
