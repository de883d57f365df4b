import { describe, expect, it } from 'vitest';
import { withinOrigin } from '../../../nodes/LinkShortener/shared/text.ts';

describe('a redirect', () => {
	it.each<[from: string, location: string, to: string | undefined]>([
		['http://a.de/x', '/y', 'http://a.de/y'],
		['http://a.de/x', 'https://a.de/y', undefined],
		['https://a.de/x', 'http://a.de/y', undefined],
		['http://a.de/x', 'https://b.de/y', undefined],
		['http://a.de/x', 'https://a.de.b.de/y', undefined],
		['http://a.de:8080/x', 'https://a.de/y', undefined],
		['http://a.de/x', 'https://a.de:8443/y', undefined],
		['http://a.de/x', 'http://[', undefined],
		['http://a.de/x', 'http://me@a.de/y', undefined],
		['http://a.de/x', 'http://a.de./y', undefined],
	])('from %s to %s is followed with the key to %s', (from, location, to) => {
		expect(withinOrigin(location, from)?.href).toBe(to);
	});
});
