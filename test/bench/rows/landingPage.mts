import type { N8n } from '../../e2e/n8n.mts';
import type { Stage } from '../../e2e/suites/stage.mts';
import type { Scale } from '../bench.mts';
import { createFromColumns } from '../candidates.mts';
import { onOwnService } from '../benchmark.mts';
import type { Row } from '../table.mts';

const WARM_UP_ROWS = 200;
const MAX_RATIO = 1.2;

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

/** @param ours milliseconds a row, as `beside` */
function compare(what: string, ours: number, beside: number): Row {
	const ratio = ours / beside;
	return {
		what: `${what} (different pages)`,
		ours: `${ours.toFixed(2)} ms per row (${beside.toFixed(2)} ms)`,
		ratio: `${ratio.toFixed(2)} of different pages`,
		target: `≤ ${MAX_RATIO.toFixed(2)}`,
		met: ratio <= MAX_RATIO,
	};
}

/** Milliseconds a row, on a service of its own: the links of one run would be read by the next. The last time counts. */
async function run(
	n8n: N8n,
	stage: Stage,
	name: string,
	options: Record<string, unknown>,
	rowOf: RowOf,
	count: number,
	times: number,
): Promise<number> {
	const candidate = createFromColumns(options);
	const { benchmark } = await onOwnService(n8n, stage, { name, candidate });
	await benchmark.run(Array.from({ length: WARM_UP_ROWS }, (_, index) => rowOf(-1 - index)));
	const rows = Array.from({ length: count }, (_, index) => rowOf(index));
	let msPerRow = 0;
	for (let time = 1; time <= times; time += 1) {
		const done = await benchmark.run(rows);
		msPerRow = done.ms / count;
		if (done.items !== count) throw new Error(`${name}: ${done.items} of ${count} links.`);
	}
	return msPerRow;
}
