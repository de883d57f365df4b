import { expect, test } from 'vitest';

import { runs, SEED } from '../../random.mts';
import { soak } from './soak.mts';

const CREATES = runs(1_000);

/** Of fewer, what the process allocates by and by without any work would be the most of it. */
const IS_LONG = CREATES >= 10_000;

/** So many of them on one service, before another one takes its place. */
const PER_INSTALL = IS_LONG ? CREATES / 10 : 100;

/**
 * An output weighs about 170 bytes. What the process knows of a link weighs about 300, and stays with
 * the key while any item of it is in doubt.
 */
const MAX_BYTES_PER_CREATE = 600;

test('no mixture of faults makes a double, loses a link or takes more and more memory', async () => {
	const { ends, violations, heap } = await soak(CREATES, PER_INSTALL, SEED);

	expect(violations, `seed ${SEED}`).toEqual([]);
	expect(ends.get('link'), `seed ${SEED}`).toBeGreaterThan(0.9 * CREATES);
	if (!IS_LONG) return;
	const [quarter, half, whole] = heap;
	for (const bytesPerCreate of [
		(half - quarter) / (0.25 * CREATES),
		(whole - half) / (0.5 * CREATES),
	]) {
		expect(bytesPerCreate, `seed ${SEED}`).toBeLessThan(MAX_BYTES_PER_CREATE);
	}
});
