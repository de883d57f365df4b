/** An entry that knows whether it is still needed. */
interface MayIdle {
	/** Whether it was not used for this long (milliseconds), and nothing is under way. */
	isIdleSince(ms: number): boolean;
}

/** An unused entry is forgotten after this long, so that a sheet that comes every week finds what it has sent. */
const FORGET_AFTER_MS = 8 * 24 * 60 * 60_000;

/**
 * One entry per name, made when it is first asked for and shared by every execution of this process.
 * Idle ones are forgotten whenever one is asked for.
 */
export class IdleMap<T extends MayIdle> {
	private readonly entries = new Map<string, T>();

	constructor(private readonly make: () => T) {}

	get(name: string): T {
		for (const [other, entry] of this.entries) {
			if (entry.isIdleSince(FORGET_AFTER_MS)) this.entries.delete(other);
		}
		const entry = this.entries.get(name) ?? this.make();
		this.entries.set(name, entry);
		return entry;
	}
}
