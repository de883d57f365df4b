import type { PageRequest } from '../../../nodes/LinkShortener/api/pagination/page';

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

	isDue(event: string | number): boolean {
		return this.due.has(String(event));
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

	/** What one poll asked for: two scans at most, each of twice its pages and four requests. */
	bound(requests: readonly PageRequest[]): void {
		const pages = new Set(requests.map(({ number, size }) => `${number} of ${size}`));
		const most = 2 * (2 * pages.size + 4);
		if (requests.length > most) {
			this.violations.push(`${requests.length} requests for ${pages.size} pages`);
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
