import { RATE_LIMIT } from '../../service/index.mts';
import type { N8n } from '../../e2e/n8n.mts';
import { rowsOf } from '../../e2e/suites/bulk.mts';
import { startOutsideClient } from '../../e2e/outsideClient.mts';
import type { Stage } from '../../e2e/suites/stage.mts';
import type { Scale } from '../bench.mts';
import { type Candidate, createWithHttpRequest, createWithNode } from '../candidates.mts';
import { onOwnService } from '../benchmark.mts';
import { type Row, seconds } from '../table.mts';

const ROWS = 300;
const LIMIT = 30;
const REAL_WINDOW_MS = 60_000;
const BEST_RATIO = 1.02;
/** A window's end is announced in whole seconds, so each may be found up to this late. */
const HEADER_RESOLUTION_MS = 1_000;
/** Requests of the second client per window. */
const OUTSIDE_SHARE = 5;

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
	const plain = createWithHttpRequest();
	const tuned = createWithHttpRequest(handTuned);
	const benchmark = async (name: string, candidate: Candidate, withOutside: boolean) =>
		await run(n8n, stage, windowMs, name, candidate, withOutside);
	const [ours, plainAlone, tunedAlone, oursShared, plainShared, tunedShared] = await Promise.all([
		benchmark('this node', createWithNode, false),
		benchmark('HTTP Request', plain, false),
		benchmark('HTTP Request, tuned', tuned, false),
		benchmark('this node, shared key', createWithNode, true),
		benchmark('HTTP Request, shared key', plain, true),
		benchmark('HTTP Request, tuned, shared key', tuned, true),
	]);

	const what = `${ROWS} creates at ${LIMIT} per ${windowMs / 1000} s`;
	const most =
		windowMs === REAL_WINDOW_MS ? BEST_RATIO : BEST_RATIO + HEADER_RESOLUTION_MS / windowMs;
	const line = (against: string, mine: Outcome, theirs: Outcome, judged: boolean): Row => ({
		what: `${what}, ${against}`,
		ours: show(mine),
		theirs: show(theirs),
		ratio: `${mine.ratio.toFixed(3)} of the limit`,
		target: judged ? `≤ ${most.toFixed(2)}, 0 lost` : '0 lost',
		met: mine.lost === 0 && mine.doubled === 0 && (!judged || mine.ratio <= most),
	});
	return [
		line('HTTP Request as it comes', ours, plainAlone, true),
		line('HTTP Request tuned by hand', ours, tunedAlone, true),
		line('second client on the key, as it comes', oursShared, plainShared, false),
		line('second client on the key, tuned by hand', oursShared, tunedShared, false),
	];
}

async function run(
	n8n: N8n,
	stage: Stage,
	windowMs: number,
	name: string,
	candidate: Candidate,
	withOutside: boolean,
): Promise<Outcome> {
	const { service, benchmark } = await onOwnService(n8n, stage, {
		name,
		candidate,
		options: { rateLimit: { ...RATE_LIMIT, limit: LIMIT, windowMs } },
	});
	const rows = rowsOf('throttled', ROWS);
	const outside = withOutside
		? startOutsideClient(service, Math.round(windowMs / OUTSIDE_SHARE))
		: undefined;
	const { ms } = await benchmark.run(rows);
	const created = service.links().map(({ longurl }) => longurl);
	await outside?.stop();
	const windows = Math.ceil(created.length / LIMIT) - 1;
	return {
		ms,
		lost: rows.filter(({ url }) => !created.includes(url)).length,
		doubled: created.length - new Set(created).size,
		ratio: ms / (windows * windowMs),
	};
}

function show({ ms, lost, doubled }: Outcome): string {
	const doubles = doubled > 0 ? `, ${doubled} doubled` : '';
	return `${seconds(ms)}, ${lost} lost${doubles}`;
}
