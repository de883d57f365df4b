import type { N8n } from '../../e2e/n8n.mts';
import type { Stage } from '../../e2e/suites/stage.mts';
import { onOwnService } from '../benchmark.mts';
import { upsertFromColumns } from '../candidates.mts';
import { alias, page, seedLinks } from '../seeds.mts';
import { type Row, seconds } from '../table.mts';

const LINKS = 50_000;
const ROWS = 6;
const PER_ROW = 3;
/** Beyond those of the rows. */
const FOR_THE_RUN = 4;
/** Of the short links, where it is another than the dashboard's. */
const SHORT_HOST = 'https://sho.rt';

type Cells = Record<string, string>;

interface Kind {
	what: string;
	cellsOf: (number: number, origin: string) => Cells;
	/** Creates or updates that each row needs. */
	writes: 0 | 1;
	/** Whether it changes a link that is named by its alias alone, which takes a host that is not guessed. */
	needsHost?: boolean;
}

const KINDS: Kind[] = [
	{
		what: 'by short URL, changed',
		cellsOf: (number, origin) => ({
			url: `${page(number)}?new=1`,
			shorturl: `${origin}/${alias(number)}`,
		}),
		writes: 1,
	},
	{
		what: 'by short URL, unchanged',
		cellsOf: (number, origin) => ({
			url: page(number),
			shorturl: `${origin}/${alias(number)}`,
		}),
		writes: 0,
	},
	{
		what: 'by alias without Domain, changed',
		cellsOf: (number) => ({ url: `${page(number)}?new=1`, custom: alias(number) }),
		writes: 1,
		needsHost: true,
	},
	{
		what: 'by alias without Domain, unchanged',
		cellsOf: (number) => ({ url: page(number), custom: alias(number) }),
		writes: 0,
	},
	{
		what: 'by alias without Domain, new',
		cellsOf: (number) => ({ url: page(number), custom: `new-${alias(number)}` }),
		writes: 1,
	},
];

/** The list of such an account takes 500 requests, so a few rows have to be looked up. */
export async function measureFewRows(stage: Stage): Promise<Row[]> {
	const n8n = await stage.n8n();
	const rows: Row[] = [];
	for (const kind of KINDS) rows.push(await run(n8n, stage, kind));
	for (const kind of KINDS) {
		if (!kind.needsHost) rows.push(await run(n8n, stage, kind, SHORT_HOST));
	}
	return rows;
}

/**
 * On a service of its own, of which n8n knows nothing yet.
 *
 * @param domain of its short links, where it is another than the dashboard's
 */
async function run(n8n: N8n, stage: Stage, kind: Kind, domain = ''): Promise<Row> {
	const what = domain === '' ? kind.what : `${kind.what}, links on another host than the dashboard`;
	const { service, benchmark } = await onOwnService(n8n, stage, {
		name: what,
		candidate: upsertFromColumns,
		counted: 'id',
		options: { variations: { defaultDomain: domain } },
	});
	seedLinks(service, LINKS, (number) => ({ url: page(number), custom: alias(number), domain }));
	// From all over the account, the newest and the oldest link among them.
	const numbers = Array.from({ length: ROWS }, (_, index) =>
		Math.round((index * (LINKS - 1)) / (ROWS - 1)),
	);
	service.clearRequests();
	const rows = numbers.map((number) => kind.cellsOf(number, domain || service.url));
	const { ms, items, message } = await benchmark.run(rows);
	const requests = service.requests.length;
	const writes = service.requests.filter(({ method }) => method !== 'GET').length;
	const wanted = ROWS * kind.writes;
	const most = PER_ROW * ROWS + FOR_THE_RUN;
	const why = message === '' ? '' : `: ${message}`;
	return {
		what: `${ROWS} rows on ${LINKS} links, ${what}`,
		ours: `${items} items, ${requests} requests, ${writes} of them changes, ${seconds(ms)}${why}`,
		ratio: `${(requests / ROWS).toFixed(1)} requests a row`,
		target: `≤ ${most} requests, ${wanted} changes`,
		met: items === ROWS && requests <= most && writes === wanted,
	};
}
