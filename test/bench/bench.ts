import { Stage } from '../e2e/suites/stage.ts';
import { measureCreates } from './rows/creates.ts';
import { measureIdleCost } from './rows/idle.ts';
import { measureListing } from './rows/listing.ts';
import { measurePackage } from './rows/package.ts';
import { measureThrottled } from './rows/throttled.ts';
import { printTable, type Row } from './table.ts';

export interface Scale {
	/** Length of the rate limit's window. */
	windowMs: number;
	/** How often a short measurement is repeated; the median counts. */
	repeats: number;
}

const SCALES: Record<'quick' | 'full', Scale> = {
	quick: { windowMs: 4_000, repeats: 3 },
	full: { windowMs: 60_000, repeats: 7 },
};

type Measurement = (stage: Stage, scale: Scale) => Promise<Row[]>;

const MEASUREMENTS: Record<string, Measurement> = {
	'creates at the rate limit': measureThrottled,
	'creates without a limit': measureCreates,
	'a long list': measureListing,
	'the cost of doing nothing': measureIdleCost,
	'the package': measurePackage,
};

export async function runBench(mode: keyof typeof SCALES): Promise<void> {
	const rows: Row[] = [];
	for (const [name, measure] of Object.entries(MEASUREMENTS)) {
		console.log(`Measuring ${name} …`);
		// Each with an n8n of its own, so that none finds the memory another has left.
		const stage = new Stage('bench');
		try {
			rows.push(...(await measure(stage, SCALES[mode])));
		} finally {
			await stage.dispose();
		}
	}
	printTable(rows);
}
