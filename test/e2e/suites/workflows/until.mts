const TIMEOUT_MS = 60_000;
const POLL_MS = 50;

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
	const deadline = Date.now() + TIMEOUT_MS;
	while (!(await isSo())) {
		if (Date.now() > deadline) throw new Error('It does not come.');
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
}

/** A published webhook answers 404 for a moment. */
export async function untilPublished<T extends { status: number }>(
	send: () => Promise<T>,
): Promise<T> {
	const deadline = Date.now() + TIMEOUT_MS;
	for (;;) {
		const answer = await send();
		if (answer.status !== 404 || Date.now() > deadline) return answer;
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
}
