/** Where the run stands, as the service sees it. */
export interface Standing {
	rows: number;
	created: number;
	refused: number;
	/** Requests the service still accepts before `resetsInMs` have passed. */
	remaining: number;
	limit: number;
	windowMs: number;
	resetsInMs: number;
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

function describe(standing: Standing): string {
	const { rows, created, refused, remaining } = standing;
	const done = created + refused;
	const parts = [`${done}/${rows} rows`, `${created} links`];
	if (refused > 0) parts.push(`${refused} refused`);
	if (done < rows && remaining === 0) {
		parts.push(`rate limit: waiting ${seconds(standing.resetsInMs)}`);
	}
	if (done < rows) parts.push(`${seconds(timeLeftMs(standing))} left`);
	return parts.join(' · ');
}

/** What the limit alone dictates; the requests themselves take next to nothing here. */
function timeLeftMs(standing: Standing): number {
	const { rows, created, refused, remaining, limit, windowMs, resetsInMs } = standing;
	const beyondThisWindow = rows - created - refused - remaining;
	if (beyondThisWindow <= 0) return 0;
	return Math.max(0, resetsInMs) + (Math.ceil(beyondThisWindow / limit) - 1) * windowMs;
}

function seconds(ms: number): string {
	const whole = Math.max(0, Math.ceil(ms / 1000));
	return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
