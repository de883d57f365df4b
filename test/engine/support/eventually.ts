/**
 * Tries until a check passes, for a second of the clock that the node goes by: vitest's `waitFor`
 * goes by another one, on which hours may pass for the node between two tries.
 */
export async function eventually(check: () => void): Promise<void> {
	const end = Date.now() + 1_000;
	for (;;) {
		try {
			check();
			return;
		} catch (error) {
			if (Date.now() > end) throw error;
		}
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}
