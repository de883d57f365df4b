import type { N8n } from '../../e2e/n8n.mts';
import { rowsOf } from '../../e2e/suites/bulk.mts';
import type { Stage } from '../../e2e/suites/stage.mts';
import { onOwnService } from '../benchmark.mts';
import type { Scale } from '../bench.mts';
import { createWithNode } from '../candidates.mts';
import { median, type Row, seconds } from '../table.mts';

const ROWS = 1_000;
const LATENCY_MS = 20;
const MAX_RATIO = 1.2;

type Rows = Array<{ url: string }>;

const same: Rows = Array.from({ length: ROWS }, () => ({
	url: 'https://shop.example/spring-sale',
}));
const different: Rows = rowsOf('page', ROWS);

interface Turn {
	sameMs: number;
	differentMs: number;
}

/** A link of its own for each of many rows to one page, as invitations have it. */
export async function measureSameUrl(stage: Stage, { repeats }: Scale): Promise<Row[]> {
	const n8n = await stage.n8n();
	// The first run of all is slow whatever it does, and so might be the first of each kind.
	await inTurn(n8n, stage, 'warm-up', [same, different]);
	const turns: Turn[] = [];
	for (let turn = 0; turn < repeats; turn += 1) {
		const order = turn % 2 === 0 ? [same, different] : [different, same];
		turns.push(await inTurn(n8n, stage, `turn ${turn}`, order));
	}
	const sameMs = median(turns.map((turn) => turn.sameMs));
	const differentMs = median(turns.map((turn) => turn.differentMs));
	// Of two runs that follow one another: whatever else the machine does meets both alike.
	const ratio = median(turns.map((turn) => turn.sameMs / turn.differentMs));
	return [
		{
			what: `${ROWS} creates of one long URL without alias, ${LATENCY_MS} ms latency (different ones)`,
			ours: `${seconds(sameMs)} (${seconds(differentMs)})`,
			ratio: `${ratio.toFixed(2)} of different ones`,
			target: `≤ ${MAX_RATIO.toFixed(2)}`,
			met: ratio <= MAX_RATIO,
		},
	];
}

async function inTurn(n8n: N8n, stage: Stage, name: string, order: Rows[]): Promise<Turn> {
	const times = new Map<Rows, number>();
	for (const rows of order) times.set(rows, await run(n8n, stage, rows, name));
	const msOf = (rows: Rows) => times.get(rows) ?? Number.NaN;
	return { sameMs: msOf(same), differentMs: msOf(different) };
}

/** On a service of its own, of which n8n knows nothing yet. */
async function run(n8n: N8n, stage: Stage, rows: Rows, turn: string): Promise<number> {
	const { service, benchmark } = await onOwnService(n8n, stage, {
		name: `${rows === same ? 'one long URL' : 'different long URLs'}, ${turn}`,
		candidate: createWithNode,
		options: { latencyMs: LATENCY_MS },
	});
	const { ms, items, distinct } = await benchmark.run(rows);
	const links = service.links().length;
	if (items !== ROWS || distinct !== ROWS || links !== ROWS) {
		throw new Error(`${items} items with ${distinct} short URLs, ${links} links of ${ROWS}.`);
	}
	return ms;
}
