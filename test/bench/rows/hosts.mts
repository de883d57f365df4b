import { lostAndDoubled, rowsOf } from '../../e2e/suites/bulk.mts';
import type { Stage } from '../../e2e/suites/stage.mts';
import { WORLDS, type World } from '../../engine/support/hosts.mts';
import { onOwnService } from '../benchmark.mts';
import type { Scale } from '../bench.mts';
import { type Candidate, createWithHttpRequest, createWithNode } from '../candidates.mts';
import { type Row, seconds, show } from '../table.mts';
import { n8nWith } from './pairs.mts';

/** What a run may take of the host's own time, and beyond it for the first answers and a last rest. */
const MAX_RATIO = 1.3;
const MAX_MORE_MS = 10_000;

/** A longer world is only played in virtual time. */
const MAX_OWN_S = 300;

/** The most requests for a row. */
const MAX_REQUESTS = 2.5;

interface Outcome {
	ms: number;
	lost: number;
	doubled: number;
	requestsPerRow: number;
}

type N8n = Awaited<ReturnType<Stage['n8n']>>;

/** Creates on hosts as they are. Those side by side have a service each, and do little but wait. */
export async function measureHosts(stage: Stage, { beside }: Scale): Promise<Row[]> {
	const n8n = await stage.n8n();
	const others: { folder: string; n8n: N8n }[] = [];
	for (const folder of beside) others.push({ folder, n8n: await n8nWith(stage, folder) });
	const rows: Row[] = [];
	let ownMs = 0;
	const worlds = Object.entries(WORLDS).filter(([, { ownS }]) => ownS <= MAX_OWN_S);
	for (const [name, world] of worlds) {
		const [ours, theirs, ...besides] = await Promise.all([
			play(n8n, stage, `${name}: this node`, createWithNode, world),
			play(n8n, stage, `${name}: HTTP Request`, createWithHttpRequest(), world),
			...others.map((other) =>
				play(other.n8n, stage, `${name}: ${other.folder}`, createWithNode, world),
			),
		]);
		rows.push(rowOf(name, world, ours, theirs));
		for (const [place, outcome] of besides.entries()) {
			const label = `${name}: the node of ${beside[place]}`;
			const { target, ...row } = rowOf(label, world, outcome, theirs);
			rows.push({ ...row, target: `named (${target})`, met: undefined });
		}
		ownMs += 1_000 * world.ownS;
	}
	const what = 'The own time of all these hosts';
	return [...rows, { what, ours: seconds(ownMs), target: 'named', met: undefined }];
}

async function play(
	n8n: N8n,
	stage: Stage,
	name: string,
	candidate: Candidate,
	{ host, count, runs = 1 }: World,
): Promise<Outcome> {
	const { service, benchmark } = await onOwnService(n8n, stage, { name, candidate, options: host });
	const sheets = Array.from({ length: runs }, (_, run) => rowsOf(`hosts-${run}`, count));
	const startedAt = performance.now();
	await Promise.all(sheets.map(async (rows) => await benchmark.run(rows)));
	const ms = performance.now() - startedAt;
	const requestsPerRow = service.requests.length / (count * runs);
	return { ms, ...lostAndDoubled(service, sheets.flat()), requestsPerRow };
}

function rowOf(
	name: string,
	{ count, runs = 1, ownS }: World,
	ours: Outcome,
	theirs: Outcome,
): Row {
	const ownMs = 1_000 * ownS;
	const isInTime = ours.ms <= MAX_RATIO * ownMs + MAX_MORE_MS;
	const isWhole = ours.lost === 0 && ours.doubled === 0;
	return {
		what: `${count * runs} creates, ${name}`,
		ours: withRequests(ours),
		theirs: withRequests(theirs),
		ratio: `${(ours.ms / ownMs).toFixed(2)} of the host's own ${ownS} s`,
		target: `≤ ${MAX_RATIO} and ${seconds(MAX_MORE_MS)}, 0 lost, ≤ ${MAX_REQUESTS} requests a row`,
		met: isInTime && isWhole && ours.requestsPerRow <= MAX_REQUESTS,
	};
}

function withRequests(outcome: Outcome): string {
	return `${show(outcome)}, ${outcome.requestsPerRow.toFixed(1)} requests a row`;
}
