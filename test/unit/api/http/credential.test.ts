import { describe, expect, it } from 'vitest';

import {
	normaliseApiKey,
	normaliseBaseUrl,
} from '../../../../nodes/LinkShortener/api/http/credential';
import {
	type Explanation,
	UserFacingError,
} from '../../../../nodes/LinkShortener/shared/userFacingError';

function explanationFrom(work: () => unknown): Explanation {
	try {
		work();
	} catch (error) {
		if (error instanceof UserFacingError) return error.explanation;
	}
	throw new Error('There was no problem');
}

describe('the base URL', () => {
	it.each<[typed: string, used: string]>([
		['https://x.example', 'https://x.example'],
		['https://x.example/', 'https://x.example'],
		['https://x.example///', 'https://x.example'],
		['  https://x.example \n', 'https://x.example'],
		['HTTPS://X.Example', 'https://x.example'],
		['http://x.example', 'http://x.example'],
		['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
		['http://[::1]:8080', 'http://[::1]:8080'],
		['https://x.example:443', 'https://x.example'],
		['https://x.example/api', 'https://x.example'],
		['https://x.example/api/', 'https://x.example'],
		['https://x.example/API//', 'https://x.example'],
		['https://x.example//api', 'https://x.example'],
		['https://x.example/api/v1', 'https://x.example'],
		['https://x.example/API/V1//', 'https://x.example'],
		['https://x.example/s/api/v1', 'https://x.example/s'],
		['https://x.example/v1', 'https://x.example/v1'],
		['https://x.example/api/v2', 'https://x.example/api/v2'],
		['https://x.example/s', 'https://x.example/s'],
		['https://x.example/s/', 'https://x.example/s'],
		['https://x.example/s/api', 'https://x.example/s'],
		['https://x.example/s/t/api/', 'https://x.example/s/t'],
		['https://x.example/api/api', 'https://x.example/api'],
		['https://x.example/myapi', 'https://x.example/myapi'],
		['https://api.x.example', 'https://api.x.example'],
		['https://bücher.example', 'https://xn--bcher-kva.example'],
	])('%s becomes %s', (typed, used) => {
		expect(normaliseBaseUrl(typed)).toBe(used);
		expect(normaliseBaseUrl(used)).toBe(
			used === 'https://x.example/api' ? 'https://x.example' : used,
		);
	});

	it.each<[typed: unknown, message: string]>([
		['', 'Base URL is empty'],
		['   ', 'Base URL is empty'],
		[undefined, 'Base URL is empty'],
		[null, 'Base URL is empty'],
		[42, 'Base URL is empty'],
		['x.example', 'Base URL "x.example" does not start with https://'],
		['//x.example', 'Base URL "//x.example" does not start with https://'],
		['/s', 'Base URL "/s" does not start with https://'],
		['localhost:8080', 'Base URL "localhost:8080" does not start with https://'],
		['https:/x.example', 'Base URL "https:/x.example" does not start with https://'],
		['mailto:me@x.example', 'Base URL "…@x.example" does not start with https://'],
		['https://', 'Base URL "https://" is not a web address'],
		['https://x example', 'Base URL "https://x example" is not a web address'],
		['https://x.example:99999', 'Base URL "https://x.example:99999" is not a web address'],
		['ftp://x.example', 'Base URL starts with ftp:// where only https:// or http:// can work'],
		['file:///etc/passwd', 'Base URL starts with file:// where only https:// or http:// can work'],
		['https://me:secret@x.example', 'Base URL contains a user name or password'],
		['https://me@x.example', 'Base URL contains a user name or password'],
		['https://x.example?a=1', 'Base URL contains a query (?…) or a fragment (#…)'],
		['https://x.example/#top', 'Base URL contains a query (?…) or a fragment (#…)'],
	])('%j is refused: %s', (typed, message) => {
		const explanation = explanationFrom(() => normaliseBaseUrl(typed));
		expect(explanation.message).toBe(message);
		expect(explanation.remedy).toContain('https://links.example.com');
		expect(explanation.kind).toBe('credentialRefused');
	});

	it('is read at once, however many slashes it has', () => {
		const from = performance.now();
		const url = `https://x.example/${'/'.repeat(100_000)}s`;
		expect(normaliseBaseUrl(`${url}/`)).toBe(url);
		expect(performance.now() - from).toBeLessThan(1_000);
	});

	it('never repeats a password', () => {
		for (const typed of [
			'https://me:secret@x.example',
			'https://me:secret@x example',
			'me:secret@x.example',
			'https://me:s@/secret@x example',
			'x.example?key=secret',
		]) {
			expect(JSON.stringify(explanationFrom(() => normaliseBaseUrl(typed)))).not.toContain(
				'secret',
			);
		}
	});
});

describe('the API key', () => {
	it.each<[typed: string, used: string]>([
		['abc123', 'abc123'],
		['  abc123\n', 'abc123'],
		['Bearer abc123', 'abc123'],
		['bearer   abc123', 'abc123'],
		[' BEARER\tabc123 ', 'abc123'],
		['Bearerabc123', 'Bearerabc123'],
		['a.b-c_d~e+f/g=', 'a.b-c_d~e+f/g='],
	])('%j becomes %s', (typed, used) => {
		expect(normaliseApiKey(typed)).toBe(used);
	});

	it.each<[typed: unknown, message: string]>([
		['', 'API Key is empty'],
		['  ', 'API Key is empty'],
		['Bearer', 'API Key is empty'],
		['Bearer ', 'API Key is empty'],
		[undefined, 'API Key is empty'],
		[7, 'API Key is empty'],
		['abc 123', 'API Key contains a space, a line break or another character that no key has'],
		['abc\n123', 'API Key contains a space, a line break or another character that no key has'],
		['schlüssel', 'API Key contains a space, a line break or another character that no key has'],
		['abc\u200B', 'API Key contains a space, a line break or another character that no key has'],
	])('%j is refused: %s', (typed, message) => {
		const explanation = explanationFrom(() => normaliseApiKey(typed));
		expect(explanation.message).toBe(message);
		expect(explanation.kind).toBe('credentialRefused');
		expect(JSON.stringify(explanation)).not.toContain('123');
	});
});
