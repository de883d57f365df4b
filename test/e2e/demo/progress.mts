/** Where the run stands, as the service sees it. */
export interface Standing {
	rows: number;
	created: number;
	refused: number;
	/** What the limit alone dictates; the requests themselves take next to nothing here. */
	leftMs: number;
}

const PLAIN_EVERY_MS = 5_000;

/** A line that is written over on a terminal; elsewhere a line every few seconds. */
export class ProgressLine {
	private readonly live = process.stdout.isTTY;
	private lastPlainMs = 0;

	show(standing: Standing): void {
		const line = describe(standing);
		if (this.live) {
			process.stdout.write(`\r\u001b[2K${line.slice(0, process.stdout.columns - 1)}`);
			return;
		}
		const now = Date.now();
		if (now - this.lastPlainMs < PLAIN_EVERY_MS) return;
		this.lastPlainMs = now;
		console.log(line);
	}

	end(): void {
		if (this.live) process.stdout.write('\n');
	}
}

function describe({ rows, created, refused, leftMs }: Standing): string {
	const done = created + refused;
	const parts = [`${done}/${rows} rows`, `${created} links`];
	if (refused > 0) parts.push(`${refused} refused`);
	if (done < rows) parts.push(`${seconds(leftMs)} left at the rate limit`);
	return parts.join(' · ');
}

function seconds(ms: number): string {
	const whole = Math.max(0, Math.ceil(ms / 1000));
	return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
