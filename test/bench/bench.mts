import { Stage } from '../e2e/suites/stage.mts';
import { measureBareLoop } from './rows/bareLoop.mts';
import { measureBlocks } from './rows/blocks.mts';
import { measureHosts } from './rows/hosts.mts';
import { measureLandingPage } from './rows/landingPage.mts';
import { measureListing } from './rows/listing.mts';
import { measureManyRows } from './rows/manyRows.mts';
import { measureBusyPairs, measurePairs } from './rows/pairs.mts';
import { measureThrottled } from './rows/throttled.mts';
import { printTable, type Row } from './table.mts';

export interface Scale {
	/** Length of the rate limit's window. */
	windowMs: number;
	/** How often a short measurement is repeated; the median counts. */
	repeats: number;
	landingRows: number;
	/** Folders of other checkouts of this package, built, that take part where pairs and hosts are measured. */
	beside: readonly string[];
}

const SCALES: Record<'quick' | 'full', Omit<Scale, 'beside'>> = {
	quick: {
		windowMs: 4_000,
		repeats: 3,
		landingRows: 1_000,
	},
	full: {
		windowMs: 60_000,
		repeats: 7,
		landingRows: 5_000,
	},
};

type Measurement = (stage: Stage, scale: Scale) => Promise<Row[]>;

/** Too long for a quick run of all; there they are done when they are asked for by name. */
const LONG = [
	'one landing page',
	'blocks of the event loop',
	'creates in pairs, busy machine',
	'many rows',
	'hosts',
];

const MEASUREMENTS: Record<string, Measurement> = {
	'creates at the rate limit': measureThrottled,
	'creates in pairs, quiet machine': measurePairs,
	'creates in pairs, busy machine': measureBusyPairs,
	'beside a bare loop': measureBareLoop,
	hosts: measureHosts,
	'one landing page': measureLandingPage,
	'a long list': measureListing,
	'many rows': measureManyRows,
	'blocks of the event loop': measureBlocks,
};

/**
 * @param words only the measurements with these in their name; empty for all
 * @param beside the folders of other checkouts of this package, built
 */
export async function runBench(
	mode: keyof typeof SCALES,
	words: string,
	beside: readonly string[],
): Promise<void> {
	const rows: Row[] = [];
	const isWanted = (name: string) =>
		words === '' ? mode === 'full' || !LONG.includes(name) : name.includes(words);
	const wanted = Object.entries(MEASUREMENTS).filter(([name]) => isWanted(name));
	for (const [name, measure] of wanted) {
		console.log(`Measuring ${name} …`);
		// Each with an n8n of its own, so that none finds the memory another has left.
		const stage = new Stage('bench');
		try {
			rows.push(...(await measure(stage, { ...SCALES[mode], beside })));
		} finally {
			await stage.dispose();
		}
	}
	printTable(rows);
}
