import { describe, expect, it } from 'vitest';

import { ownAlias } from '../../../nodes/LinkShortener/links/ownAlias';

describe("an item's own alias", () => {
	it('is the same when the engine tries the item again', () => {
		const item = {};
		expect(ownAlias(item, 'execution 7/0')).toBe(ownAlias(item, 'execution 7/0'));
	});

	it('is another one in another run, even with the same execution id', () => {
		expect(ownAlias({}, 'execution 7/0')).not.toBe(ownAlias({}, 'execution 7/0'));
	});

	it('is another one in another node or at another place of the same item', () => {
		const item = {};
		expect(ownAlias(item, 'node 1/0')).not.toBe(ownAlias(item, 'node 2/0'));
	});

	it('is ten letters and digits that nobody takes for one another', () => {
		expect(ownAlias({}, 'any')).toMatch(/^[a-hjkmnp-z2-9]{10}$/);
	});
});
