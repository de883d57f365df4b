import { expect, it } from 'vitest';

import { withoutSecrets } from '../../../../nodes/LinkShortener/api/http/secrets';

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
