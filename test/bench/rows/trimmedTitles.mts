import type { N8n } from '../../e2e/n8n.mts';
import type { Stage } from '../../e2e/suites/stage.mts';
import type { Scale } from '../bench.mts';
import { upsertFromColumns } from '../candidates.mts';
import { onOwnService } from '../benchmark.mts';
import { alias, mostForList, page, seedLinks } from '../seeds.mts';
import { type Row, seconds } from '../table.mts';

const RUNS = 3;

interface Outcome {
	ms: number;
	items: number;
	message: string;
	requests: number;
}

/**
 * The same sheet three times, with titles that the service keeps in a form of its own. Links that
 * were there before stand for an n8n that was started again.
 */
export async function measureTrimmedTitles(
	stage: Stage,
	{ landingRows: count }: Scale,
): Promise<Row[]> {
	const n8n = await stage.n8n();
	return [
		await thirdRun(n8n, stage, 'links made by the first run', count, false),
		await thirdRun(n8n, stage, 'links that were there before', count, true),
	];
}

async function thirdRun(
	n8n: N8n,
	stage: Stage,
	what: string,
	count: number,
	areThere: boolean,
): Promise<Row> {
	const { service, benchmark } = await onOwnService(n8n, stage, {
		name: what,
		candidate: upsertFromColumns,
		counted: 'id',
		options: { variations: { collapsesTitles: true } },
	});
	if (areThere) {
		seedLinks(service, count, (number) => ({
			url: page(number),
			custom: alias(number),
			title: `Item ${number}`,
		}));
	}
	const sheet = Array.from({ length: count }, (_, number) => ({
		url: page(number),
		custom: alias(number),
		metatitle: `  Item  ${number} `,
	}));
	const outcomes: Outcome[] = [];
	for (let run = 1; run <= RUNS; run += 1) {
		service.clearRequests();
		const { ms, items, message } = await benchmark.run(sheet);
		outcomes.push({ ms, items, message, requests: service.requests.length });
	}
	const most = mostForList(count);
	const last = outcomes.at(-1);
	return {
		what: `${count} rows on a service that trims titles, runs 1 to ${RUNS}, ${what}`,
		ours: outcomes.map((outcome) => show(outcome, count)).join('; '),
		target: `≤ ${most} requests in run ${RUNS}`,
		met: last?.items === count && last.requests <= most,
	};
}

function show({ ms, items, message, requests }: Outcome, count: number): string {
	const done = items === count ? '' : ` for ${items} items: ${message}`;
	return `${requests} requests${done}, ${seconds(ms)}`;
}
