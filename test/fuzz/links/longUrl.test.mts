import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalUrl } from '../../../nodes/LinkShortener/link/fields/longUrl';

test('a long URL stays as it is once it is normalized', () => {
	fc.assert(
		fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
			const once = canonicalUrl(url);
			expect(canonicalUrl(once)).toBe(once);
			expect(canonicalUrl(new URL(url).href)).toBe(once);
		}),
	);
});
