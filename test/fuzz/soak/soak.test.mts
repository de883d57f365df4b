import { expect, test } from 'vitest';

import { runs, SEED } from '../../random.mts';
import { soak } from './soak.mts';
import type { Count, Tally } from './oracle.mts';

const CREATES = runs(1_000);

/** Of fewer, what the process allocates by and by without any work would be the most of it. */
const IS_LONG = CREATES >= 10_000;

/** So many of them on one service, before another one takes its place. */
const PER_INSTALL = IS_LONG ? CREATES / 40 : 100;

/**
 * An output weighs about 170 bytes. What the process knows of a link weighs about 300, and stays with
 * the key while any item of it is in doubt.
 */
const MAX_BYTES_PER_CREATE = 600;

test('no mixture of faults makes a double, loses a link or takes more and more memory', async () => {
	const { tally, violations, heap } = await soak(CREATES, PER_INSTALL, SEED);

	if (IS_LONG) print(tally, violations);
	expect(violations, `seed ${SEED}`).toEqual([]);
	const links = [...tally.values()].reduce((sum, count) => sum + count.links, 0);
	expect(links, `seed ${SEED}`).toBeGreaterThan(0.85 * CREATES);
	if (!IS_LONG) return;
	const [quarter, half, whole] = heap;
	for (const bytesPerCreate of [
		(half - quarter) / (0.25 * CREATES),
		(whole - half) / (0.5 * CREATES),
	]) {
		expect(bytesPerCreate, `seed ${SEED}`).toBeLessThan(MAX_BYTES_PER_CREATE);
	}
});

/** How often items said that their link may have been created, by kind of row and of service, and why they might. */
function print(tally: Tally, violations: readonly string[]): void {
	const kinds = new Map<string, number>();
	for (const violation of violations) {
		const [kind = ''] = violation.split(':');
		kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
	}
	const inOrder = [...tally].sort(([one], [other]) => one.localeCompare(other));
	console.log(`Seed ${SEED}`, Object.fromEntries(kinds), violations.slice(0, 5));
	console.table(Object.fromEntries(inOrder.map(([kind, count]) => [kind, rowOf(count)])));
}

function rowOf({ items, links, sendings, doubts }: Count): Record<string, number | string> {
	const mayBeDoneError = [...doubts.values()].reduce((sum, each) => sum + each, 0);
	const share = `${((100 * mayBeDoneError) / items).toFixed(2)} %`;
	const perItem = (sendings / items).toFixed(3);
	return {
		items,
		links,
		'sendings an item': perItem,
		'in doubt': share,
		...Object.fromEntries(doubts),
	};
}
