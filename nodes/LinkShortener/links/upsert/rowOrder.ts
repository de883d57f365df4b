const NONE: readonly number[] = [];

/** The order of rows that share something. */
export class RowOrder {
	readonly earlier: Array<readonly number[]> = [];

	private readonly last = new Map<string, number>();

	/**
	 * Adds the next row.
	 *
	 * @param links it waits for the last row before it that shares one of these
	 */
	add(links: readonly string[]): void {
		const at = this.earlier.length;
		const before = links.flatMap((link) => this.last.get(link) ?? []);
		for (const link of links) this.last.set(link, at);
		this.earlier.push(before.length === 0 ? NONE : [...new Set(before)]);
	}
}
