import { expect, it } from 'vitest';

import { passwordsIn, withoutSecrets } from '../../../../nodes/LinkShortener/api/http/secrets';

const COOKIE = 'gate=0pen/Sesame; theme=dark;id=1';

it.each<[quoted: string, shown: string]>([
	['the key k3y+x/y', 'the key [API key]'],
	['at /k3y%2Bx%2Fy/', 'at /[API key]/'],
	['at /K3Y+X%2fY/', 'at /[API key]/'],
	[`Cookie: ${COOKIE}`, 'Cookie: [extra header]'],
	[encodeURIComponent(COOKIE), '[extra header]'],
	['gate is 0pen/Sesame', 'gate is [extra header]'],
	['gate is 0pen%2fsesame', 'gate is [extra header]'],
	['id 1 is dark', 'id 1 is [extra header]'],
	['nothing', 'nothing'],
])('%s is shown as %s', (quoted, shown) => {
	const secrets = { apiKey: 'k3y+x/y', extraHeader: { name: 'Cookie', value: COOKIE } };
	const said = { message: quoted, remedy: quoted, details: ['a', quoted], httpStatus: 403 };
	expect(withoutSecrets(said, secrets)).toEqual({
		message: shown,
		remedy: shown,
		details: ['a', shown],
		httpStatus: 403,
	});
});

it('a value of two letters is no secret, nor is none', () => {
	const said = { message: 'It is on', remedy: '' };
	for (const value of ['on', 'it']) {
		const secrets = { apiKey: 'k3y', extraHeader: { name: 'X-Switch', value } };
		expect(withoutSecrets(said, secrets)).toEqual(said);
	}
	expect(withoutSecrets(said, { apiKey: 'k3y' })).toEqual(said);
});

it.each<[body: Parameters<typeof passwordsIn>[0], passwords: string[]]>([
	[{ json: { url: 'https://shop.example', password: 'open sesame' } }, ['open sesame']],
	[{ json: { type: 'wifi', data: { ssid: 'guests', pass: 'let me in' } } }, ['let me in']],
	[{ json: { password: 12345678 } }, ['12345678']],
	[{ json: { password: 'abc', data: 'a text' } }, []],
	[{ json: { name: 'Visitors' } }, []],
	[{}, []],
])('the passwords in %j are %j', (request, passwords) => {
	expect(passwordsIn(request)).toEqual(passwords);
});

it('a password that the service quotes is not shown', () => {
	const said = { message: 'The password open sesame is too simple', remedy: 'Choose another one.' };
	expect(withoutSecrets(said, { apiKey: 'k3y' }, ['open sesame'])).toEqual({
		...said,
		message: 'The password [password] is too simple',
	});
});
