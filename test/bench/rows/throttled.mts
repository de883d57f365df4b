import { RATE_LIMIT } from '../../service/index.mts';
import type { N8n } from '../../e2e/n8n.mts';
import { lostAndDoubled, rowsOf } from '../../e2e/suites/bulk.mts';
import type { Stage } from '../../e2e/suites/stage.mts';
import type { Scale } from '../bench.mts';
import { type Candidate, createWithHttpRequest, createWithNode } from '../candidates.mts';
import { onOwnService } from '../benchmark.mts';
import { type Row, show } from '../table.mts';

const ROWS = 300;
const LIMIT = 30;
const REAL_WINDOW_MS = 60_000;
const BEST_RATIO = 1.02;
/** A window's end is announced in whole seconds, so each may be found up to this late. */
const HEADER_RESOLUTION_MS = 1_000;
interface Outcome {
	ms: number;
	lost: number;
	doubled: number;
	/** Of the limit's own time for everything that was created. */
	ratio: number;
}

/**
 * All at the same time, each on a service of its own with the same limit: they do nothing but wait,
 * and one after the other would take an hour with the real window.
 */
export async function measureThrottled(stage: Stage, { windowMs }: Scale): Promise<Row[]> {
	const n8n = await stage.n8n();
	const handTuned = { batching: { batch: { batchSize: LIMIT, batchInterval: windowMs } } };
	const benchmark = async (name: string, candidate: Candidate) =>
		await run(n8n, stage, windowMs, name, candidate);
	const [ours, asItComes, tuned] = await Promise.all([
		benchmark('this node', createWithNode),
		benchmark('HTTP Request', createWithHttpRequest()),
		benchmark('HTTP Request, tuned', createWithHttpRequest(handTuned)),
	]);

	const what = `${ROWS} creates at ${LIMIT} per ${windowMs / 1000} s`;
	const most =
		windowMs === REAL_WINDOW_MS ? BEST_RATIO : BEST_RATIO + HEADER_RESOLUTION_MS / windowMs;
	const line = (against: string, theirs: Outcome): Row => ({
		what: `${what}, ${against}`,
		ours: show(ours),
		theirs: show(theirs),
		ratio: `${ours.ratio.toFixed(3)} of the limit`,
		target: `≤ ${most.toFixed(2)}, 0 lost`,
		met: ours.lost === 0 && ours.doubled === 0 && ours.ratio <= most,
	});
	return [line('HTTP Request as it comes', asItComes), line('HTTP Request tuned by hand', tuned)];
}

async function run(
	n8n: N8n,
	stage: Stage,
	windowMs: number,
	name: string,
	candidate: Candidate,
): Promise<Outcome> {
	const { service, benchmark } = await onOwnService(n8n, stage, {
		name,
		candidate,
		options: { rateLimit: { ...RATE_LIMIT, limit: LIMIT, windowMs } },
	});
	const rows = rowsOf('throttled', ROWS);
	const { ms } = await benchmark.run(rows);
	const windows = Math.ceil(service.links().length / LIMIT) - 1;
	return { ms, ...lostAndDoubled(service, rows), ratio: ms / (windows * windowMs) };
}
