import { describe, expect, it } from 'vitest';

import { imageTypeOf, isMarkup } from '../../../../nodes/LinkShortener/api/http/imageType';
import { expectFast } from '../../expectFast.mts';

const bytes = (...numbers: number[]) => Buffer.from(numbers);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';

describe('the type of an image', () => {
	it.each<[what: string, data: Buffer | string, type: string]>([
		['PNG', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0), 'image/png png'],
		['JPEG', bytes(0xff, 0xd8, 0xff, 0xe0, 0), 'image/jpeg jpg'],
		['GIF of 1987', 'GIF87a…', 'image/gif gif'],
		['GIF of 1989', 'GIF89a…', 'image/gif gif'],
		['WebP', Buffer.from('RIFF\n\r\0\xffWEBPVP8 ', 'latin1'), 'image/webp webp'],
		...[
			SVG,
			'<svg/>',
			'<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>',
			`\ufeff${SVG}`,
			` \n\t${SVG}`,
			`<?xml version="1.0" encoding="UTF-8"?>\n${SVG}`,
			`\ufeff<?xml version="1.0"?><!-- <html> --><!-- > -->\n<?style a?>${SVG}`,
			`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">${SVG}`,
			`<!doctype svg [ <!ENTITY a "<b>"> ]>\n<!-- made by hand -->${SVG}`,
		].map((text): [string, string, string] => [text, text, 'image/svg+xml svg']),
	])('%s', (_, data, type) => {
		const { mimeType = '', fileExtension = '' } = imageTypeOf(Buffer.from(data)) ?? {};
		expect(`${mimeType} ${fileExtension}`).toBe(type);
	});

	it.each<[data: Buffer | string, isWebPage: boolean]>([
		['', false],
		['PNG', false],
		[bytes(0x89, 0x50, 0x4e, 0x47), false],
		[bytes(0xff, 0xd8), false],
		['GIF88a', false],
		['RIFF0000WAVE', false],
		['RIFFWEBP', false],
		['%PDF-1.7', false],
		['BM', false],
		[SVG.slice(1), false],
		['{"error":1,"message":"<svg>"}', false],
		[`<!DOCTYPE html><html><body>${SVG}</body></html>`, true],
		[`\ufeff\n<!DOCTYPE html>${SVG}`, true],
		['<html><body>Not found</body></html>', true],
		['<svgs>', true],
		[`<!-- ${SVG}`, true],
		['<?xml version="1.0"?>', true],
		[`<!DOCTYPE svgz>${SVG}`, true],
	])('is none: %s', (data, isWebPage) => {
		expect(imageTypeOf(Buffer.from(data))).toBeUndefined();
		expect(isMarkup(Buffer.from(data))).toBe(isWebPage);
	});

	it.each(['<!--', '<?', '<!DOCTYPE svg', '<!DOCTYPE svg [', ' ', '<!---->'])(
		'is told at once, however often it says %j',
		(part) => {
			const image = Buffer.from(part.repeat(100_000));
			expectFast(() => {
				expect(imageTypeOf(image)).toBeUndefined();
			});
		},
	);
});
