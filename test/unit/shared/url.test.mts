import { describe, expect, it } from 'vitest';
import { withinHost, withinOrigin } from '../../../nodes/LinkShortener/shared/url.ts';

describe('a redirect', () => {
	it.each<[from: string, location: string, key: string | undefined, image: string | undefined]>([
		['http://a.de/x', '/y', 'http://a.de/y', 'http://a.de/y'],
		['http://a.de/x', 'https://a.de/y', undefined, 'https://a.de/y'],
		['https://a.de/x', 'http://a.de/y', undefined, undefined],
		['http://a.de/x', 'https://b.de/y', undefined, undefined],
		['http://a.de/x', 'https://a.de.b.de/y', undefined, undefined],
		['http://a.de:8080/x', 'https://a.de/y', undefined, undefined],
		['http://a.de/x', 'https://a.de:8443/y', undefined, undefined],
		['http://a.de/x', 'http://[', undefined, undefined],
	])(
		'from %s to %s is followed with the key to %s, for an image to %s',
		(from, location, key, image) => {
			expect(withinOrigin(location, from)?.href).toBe(key);
			expect(withinHost(location, from)?.href).toBe(image);
		},
	);
});
