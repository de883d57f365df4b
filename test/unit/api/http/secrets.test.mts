import { expect, it } from 'vitest';

import { explainResponse } from '../../../../nodes/LinkShortener/api/http/messages';
import { parseResponse } from '../../../../nodes/LinkShortener/api/http/response';
import { passwordsIn, withoutSecrets } from '../../../../nodes/LinkShortener/api/http/credential';

const COOKIE = 'gate=0pen/Sesame; id="größe"';

const QUOTED = [
	['the key k3y+x/y', 'the key [API key]'],
	['at /k3y%2Bx%2Fy/', 'at /[API key]/'],
	['at /K3Y%2bX%2fY/', 'at /[API key]/'],
	[String.raw`at k3y+x\/y`, 'at [API key]'],
	['Bearer k3y+x/y', 'Bearer [API key]'],
	[`Cookie: ${COOKIE}`, 'Cookie: [extra header]'],
	[encodeURIComponent(COOKIE), '[extra header]'],
	[JSON.stringify({ COOKIE }), '{"COOKIE":"[extra header]"}'],
	[String.raw`gate=0pen\/Sesame; id=\"gr\u00f6\u00dfe\"`, '[extra header]'],
	['gate=0pen', 'gate=0pen'],
	['nothing', 'nothing'],
	[`${'x'.repeat(490)} k3y+x/y`, `${'x'.repeat(490)} [API key]`],
	['x'.repeat(501), `${'x'.repeat(349)}…${'x'.repeat(150)}`],
];

it('what quotes a secret is shown without it, whichever way it is written', () => {
	const secrets = { apiKey: 'k3y+x/y', extraHeader: { name: 'Cookie', value: COOKIE } };
	const remedy = 'Leave out k3y+x/y.';
	const shown = QUOTED.map(([quoted = '']) => {
		const said = { message: quoted, remedy, details: ['a', quoted], httpStatus: 403 };
		return withoutSecrets(said, secrets);
	});
	const withoutKey = { remedy: 'Leave out [API key].', httpStatus: 403 };
	expect(shown).toEqual(
		QUOTED.map(([, message]) => ({ ...withoutKey, message, details: ['a', message] })),
	);
});

it('a value of fewer than six characters is not hidden, lest it garble messages', () => {
	const said = { message: 'That alias is on until 2026', remedy: 'Switch it on.' };
	for (const value of ['on', '2026', 'alias', '']) {
		const secrets = { apiKey: 'k3y-nobody-has', extraHeader: { name: 'X-Switch', value } };
		expect(withoutSecrets(said, secrets, [value])).toEqual(said);
	}
	expect(withoutSecrets(said, { apiKey: 'k3y-nobody-has' })).toEqual(said);
});

it.each<[body: Parameters<typeof passwordsIn>[0], passwords: string[]]>([
	[{ json: { url: 'https://shop.example', password: 'open sesame' } }, ['open sesame']],
	[{ json: { password: 12345678 } }, ['12345678']],
	[{ query: { password: 'for the file' } }, ['for the file']],
	[{ json: { password: 'abc', data: 'a text' } }, ['abc']],
	[{ json: { name: 'Visitors' } }, []],
	[{}, []],
])('the passwords in %j are %j', (request, passwords) => {
	expect(passwordsIn(request)).toEqual(passwords);
});

it('a page whose long title quotes the key shows no part of it', () => {
	const body = `<title>${'No entry. '.repeat(9)}Bearer k3y-nobody-may-read</title>`;
	const page = parseResponse({ status: 403, headers: {}, body }, 'links');
	const request = { method: 'GET', path: '/api/urls', safety: 'safe' } as const;
	const told = explainResponse(page, 'https://go.example.com', request, new Set());
	const { message } = withoutSecrets(told, { apiKey: 'k3y-nobody-may-read' });
	expect(message).toContain('Bearer [API key]');
});

it('a password that the service quotes is not shown', () => {
	const said = { message: 'The password open sesame is too simple', remedy: 'Choose another one.' };
	expect(withoutSecrets(said, { apiKey: 'k3y' }, ['open sesame'])).toEqual({
		...said,
		message: 'The password [password] is too simple',
	});
});
