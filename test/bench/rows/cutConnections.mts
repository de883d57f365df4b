import type { N8n } from '../../e2e/n8n.mts';
import { rowsOf } from '../../e2e/suites/bulk.mts';
import type { Stage } from '../../e2e/suites/stage.mts';
import type { Fault } from '../../service/index.mts';
import { onOwnService } from '../benchmark.mts';
import { type Candidate, createWithHttpRequest, createWithNode, goingOn } from '../candidates.mts';
import { type Row, seconds } from '../table.mts';

const ROWS = 300;
const EVERY = 7;
const LATENCY_MS = 50;
/** More creates than any run sends, with those that are sent again. */
const MOST_CREATES = 3 * ROWS;
const CREATE = { method: 'POST', path: '/api/url/add' };

/**
 * One connection in seven, in turn after and before the work. Each by its number, since the service
 * does not count for the one what the other has kept from it.
 */
const CUTS: Fault[] = Array.from({ length: MOST_CREATES / EVERY }, (_, index) => {
	const number = EVERY * (index + 1);
	const keptBefore = Math.floor(index / 2);
	return index % 2 === 0
		? { kind: 'closeAfter', match: { ...CREATE, nth: number - keptBefore } }
		: { kind: 'closeBefore', match: { ...CREATE, nth: number } };
});

/** The second is the hardest: a create that was lost is sent again, and may be the seventh again. */
const KINDS: Array<[what: string, faults: Fault[]]> = [
	['after and before the work in turn', CUTS],
	['before the work', [{ kind: 'closeBefore', match: { ...CREATE, every: EVERY } }]],
	['after the work', [{ kind: 'closeAfter', match: { ...CREATE, every: EVERY } }]],
];

interface Outcome {
	ms: number;
	links: number;
	/** Links to a page that another one leads to already. */
	doubled: number;
	items: number;
	message: string;
}

/** All at the same time: nearly all of it is waiting until a link is listed or is not. */
export async function measureCutConnections(stage: Stage): Promise<Row[]> {
	const n8n = await stage.n8n();
	const rowOf = async ([what, faults]: (typeof KINDS)[number]): Promise<Row> => {
		const [ours, theirs] = await Promise.all([
			run(n8n, stage, `node, ${what}`, goingOn(createWithNode), faults),
			run(n8n, stage, `http, ${what}`, goingOn(createWithHttpRequest()), faults),
		]);
		return {
			what: `${ROWS} creates, connection of every ${EVERY}th cut ${what}, ${LATENCY_MS} ms latency`,
			ours: show(ours),
			theirs: show(theirs),
			target: `${ROWS} links, ${ROWS} items`,
			met: ours.links === ROWS && ours.doubled === 0 && ours.items === ROWS,
		};
	};
	return await Promise.all(KINDS.map(rowOf));
}

async function run(
	n8n: N8n,
	stage: Stage,
	name: string,
	candidate: Candidate,
	faults: Fault[],
): Promise<Outcome> {
	const { service, benchmark } = await onOwnService(n8n, stage, {
		name,
		candidate,
		options: { latencyMs: LATENCY_MS, faults },
	});
	const { ms, items, distinct, message } = await benchmark.run(rowsOf('cut', ROWS));
	const made = service.links().map(({ longurl }) => longurl);
	return {
		ms,
		links: made.length,
		doubled: made.length - new Set(made).size,
		// Two items with one link would be a link too few.
		items: Math.min(items, distinct),
		message,
	};
}

function show({ ms, links, doubled, items, message }: Outcome): string {
	const doubles = doubled > 0 ? `, ${doubled} doubled` : '';
	const why = message === '' ? '' : `: ${message}`;
	return `${links} links${doubles}, ${items} items, ${seconds(ms)}${why}`;
}
