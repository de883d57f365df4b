/**
 * Resolves at Ctrl+C, at a stop by a service manager and when the terminal is closed. A second
 * Ctrl+C ends the process at once; the n8n it started goes with it (see n8n.mts).
 */
export async function untilInterrupted(): Promise<void> {
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
