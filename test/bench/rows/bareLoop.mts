import type { Stage } from '../../e2e/suites/stage.mts';
import type { Scale } from '../bench.mts';
import type { Contestant, Race } from '../race.mts';
import { median, type Row } from '../table.mts';
import { inOwnProcess } from '../watched.mts';

const CREATES = 1_000;
const IN_FLIGHT = 50;
/** Turns of both until the compiler has done its work. */
const WARM_UP_TURNS = 2;
/** Processor time that the node may add to a create. */
const MAX_ADDED_MS = 0.15;

type Times = Record<Contestant, number[]>;

/** What the node adds to n8n's own way to send a request: processor time of a create, fresh and warm. */
export async function measureBareLoop(stage: Stage, { repeats }: Scale): Promise<Row[]> {
	const { url: baseUrl, apiKey } = await stage.service();
	const race = { baseUrl, apiKey, inFlight: IN_FLIGHT, creates: CREATES };
	const fresh: Times = { node: [], bareLoop: [] };
	const warm: Times = { node: [], bareLoop: [] };
	for (let turn = 0; turn < repeats; turn += 1) {
		for (const order of bothWays(['node', 'bareLoop'])) {
			const [first] = order;
			const spec: Race = { ...race, order: repeated(order) };
			// Processor time in milliseconds a create, of each turn.
			const turns = (await inOwnProcess('bareLoop.mts', spec)) as number[];
			if (first !== undefined) fresh[first].push(turns[0] ?? Number.NaN);
			for (const [place, ms] of turns.entries()) {
				const name = order[place % order.length];
				if (place >= order.length * WARM_UP_TURNS && name !== undefined) warm[name].push(ms);
			}
		}
	}
	return [row('the first in a process', fresh, undefined), row('warm', warm, MAX_ADDED_MS)];
}

function bothWays([one, other]: [Contestant, Contestant]): Contestant[][] {
	return [
		[one, other],
		[other, one],
	];
}

function repeated(order: Contestant[]): Contestant[] {
	return Array.from({ length: WARM_UP_TURNS + 2 }, () => order).flat();
}

function row(when: string, { node, bareLoop }: Times, most: number | undefined): Row {
	const addedMs = median(node) - median(bareLoop);
	return {
		what: `${CREATES} creates, ${IN_FLIGHT} in flight, ${when}: CPU a create beside a bare loop over n8n's helper`,
		ours: `${median(node).toFixed(2)} ms`,
		theirs: `${median(bareLoop).toFixed(2)} ms (the loop)`,
		ratio: `${addedMs.toFixed(2)} ms added`,
		target: most === undefined ? 'named' : `≤ ${most.toFixed(2)} ms`,
		met: most === undefined ? undefined : addedMs <= most,
	};
}
