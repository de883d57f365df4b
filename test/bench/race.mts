import { join } from 'node:path';
import { ROOT } from '../e2e/paths.mts';
import { run } from '../e2e/processes.mts';
import type { Service } from '../service/index.mts';

export type Contestant = 'node' | 'bareLoop';

/** What is run, as the only argument of `bareLoop`, in JSON. */
export interface Race {
	baseUrl: string;
	apiKey: string;
	/** The most requests under way at once. */
	inFlight: number;
	creates: number;
	/** Whose turn it is. */
	order: readonly Contestant[];
}

const SCRIPT = join(ROOT, 'test/bench/bareLoop.mts');

/**
 * Lets both create links in turn, in a process in which nothing has run yet.
 *
 * @returns processor time in milliseconds a create, of each turn
 */
export async function raceBareLoop(
	{ url, apiKey }: Service,
	given: Omit<Race, 'baseUrl' | 'apiKey'>,
): Promise<number[]> {
	const race: Race = { baseUrl: url, apiKey, ...given };
	const args = ['--expose-gc', SCRIPT, JSON.stringify(race)];
	return JSON.parse(await run(process.execPath, args, { cwd: ROOT })) as number[];
}
