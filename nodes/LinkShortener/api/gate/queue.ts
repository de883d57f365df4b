import type { Cancelled } from '../../shared/userFacingError';
import type { Permit, Refusal, RequestKind } from './permit';
import type { RunSlots } from './runSlots';

/** A request that wants to leave. */
export interface Caller {
	run: RunSlots;
	kind: RequestKind;
	/** Whether it goes before the others of its run, since it has left before. */
	goesFirst?: boolean;
	/** When the caller gives up (epoch ms). */
	deadline?: number | undefined;
}

/** A request that waits. */
export interface Waiter extends Caller {
	settle(answer: Permit | Refusal | Cancelled): void;
}

/** The requests of one run and kind that wait, in their order. They wait for the same, so the first speaks. */
export interface Line {
	first: Waiter;
	waiters: Waiter[];
}

export function linesOf(queue: readonly Waiter[]): Line[] {
	const lines = new Map<RunSlots, Partial<Record<RequestKind, Line>>>();
	for (const waiter of queue) {
		const { run, kind } = waiter;
		const ofRun = lines.get(run) ?? {};
		const line = (ofRun[kind] ??= { first: waiter, waiters: [] });
		line.waiters.push(waiter);
		lines.set(run, ofRun);
	}
	return [...lines.values()].flatMap((ofRun) => Object.values(ofRun));
}

/** Takes the first out of its line. */
export function advance(lines: Line[], line: Line): void {
	line.waiters.shift();
	const [next] = line.waiters;
	if (next === undefined) lines.splice(lines.indexOf(line), 1);
	else line.first = next;
}

/** The order in which lines have their turn: people first, then runs in turn, then reads. */
export function byTurn({ first: one }: Line, { first: other }: Line): number {
	return (
		Number(other.run.isPerson) - Number(one.run.isPerson) ||
		one.run.turn - other.run.turn ||
		Number(one.kind === 'change') - Number(other.kind === 'change')
	);
}
