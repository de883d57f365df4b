/** The longest a check is tried for, in milliseconds of the wall clock. */
const GIVE_UP_MS = 60_000;

/**
 * Tries until a check passes, every five milliseconds of the clock that the node goes by: vitest's
 * `waitFor` goes by another one, on which hours may pass for the node between two tries. When to give
 * up is a matter of the wall clock: the other one is put forward by whatever test runs beside this.
 */
export async function eventually(check: () => void): Promise<void> {
	const startedAt = process.hrtime.bigint();
	for (;;) {
		try {
			check();
			return;
		} catch (error) {
			if (Number(process.hrtime.bigint() - startedAt) > GIVE_UP_MS * 1e6) throw error;
		}
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}
