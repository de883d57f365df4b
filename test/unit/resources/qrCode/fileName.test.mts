import { expect, it } from 'vitest';

import { imageFileName } from '../../../../nodes/LinkShortener/resources/qrCode/fileName';

it.each<[name: unknown, link: unknown, file: string]>([
	['prod-01', 'https://go.example.com/summer', 'prod-01'],
	['Größe1', undefined, 'Größe1'],
	['Grüße1', undefined, 'Grüße1'],
	['Poster in the lobby', undefined, 'Poster in the lobby'],
	['価格', undefined, '価格'],
	[12, undefined, '12'],
	['50% / half', undefined, '50% - half'],
	['a/b', undefined, 'a-b'],
	['a:b', undefined, 'a-b'],
	['../../etc/passwd', undefined, 'etc-passwd'],
	['.hidden', undefined, 'hidden'],
	['line\nbreak', undefined, 'line-break'],
	['x'.repeat(60), undefined, 'x'.repeat(50)],
	['??', 'https://go.example.com/summer', 'summer-7'],
	['', 'https://go.example.com/summer', 'summer-7'],
	[undefined, 'https://go.example.com/caf%C3%A9', 'café-7'],
	[undefined, 'https://go.example.com/', 'qr-code-7'],
	[undefined, { ssid: 'Guests' }, 'qr-code-7'],
	[undefined, undefined, 'qr-code-7'],
])('the image of a QR code with the name %j for %j is %s', (name, link, file) => {
	expect(imageFileName(7, name, link)).toBe(file);
});
