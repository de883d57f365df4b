import { readFileSync } from 'node:fs';
import path from 'node:path';
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
	[String.raw`at k3y+x\/y`, 'at [API key]'],
	[String.raw`"{\"key\":\"k3y+x\\\/y\"}"`, String.raw`"{\"key\":\"[API key]\"}"`],
	[String.raw`k3y\u002bx\u002Fy`, '[API key]'],
	['k3y%252Bx%25252Fy', '[API key]'],
	['k3y&#43;x&#x2F;y', '[API key]'],
	['k3y&amp;#043;x&amp;amp;#x2f;y', '[API key]'],
	['Bearer k3y+x/y', 'Bearer [API key]'],
	[`Basic ${Buffer.from('me:k3y+x/y').toString('base64')}`, 'Basic bWU6[API key]'],
	[Buffer.from('k3y+x/y').toString('base64'), '[API key]'],
	[`${'x'.repeat(490)} k3y+x/y`, `${'x'.repeat(490)} [API key]`],
	['x'.repeat(501), `${'x'.repeat(499)}…`],
])('%s is shown as %s', (quoted, shown) => {
	const secrets = { apiKey: 'k3y+x/y', extraHeader: { name: 'Cookie', value: COOKIE } };
	const remedy = 'Leave out k3y+x/y.';
	const said = { message: quoted, remedy, details: ['a', quoted], httpStatus: 403 };
	expect(withoutSecrets(said, secrets)).toEqual({
		message: shown,
		remedy: 'Leave out [API key].',
		details: ['a', shown],
		httpStatus: 403,
	});
});

it.each<[secret: string, quoted: string, shown: string]>([
	['a', 'Please enter a valid URL.', 'Please enter a valid URL.'],
	['a', 'The API key "a" is wrong.', 'The API key "[API key]" is wrong.'],
	['alias', 'That alias is taken.', 'That alias is taken.'],
	['alias', 'password=alias&x=alias-1', 'password=[API key]&x=alias-1'],
	['2026', 'The expiry 2026-11-22 is past.', 'The expiry 2026-11-22 is past.'],
	['sunshine', 'The word sunshine is not allowed.', 'The word [API key] is not allowed.'],
	[
		'shop',
		'shop: The workshop at https://shop.example/shop',
		'[API key]: The workshop at https://shop.example/[API key]',
	],
	['correcthorsebattery', 'xcorrecthorsebatteryx', 'x[API key]x'],
	['größe&1', 'gr%C3%B6%C3%9Fe%26amp;1', 'gr%C3%B6%C3%9Fe%26amp;1'],
	['größe&1', 'gr%c3%b6%C3%9Fe&amp;1', '[API key]'],
])('%s is hidden where it is no word: %s', (apiKey, message, shown) => {
	expect(withoutSecrets({ message, remedy: '' }, { apiKey }).message).toBe(shown);
});

it('no word of a known message is hidden, lest it tell a password', () => {
	const page = readFileSync(
		path.resolve(import.meta.dirname, '../../../../docs/errors.md'),
		'utf8',
	);
	const rows = [...page.matchAll(/^\| ([^|]+)\|([^|]+)/gm)];
	expect(rows.length).toBeGreaterThan(30);
	for (const [, message = '', remedy = ''] of rows) {
		const words = `${message} ${remedy}`.match(/[a-z]+/gi) ?? [];
		const said = { message: message.trim(), remedy: remedy.trim() };
		expect(withoutSecrets(said, { apiKey: 'k3y' }, words)).toEqual(said);
	}
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
	[{ query: { password: 'for the file' } }, ['for the file']],
	[{ json: { password: 'abc', data: 'a text' } }, ['abc']],
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
