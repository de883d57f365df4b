import type { N8n } from '../../e2e/n8n.mts';
import type { Stage } from '../../e2e/suites/stage.mts';
import { breakDown } from '../breakDown.mts';
import { type Candidate, createWithHttpRequest, createWithNode, goingOn } from '../candidates.mts';
import { onOwnService } from '../benchmark.mts';
import { type Row, seconds } from '../table.mts';

const RECIPIENTS = 100;
const OUTAGE_MS = 60_000;
const LATENCY_MS = 50;
/** Requests that are answered before the outage. */
const REQUESTS_BEFORE = 30;
/** Creates under way at its begin that the service still carries out. */
const CARRIED_OUT = 5;
const CAP_MS = 5 * 60_000;

const node = goingOn(createWithNode);
const http = goingOn(createWithHttpRequest());

interface Outcome {
	links: number;
	items: number;
	/** Different short URLs among the items. */
	distinct: number;
	message: string;
	/** Undefined when it had no end. */
	ms: number | undefined;
}

/**
 * A link of their own for each of many people, all to one page: nothing but the time tells one
 * create from another. All at the same time, since they only wait.
 */
export async function measureRecipients(stage: Stage): Promise<Row[]> {
	const n8n = await stage.n8n();
	const kinds: Array<[what: string, carriedOut: number]> = [
		['nothing carried out', 0],
		[`${CARRIED_OUT} carried out and their answers lost`, CARRIED_OUT],
	];
	const rowOf = async ([what, carriedOut]: [string, number]): Promise<Row> => {
		const [ours, theirs] = await Promise.all([
			run(n8n, stage, `node, ${what}`, node, carriedOut),
			run(n8n, stage, `http, ${what}`, http, carriedOut),
		]);
		return {
			what: `${RECIPIENTS} creates of one long URL, 502 for ${OUTAGE_MS / 1000} s amid them, ${what}`,
			ours: show(ours),
			theirs: show(theirs),
			target: `${RECIPIENTS} links, ${RECIPIENTS} items, each its own`,
			met: ours.links === RECIPIENTS && ours.items === RECIPIENTS && ours.distinct === RECIPIENTS,
		};
	};
	return await Promise.all(kinds.map(rowOf));
}

async function run(
	n8n: N8n,
	stage: Stage,
	name: string,
	candidate: Candidate,
	carriedOut: number,
): Promise<Outcome> {
	const { service, benchmark } = await onOwnService(n8n, stage, {
		name,
		candidate,
		options: { latencyMs: LATENCY_MS },
	});
	const rows = Array.from({ length: RECIPIENTS }, (_, index) => ({
		url: 'https://shop.example/invitation',
		email: `guest-${index}@mail.example`,
	}));
	service.clearRequests();
	const outage = breakDown(service, { after: REQUESTS_BEFORE, forMs: OUTAGE_MS, carriedOut });
	const { ms, items, distinct, message, hasEnded } = await benchmark.run(rows, CAP_MS);
	await outage;
	return {
		links: service.links().length,
		items,
		distinct,
		message,
		ms: hasEnded ? ms : undefined,
	};
}

function show({ links, items, distinct, message, ms }: Outcome): string {
	const time = ms === undefined ? 'no end' : seconds(ms);
	const shared = distinct < items ? `, only ${distinct} short URLs` : '';
	const why = message === '' ? '' : `: ${message}`;
	return `${links} links, ${items} items${shared}, ${time}${why}`;
}
