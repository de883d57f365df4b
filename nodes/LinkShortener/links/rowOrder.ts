/** What a row shares with others, by which it waits for them. */
export interface Shared {
	/** It waits for the last row before it that shares one of these. */
	links: readonly string[];
	/** Whether it shows what the service makes of a slash, unless an earlier row has shown it. */
	showsSlash?: boolean;
}

const NONE: readonly number[] = [];

/** The order of rows that share something. */
export class RowOrder {
	readonly earlier: Array<readonly number[]> = [];

	private readonly last = new Map<string, number>();

	private firstWithSlash: number | undefined;

	/** Adds the next row. */
	add({ links, showsSlash = false }: Shared): void {
		const at = this.earlier.length;
		const before = links.flatMap((link) => this.last.get(link) ?? []);
		for (const link of links) this.last.set(link, at);
		if (showsSlash) {
			// All wait for the one that shows it, so that none is sent in vain.
			if (this.firstWithSlash !== undefined) before.push(this.firstWithSlash);
			this.firstWithSlash ??= at;
		}
		this.earlier.push(before.length === 0 ? NONE : [...new Set(before)]);
	}
}
