export async function pause(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits until something holds; false when it does not in time. */
export async function until(
	holds: () => boolean | Promise<boolean>,
	timeoutMs: number,
	everyMs = 100,
): Promise<boolean> {
	const deadline = Date.now() + timeoutMs;
	while (!(await holds())) {
		if (Date.now() > deadline) return false;
		await pause(everyMs);
	}
	return true;
}
