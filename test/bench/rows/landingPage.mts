import axios from 'axios';
import type { N8n } from '../../e2e/n8n.mts';
import type { Stage } from '../../e2e/suites/stage.mts';
import { pause } from '../../e2e/waiting.mts';
import type { Scale } from '../bench.mts';
import { createFromColumns } from '../candidates.mts';
import { onOwnService } from '../benchmark.mts';
import type { Row } from '../table.mts';

const WARM_UP_ROWS = 200;
const MAX_RATIO = 1.2;
const MAX_BLOCK_MS = 100;
const PROBE_EVERY_MS = 5;

type RowOf = (number: number) => Record<string, string>;

const PAGE = 'https://shop.example/spring-sale';
const distinctPages: RowOf = (number) => ({ url: `${PAGE}/${number}` });
/** A link of its own for each row; with Return Existing they would share one. */
const nothingOfItsOwn: RowOf = () => ({ url: PAGE });
const onePage: Array<[what: string, rowOf: RowOf]> = [
	['a UTM content of its own', (number) => ({ url: PAGE, utm_content: `flyer-${number}` })],
	['an alias of its own', (number) => ({ url: PAGE, custom: `flyer-${number}` })],
];

const RETURN_EXISTING = { ifLinkExists: 'returnExisting' };

interface Outcome {
	msPerRow: number;
	/** The longest time in which n8n answered nobody. */
	blockMs: number;
}

/** Many rows that lead to one page, beside as many that lead to a page of their own each. */
export async function measureLandingPage(stage: Stage, { landingRows }: Scale): Promise<Row[]> {
	const n8n = await stage.n8n();
	const rows: Row[] = [];
	const runs = async (name: string, rowOf: RowOf) => ({
		plain: await run(n8n, stage, `${name}, plain`, {}, rowOf, landingRows, 1),
		existing: await run(n8n, stage, `${name}, new`, RETURN_EXISTING, rowOf, landingRows, 1),
		again: await run(n8n, stage, `${name}, found`, RETURN_EXISTING, rowOf, landingRows, 2),
	});
	// The first run of all is slow whatever it does.
	await run(n8n, stage, 'warm-up', {}, distinctPages, landingRows, 1);
	const distinct = await runs('different pages', distinctPages);
	const alike = await run(n8n, stage, 'alike', {}, nothingOfItsOwn, landingRows, 1);
	rows.push(compare(`${landingRows} rows to one page, all alike, plain`, alike, distinct.plain));
	for (const [what, rowOf] of onePage) {
		const same = await runs(what, rowOf);
		const name = `${landingRows} rows to one page, each ${what}`;
		rows.push(
			compare(`${name}, plain`, same.plain, distinct.plain),
			compare(`${name}, Return Existing, none there`, same.existing, distinct.existing),
			compare(`${name}, Return Existing, all there`, same.again, distinct.again),
		);
	}
	return rows;
}

function compare(what: string, ours: Outcome, beside: Outcome): Row {
	const ratio = ours.msPerRow / beside.msPerRow;
	return {
		what: `${what} (different pages)`,
		ours: `${show(ours)} (${show(beside)})`,
		ratio: `${ratio.toFixed(2)} of different pages`,
		target: `≤ ${MAX_RATIO.toFixed(2)}, block ≤ ${MAX_BLOCK_MS} ms`,
		met: ratio <= MAX_RATIO && ours.blockMs <= MAX_BLOCK_MS,
	};
}

function show({ msPerRow, blockMs }: Outcome): string {
	return `${msPerRow.toFixed(2)} ms per row, block ${Math.round(blockMs)} ms`;
}

/** On a service of its own: the links of one run would be read by the next. The last time counts. */
async function run(
	n8n: N8n,
	stage: Stage,
	name: string,
	options: Record<string, unknown>,
	rowOf: RowOf,
	count: number,
	times: number,
): Promise<Outcome> {
	const candidate = createFromColumns(options);
	const { benchmark } = await onOwnService(n8n, stage, { name, candidate });
	await benchmark.run(Array.from({ length: WARM_UP_ROWS }, (_, index) => rowOf(-1 - index)));
	const rows = Array.from({ length: count }, (_, index) => rowOf(index));
	let outcome: Outcome = { msPerRow: 0, blockMs: 0 };
	for (let time = 1; time <= times; time += 1) {
		const watch = watchEventLoop(n8n);
		const done = await benchmark.run(rows);
		outcome = { msPerRow: done.ms / count, blockMs: await watch.longestMs() };
		if (done.items !== count) throw new Error(`${name}: ${done.items} of ${count} links.`);
	}
	return outcome;
}

/** Asks n8n for a sign of life all the time; while its event loop is blocked, none comes. */
function watchEventLoop(n8n: N8n): { longestMs: () => Promise<number> } {
	const watch = { isOver: false, longestMs: 0 };
	const watching = (async () => {
		while (!watch.isOver) {
			const askedAt = performance.now();
			await axios.get(`${n8n.url}/healthz`, { proxy: false });
			watch.longestMs = Math.max(watch.longestMs, performance.now() - askedAt);
			await pause(PROBE_EVERY_MS);
		}
	})();
	return {
		longestMs: async () => {
			watch.isOver = true;
			await watching;
			return watch.longestMs;
		},
	};
}
