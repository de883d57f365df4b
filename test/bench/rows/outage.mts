import type { N8n } from '../../e2e/n8n.mts';
import { rowsOf } from '../../e2e/suites/bulk.mts';
import type { Stage } from '../../e2e/suites/stage.mts';
import type { Scale } from '../bench.mts';
import { breakDown } from '../breakDown.mts';
import { type Candidate, createWithHttpRequest, createWithNode, goingOn } from '../candidates.mts';
import { onOwnService } from '../benchmark.mts';
import { type Row, seconds } from '../table.mts';

const ITEMS = 1_000;
const LATENCY_MS = 50;
/** Requests before the outage: it begins in the middle, also where all leave at once. */
const REQUESTS_BEFORE = 300;
/** A service that is down again and again would keep a run busy for hours. */
const OUTAGE_CAP_MS = 5 * 60_000;
/** HTTP Request gives up after five minutes; nobody is waited for much longer. */
const DEAD_CAP_MS = 5.5 * 60_000;
const MAX_DEAD_MS = 3 * 60_000;

/** The most that n8n offers. */
const retry = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5_000 };

const node = goingOn(createWithNode);
const http = goingOn(createWithHttpRequest());
/**
 * With On Error → Stop, since with Continue nothing would be tried again while the first item works.
 * n8n takes the `error: 0` of the service's answers for a failure, so that every link is created five
 * times, also without an outage.
 */
const httpWithRetry: Candidate = (credential, service) =>
	createWithHttpRequest()(credential, service).map((step) => ({ ...step, ...retry }));

interface Outcome {
	links: number;
	failed: number;
	doubled: number;
	/** Undefined when it had no end. */
	ms: number | undefined;
	/** The same without an outage. */
	calmMs: number;
}

export async function measureOutage(stage: Stage, scale: Scale): Promise<Row[]> {
	const n8n = await stage.n8n();
	const { outageMs } = scale;
	const ours = await runThroughOutage(n8n, stage, 'node', node, outageMs);
	const plain = await runThroughOutage(n8n, stage, 'http', http, outageMs);
	const retried = await runThroughOutage(n8n, stage, 'retry', httpWithRetry, outageMs);
	const what = `502 for ${outageMs / 1000} s amid ${ITEMS} creates, ${LATENCY_MS} ms latency`;
	const row = (beside: string, theirs: Outcome): Row => ({
		what: `${what}, ${beside}`,
		ours: show(ours),
		theirs: show(theirs),
		target: '0 failed, 0 doubled',
		met: ours.links === ITEMS && ours.failed === 0 && ours.doubled === 0,
	});
	const rows = [
		row('HTTP Request with Continue', plain),
		row('with Retry On Fail (5 × 5 s)', retried),
	];
	return scale.hasDeadService ? [...rows, await measureDeadService(n8n, stage)] : rows;
}

async function runThroughOutage(
	n8n: N8n,
	stage: Stage,
	name: string,
	candidate: Candidate,
	outageMs: number,
): Promise<Outcome> {
	const { service, benchmark } = await onOwnService(n8n, stage, {
		name,
		candidate,
		options: { latencyMs: LATENCY_MS },
	});
	const calm = await benchmark.run(rowsOf(`calm-${name}`, ITEMS));
	if (calm.items !== ITEMS) throw new Error(`${name}: ${calm.items} of ${ITEMS} links.`);
	const before = service.links().length;
	service.clearRequests();
	const outage = breakDown(service, { after: REQUESTS_BEFORE, forMs: outageMs });
	const rows = rowsOf(`outage-${name}`, ITEMS);
	const done = await benchmark.run(rows, OUTAGE_CAP_MS);
	await outage;
	const made = service.links().slice(before);
	const links = new Set(made.map(({ longurl }) => longurl)).size;
	return {
		links,
		failed: ITEMS - done.items,
		doubled: made.length - links,
		ms: done.hasEnded ? done.ms : undefined,
		calmMs: calm.ms,
	};
}

/** The service accepts connections and never answers. */
async function measureDeadService(n8n: N8n, stage: Stage): Promise<Row> {
	const run = async (name: string, candidate: Candidate) => {
		const { benchmark } = await onOwnService(n8n, stage, {
			name,
			candidate,
			options: { faults: [{ match: {}, kind: 'silence' }] },
		});
		const { ms, hasEnded, message } = await benchmark.run(rowsOf(name, ITEMS), DEAD_CAP_MS);
		const shown = hasEnded ? `${seconds(ms)}: ${message}` : `no end within ${seconds(ms)}`;
		return { isInTime: hasEnded && ms <= MAX_DEAD_MS, shown };
	};
	// They only wait, so both may do it at the same time.
	const [ours, theirs] = await Promise.all([run('dead-node', node), run('dead-http', http)]);
	return {
		what: `${ITEMS} creates, a service that never answers: until the run ended`,
		ours: ours.shown,
		theirs: theirs.shown,
		target: `≤ ${MAX_DEAD_MS / 60_000} min`,
		met: ours.isInTime,
	};
}

function show({ links, failed, doubled, ms, calmMs }: Outcome): string {
	const time = ms === undefined ? 'no end' : `${seconds(ms)} instead of ${seconds(calmMs)}`;
	return `${links} links, ${failed} failed, ${doubled} doubled, ${time}`;
}
