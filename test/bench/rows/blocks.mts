import type { Stage } from '../../e2e/suites/stage.mts';
import type { Service } from '../../service/index.mts';
import type { Scale } from '../bench.mts';
import { seedLinks } from '../seeds.mts';
import { median, type Row } from '../table.mts';
import { columns, type NodeRun, runWatched } from '../watched.mts';

const ROWS = 10_000;
const LISTED = 50_000;
const MAX_BLOCK_MS = 100;
const PAGE = 'https://shop.example/spring-sale';

/** What one run is given, and what its account has. */
interface Case {
	what: string;
	parameters: NodeRun['parameters'];
	row: NodeRun['row'];
	rows?: number;
	seed?: (service: Service) => void;
	onError?: NodeRun['onError'];
}

const RETURN_EXISTING = columns('create', { ifLinkExists: 'returnExisting' });

const listedPages = (service: Service) => {
	seedLinks(service, ROWS, (number) => ({ url: `${PAGE}/${number}`, custom: `item-${number}` }));
};

const onePage = (service: Service) => {
	seedLinks(service, ROWS, (number) => ({ url: PAGE, custom: `flyer-${number}` }));
};

const THREE_WRONG = { rows: 20_000, row: { url: 'item #', custom: '#/#', expiry: 'soon #' } };

const CASES: Case[] = [
	{
		what: 'Create, each row another page',
		parameters: columns('create'),
		row: { url: `${PAGE}/#` },
	},
	{
		what: 'Create, with names of campaigns',
		parameters: columns('create'),
		row: { url: `${PAGE}/#`, campaign: 'Summer' },
		seed: (service) => service.seed('campaigns', [{ name: 'Summer' }]),
	},
	{
		what: 'Create, with a name that none of 5,000 campaigns has, Continue',
		parameters: columns('create'),
		row: { url: `${PAGE}/#`, campaign: 'Nobody #' },
		seed: (service) => {
			const campaigns = Array.from({ length: 5_000 }, (_, index) => ({ name: `Summer ${index}` }));
			service.seed('campaigns', campaigns);
		},
		onError: 'continueRegularOutput',
	},
	{
		what: 'Create, three wrong cells each, Continue',
		parameters: columns('create'),
		...THREE_WRONG,
		onError: 'continueRegularOutput',
	},
	{
		what: 'Create, three wrong cells each, Stop',
		parameters: columns('create'),
		...THREE_WRONG,
	},
	{
		what: 'Return Existing, one page, by alias',
		parameters: RETURN_EXISTING,
		row: { url: PAGE, custom: 'flyer-#' },
		seed: onePage,
	},
	{
		what: 'Return Existing, one page that many links have',
		parameters: RETURN_EXISTING,
		row: { url: PAGE },
		seed: onePage,
	},
	{
		what: 'Create or Update, all there',
		parameters: columns('upsert'),
		row: { url: `${PAGE}/#`, custom: 'item-#' },
		seed: listedPages,
	},
	{
		what: 'Get Many of 50,000',
		parameters: { resource: 'link', operation: 'getAll', returnAll: true },
		row: {},
		rows: 1,
		seed: (service) => seedLinks(service, LISTED, (number) => ({ url: `${PAGE}/${number}` })),
	},
];

/** How long the node keeps n8n from everything else, without what n8n itself does around it. */
export async function measureBlocks(stage: Stage, { repeats }: Scale): Promise<Row[]> {
	const rows: Row[] = [];
	for (const one of CASES) {
		const longest: number[] = [];
		for (let turn = 0; turn < repeats; turn += 1) longest.push(await longestBlock(stage, one));
		const blockMs = median(longest);
		const { what, rows: count = ROWS } = one;
		rows.push({
			what: `one block of the event loop: ${count > 1 ? `${count} rows, ` : ''}${what}`,
			ours: `${Math.round(blockMs)} ms`,
			target: `≤ ${MAX_BLOCK_MS} ms`,
			met: blockMs <= MAX_BLOCK_MS,
		});
	}
	return rows;
}

async function longestBlock(stage: Stage, one: Case): Promise<number> {
	const { seed, parameters, row, rows = ROWS, onError = 'stopWorkflow' } = one;
	const service = await stage.service();
	seed?.(service);
	return (await runWatched(service, { parameters, row, rows, onError })).longestMs;
}
