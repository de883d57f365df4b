import { expect, it } from 'vitest';

import { ownAlias } from '../../../nodes/LinkShortener/links/ownAlias';

it('is ten letters and digits that nobody takes for one another, other ones each time', () => {
	expect(ownAlias()).toMatch(/^[a-hjkmnp-z2-9]{10}$/);
	expect(ownAlias()).not.toBe(ownAlias());
});
