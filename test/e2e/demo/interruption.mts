/** What has been started, in order, so that it is stopped in the opposite order. */
export type Started = Array<() => Promise<void>>;

const INTERRUPTED = 130;

/** Does some work and stops what it has started: when it is done or, if it stays open, at Ctrl+C. */
export async function untilEnd(
	work: (started: Started) => Promise<number>,
	{ staysOpen }: { staysOpen: boolean },
): Promise<number> {
	const started: Started = [];
	const interrupted = untilInterrupted().then(() => {
		console.log('\nStopping …');
		return INTERRUPTED;
	});
	try {
		const code = await Promise.race([work(started), interrupted]);
		if (staysOpen) await interrupted;
		return code;
	} finally {
		for (const stop of started.reverse()) await stop();
	}
}

/**
 * Resolves at Ctrl+C, at a stop by a service manager and when the terminal is closed. A second
 * Ctrl+C ends the process at once; the n8n it started goes with it (see n8n.mts).
 */
async function untilInterrupted(): Promise<void> {
	await new Promise<void>((resolve) => {
		let before = false;
		const interrupt = () => {
			if (before) process.exit(130);
			before = true;
			resolve();
		};
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
	});
}
