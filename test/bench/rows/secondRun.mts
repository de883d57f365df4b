import type { N8n } from '../../e2e/n8n.mts';
import type { Stage } from '../../e2e/suites/stage.mts';
import { onOwnService, onService } from '../benchmark.mts';
import type { Scale } from '../bench.mts';
import {
	type Candidate,
	createWithHttpRequest,
	goingOn,
	lookUpAndUpdate,
	upsertFromColumns,
} from '../candidates.mts';
import { alias, mostForList, page } from '../seeds.mts';
import { type Row, seconds } from '../table.mts';

const CHANGED = 20;
const PER_MINUTE = 30;

type Cells = Record<string, string>;
type RowOf = (number: number, isChanged: boolean) => Cells;

const listed: RowOf = (number, isChanged) => ({
	url: `${page(number)}${isChanged ? '?new=1' : ''}`,
	custom: alias(number),
	description: `Item ${number}`,
});

const unlisted: RowOf = (number, isChanged) => ({
	...listed(number, isChanged),
	campaign: 'Summer',
	expiry: '2040-12-31 23:59:59',
	pixels: 'Blog',
});

interface Outcome {
	ms: number;
	requests: number;
	links: number;
}

/** The same sheet again, with a few rows changed: Create or Update beside what else one would do. */
export async function measureSecondRun(
	stage: Stage,
	{ landingRows: count }: Scale,
): Promise<Row[]> {
	const n8n = await stage.n8n();
	const rows: Row[] = [];
	const most = mostForList(count) + CHANGED;
	const kinds: Array<[what: string, rowOf: RowOf, most: number | undefined]> = [
		['columns that the list shows', listed, most],
		['also campaign, expiry and pixels', unlisted, undefined],
	];
	for (const [what, rowOf, limit] of kinds) {
		const ours = await secondRun(n8n, stage, `${what}, upsert`, rowOf, count, upsertFromColumns);
		const again = await secondRun(n8n, stage, `${what}, again`, rowOf, count, create);
		const lookUps = await secondRun(n8n, stage, `${what}, look up`, rowOf, count, lookUpAndUpdate);
		const line = (beside: string, theirs: Outcome): Row => ({
			what: `${count} rows again, ${CHANGED} changed, ${what}; HTTP Request ${beside}`,
			ours: show(ours),
			theirs: show(theirs),
			ratio: `${(ours.requests / theirs.requests).toFixed(3)} of its requests`,
			target: limit === undefined ? 'named' : `≤ ${limit} requests`,
			met: ours.links === count && (limit === undefined || ours.requests <= limit),
		});
		rows.push(line('creates again', again), line('looks each up and updates it', lookUps));
	}
	return rows;
}

const create = goingOn(createWithHttpRequest());

/** The second of two runs; the first is always this node's. */
async function secondRun(
	n8n: N8n,
	stage: Stage,
	name: string,
	rowOf: RowOf,
	count: number,
	candidate: Candidate,
): Promise<Outcome> {
	const { service, benchmark: first } = await onOwnService(n8n, stage, {
		name: `${name}, first`,
		candidate: upsertFromColumns,
		counted: 'id',
	});
	// An update answers with the id, a refused create with what was refused.
	const counted = candidate === create ? 'error' : 'id';
	const second = await onService(n8n, service, { name, candidate, counted });
	service.seed('campaigns', [{ name: 'Summer', slug: 'summer' }]);
	service.seed('pixels', [{ name: 'Blog', type: 'facebook', value: '1' }]);
	const sheet = (isSecond: boolean) =>
		Array.from({ length: count }, (_, index) => rowOf(index, isSecond && index < CHANGED));
	const made = await first.run(sheet(false));
	if (made.items !== count) throw new Error(`${name}: ${made.items} of ${count} links.`);
	service.clearRequests();
	const { ms, items, message } = await second.run(sheet(true));
	if (candidate === upsertFromColumns && items !== count) {
		throw new Error(`${name}: ${items} of ${count} items. ${message}`);
	}
	return { ms, requests: service.requests.length, links: service.links().length };
}

/** The time at the API's own rate limit follows from the number of requests. */
function show({ ms, requests, links }: Outcome): string {
	const minutes = Math.ceil(requests / PER_MINUTE) - 1;
	return `${requests} requests, ${seconds(ms)}; at ${PER_MINUTE} a minute ${minutes} min; ${links} links`;
}
