import type { RequestLogEntry, SeedRow } from '../../service/index.mts';
import type { N8n } from '../../e2e/n8n.mts';
import type { Stage } from '../../e2e/suites/stage.mts';
import { type Candidate, lookUpAndUpdate, upsertFromColumns } from '../candidates.mts';
import { onOwnService } from '../benchmark.mts';
import { mostForList, seedLinks } from '../seeds.mts';
import { type Row, seconds } from '../table.mts';

const ROWS = 200;
const LATENCY_MS = 50;
/** What this node begins a run with. */
const SIDE_BY_SIDE = 10;

type Title = (number: number) => { title?: string };
const titles: Array<[what: string, title: Title]> = [
	['links without a title', () => ({})],
	['links with a title', (number) => ({ title: `Page ${number}` })],
];

interface Outcome {
	ms: number;
	items: number;
	requests: number;
	updates: number;
	/** The most updates that were under way at one time. */
	atOnce: number;
	/** Links that lead to their new page. */
	moved: number;
}

/** A sheet of URL and alias after a relaunch of the site: every link is there and leads elsewhere. */
export async function measureMovedPages(stage: Stage): Promise<Row[]> {
	const n8n = await stage.n8n();
	const most = ROWS + mostForList(ROWS);
	const rows: Row[] = [];
	for (const [what, title] of titles) {
		const ours = await run(n8n, stage, `${what}, upsert`, title, upsertFromColumns);
		const theirs = await run(n8n, stage, `${what}, look up`, title, lookUpAndUpdate);
		rows.push({
			what: `${ROWS} moved pages, ${what}, ${LATENCY_MS} ms latency; HTTP Request looks each up and updates it`,
			ours: show(ours),
			theirs: show(theirs),
			ratio: `${(ours.requests / theirs.requests).toFixed(2)} of its requests`,
			target: `${ROWS} updates, ≤ ${most} requests, ≥ ${SIDE_BY_SIDE} at once`,
			met:
				ours.moved === ROWS &&
				ours.items === ROWS &&
				ours.updates === ROWS &&
				ours.requests <= most &&
				ours.atOnce >= SIDE_BY_SIDE,
		});
	}
	return rows;
}

async function run(
	n8n: N8n,
	stage: Stage,
	name: string,
	title: Title,
	candidate: Candidate,
): Promise<Outcome> {
	const { service, benchmark } = await onOwnService(n8n, stage, {
		name,
		candidate,
		counted: 'id',
		options: { latencyMs: LATENCY_MS },
	});
	const linkOf = (number: number): SeedRow => ({
		url: `https://shop.example/old/${number}`,
		custom: `page-${number}`,
		...title(number),
	});
	seedLinks(service, ROWS, linkOf);
	const rows = Array.from({ length: ROWS }, (_, number) => ({
		url: `https://shop.example/new/${number}`,
		custom: `page-${number}`,
	}));
	service.clearRequests();
	const { ms, items } = await benchmark.run(rows);
	const updates = service.requests.filter(({ method }) => method === 'PUT');
	const newPages = new Map(rows.map(({ custom, url }) => [custom, url]));
	return {
		ms,
		items,
		requests: service.requests.length,
		updates: updates.length,
		atOnce: mostAtOnce(updates),
		moved: service.links().filter(({ alias, longurl }) => newPages.get(alias) === longurl).length,
	};
}

function mostAtOnce(requests: RequestLogEntry[]): number {
	const underWay = requests.map(
		({ startedAt: at }) =>
			requests.filter(({ startedAt, finishedAt }) => startedAt <= at && finishedAt > at).length,
	);
	return Math.max(0, ...underWay);
}

function show({ ms, items, requests, updates, atOnce, moved }: Outcome): string {
	return `${moved} moved, ${items} items, ${requests} requests, ${updates} of them updates, ${atOnce} at once, ${seconds(ms)}`;
}
