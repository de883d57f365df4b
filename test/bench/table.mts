/** One line of the result. */
export interface Row {
	what: string;
	ours: string;
	theirs?: string;
	/** Theirs in units of ours, or ours in units of what the limit allows; the target says which. */
	ratio?: string;
	target: string;
	/** Undefined where there is no target to meet. */
	met: boolean | undefined;
}

const HEADINGS = ['', 'this node', 'HTTP Request', 'ratio', 'target', 'met'];

export function printTable(rows: Row[]): void {
	const lines = [
		HEADINGS,
		...rows.map(({ what, ours, theirs = '', ratio = '', target, met }) => [
			what,
			ours,
			theirs,
			ratio,
			target,
			met === undefined ? '–' : met ? 'yes' : 'NO',
		]),
	];
	const widths = HEADINGS.map((_, column) =>
		Math.max(...lines.map((line) => line[column]?.length ?? 0)),
	);
	const shown = lines.map(
		(line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
	);
	const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
	console.log(['', shown[0], rule, ...shown.slice(1)].join('\n'));
}

export function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(2)} s`;
}

/** How long a run took, and what came of its rows. */
export function show({ ms, lost, doubled }: Record<'ms' | 'lost' | 'doubled', number>): string {
	return `${seconds(ms)}, ${lost} lost${doubled > 0 ? `, ${doubled} doubled` : ''}`;
}

export function megabytes(bytes: number): string {
	return `${Math.round(bytes / 1024 / 1024)} MB`;
}

export function median(numbers: number[]): number {
	const sorted = [...numbers].sort((one, other) => one - other);
	return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
