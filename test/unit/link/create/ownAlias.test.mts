import { expect, it } from 'vitest';

import { ownAlias } from '../../../../nodes/LinkShortener/link/create/createLink';
import { atLeastOne } from '../../../lists.mts';

it('is seven letters and digits that make few words and no number, other ones each time', () => {
	const aliases = Array.from({ length: 2_000 }, ownAlias);
	for (const alias of atLeastOne(aliases)) {
		expect(alias).toMatch(/^[b-df-hj-np-tv-z][b-df-hj-np-tv-z2-9]{6}$/);
		expect(alias).not.toMatch(/(.)\1\1/);
	}
	// Once in 5,000 runs two of them are the same.
	expect(new Set(aliases).size).toBeGreaterThan(aliases.length - 10);
});
