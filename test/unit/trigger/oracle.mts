/**
 * Judges what a trigger emits by what happened at the service alone. It knows nothing of cursors: who
 * plays a history tells it what has to be emitted, what may be, and nothing else may.
 */
export class Oracle {
	readonly violations: string[] = [];

	private readonly due = new Set<string>();

	private readonly allowed = new Set<string>();

	private readonly emitted = new Set<string>();

	/** It has to be emitted, once. */
	require(event: string | number): void {
		this.due.add(String(event));
	}

	/** It may be emitted, once, or not at all. */
	allow(event: string | number): void {
		this.due.delete(String(event));
		this.allowed.add(String(event));
	}

	/** It may be emitted once more. */
	allowAgain(event: string | number): void {
		this.emitted.delete(String(event));
		this.allow(event);
	}

	/** If it had to be emitted, it only may be from now on. */
	waive(event: string | number): void {
		if (this.due.has(String(event))) this.allow(event);
	}

	/** It must not be emitted, until something else is said. */
	forbid(event: string | number): void {
		this.due.delete(String(event));
		this.allowed.delete(String(event));
	}

	/** Whether it has to be emitted, or may be, and was not yet. */
	isOpen(event: string): boolean {
		return !this.emitted.has(event) && (this.due.has(event) || this.allowed.has(event));
	}

	/** What has to be emitted and was not yet. */
	get missing(): string[] {
		return [...this.due].filter((event) => !this.emitted.has(event));
	}

	/** What one poll emitted, in its order. */
	emit(events: ReadonlyArray<string | number>): void {
		for (const event of events.map(String)) {
			if (this.emitted.has(event)) this.violations.push(`${event} was emitted twice`);
			else if (!this.due.has(event) && !this.allowed.has(event)) {
				this.violations.push(`${event} is no new one`);
			}
			this.emitted.add(event);
		}
	}

	/** What one poll asked for: twice the pages, and at most six requests to find the last one. */
	bound(requests: number, pages: number): void {
		if (requests > 2 * pages + 6) {
			this.violations.push(`${requests} requests for ${pages} pages`);
		}
	}

	/** At the end: nothing is missing, and two polls in which nothing happens leave the same behind. */
	rest(before: unknown, after: unknown): void {
		for (const event of this.missing) this.violations.push(`${event} is missing`);
		if (JSON.stringify(before) !== JSON.stringify(after)) {
			this.violations.push(`no rest: ${JSON.stringify(before)} then ${JSON.stringify(after)}`);
		}
	}
}
