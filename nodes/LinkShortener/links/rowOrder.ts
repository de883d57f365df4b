const NONE: readonly number[] = [];

/** The order of rows that share something. */
export class RowOrder {
	readonly earlier: Array<readonly number[]> = [];

	private readonly last = new Map<string, number>();

	/**
	 * Adds the next row.
	 *
	 * @param lock it waits for the last row before it that has the same one
	 */
	add(lock?: string): void {
		const before = lock === undefined ? undefined : this.last.get(lock);
		if (lock !== undefined) this.last.set(lock, this.earlier.length);
		this.earlier.push(before === undefined ? NONE : [before]);
	}
}
