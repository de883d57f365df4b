import { expect, it } from 'vitest';

import { toParameterValue } from '../../../../nodes/LinkShortener/link/fields/groups';

it.each([
	['news', 'news'],
	['utm_source=news', 'news'],
	['UTM_Source=news', 'news'],
	['?utm_source=news', 'news'],
	['&utm_source=news', 'news'],
	['utm_source=a=b', 'a=b'],
	['utm_source=R&D', 'R&D'],
	['utm_source', 'utm_source'],
	['ref=x', 'ref=x'],
	['?ref=x', '?ref=x'],
	['R&D=fun', 'R&D=fun'],
	['https://x.example/?utm_source=a&utm_medium=b', 'https://x.example/?utm_source=a&utm_medium=b'],
	['Spring%20Sale', 'Spring Sale'],
	['Spring+Sale', 'Spring+Sale'],
	['caf%c3%a9', 'café'],
	['a%2Fb', 'a/b'],
	['a%3Db%25', 'a=b%'],
	['50%25', '50%25'],
	['50%', '50%'],
	['%E4', '%E4'],
	['20%ab Montag', '20%ab Montag'],
	['%7Bid%7D', '%7Bid%7D'],
	['%%FIRSTNAME%%', '%%FIRSTNAME%%'],
	['Spring%2520Sale', 'Spring%2520Sale'],
])('%s is %s', (given, value) => {
	expect(toParameterValue('utm_source', given, 'UTM Source')).toBe(value);
});

it.each([
	['utm_source=news&utm_medium=email', 'has more than one parameter'],
	['utm_source=a&b=c', 'has more than one parameter'],
	['utm_content=x&utm_source=y', 'has more than one parameter'],
	['utm_medium=email', 'is utm_medium, not utm_source'],
	['{{ $json.source }}', 'is an n8n expression'],
	['x-[object Object]', 'is an object'],
	['B\uFFFDro', 'has garbled letters'],
	['spring\nsale', 'has a tab or a line break'],
])('%s is refused', (given, what) => {
	expect(() => toParameterValue('utm_source', given, 'UTM Source')).toThrow(what);
});
