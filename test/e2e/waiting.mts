const QUIET_MS = 3_000;

export async function pause(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits until something holds; false when it does not in time. */
export async function until(
	holds: () => boolean | Promise<boolean>,
	timeoutMs = 60_000,
	everyMs = 100,
): Promise<boolean> {
	const deadline = Date.now() + timeoutMs;
	while (!(await holds())) {
		if (Date.now() > deadline) return false;
		await pause(everyMs);
	}
	return true;
}

/** Publishing polls once: waits until every trigger has read what the service has. */
export async function untilQuiet(service: { requests: readonly unknown[] }): Promise<void> {
	for (let seen = 0; seen === 0 || seen < service.requests.length;) {
		seen = service.requests.length;
		await pause(QUIET_MS);
	}
}
