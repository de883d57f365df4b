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

const BAR_WIDTH = 24;
/** A bar that is shorter says nothing. */
const MIN_BAR = 6;
const USUAL_COLUMNS = 80;
const PLAIN_EVERY_MS = 5_000;

/** A line that is written over on a terminal; elsewhere a line every few seconds. */
export class ProgressLine {
	private readonly live = process.stdout.isTTY;
	private lastPlainMs = 0;
	private shown = false;

	show(standing: Standing): void {
		if (this.live) {
			const line = fitted(standing, (process.stdout.columns || USUAL_COLUMNS) - 1);
			process.stdout.write(`\r\u001b[2K${line}`);
			this.shown = true;
			return;
		}
		const now = Date.now();
		if (now - this.lastPlainMs < PLAIN_EVERY_MS) return;
		this.lastPlainMs = now;
		console.log(describe(standing));
	}

	end(): void {
		if (this.shown) process.stdout.write('\n');
		this.shown = false;
	}
}

/** The words count; the bar takes the room they leave. */
function fitted(standing: Standing, columns: number): string {
	const words = describe(standing);
	const room = Math.min(BAR_WIDTH, columns - words.length - 1);
	return room < MIN_BAR ? words.slice(0, columns) : `${bar(standing, room)} ${words}`;
}

function bar({ rows, created, refused }: Standing, width: number): string {
	const share = rows === 0 ? 0 : Math.min(1, (created + refused) / rows);
	const filled = Math.round(share * width);
	return '█'.repeat(filled) + '░'.repeat(width - filled);
}

export function describe(standing: Standing): string {
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
export function timeLeftMs(standing: Standing): number {
	const { rows, created, refused, remaining, limit, windowMs, resetsInMs } = standing;
	const beyondThisWindow = rows - created - refused - remaining;
	if (beyondThisWindow <= 0) return 0;
	return Math.max(0, resetsInMs) + (Math.ceil(beyondThisWindow / limit) - 1) * windowMs;
}

function seconds(ms: number): string {
	const whole = Math.max(0, Math.ceil(ms / 1000));
	return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
