import { create, toBuffer, toString } from 'qrcode';
import type { Outcome } from './answers.mts';
import type { ServiceOptions } from './options.mts';

/** `rgb(r,g,b)` or `#RGB` or `#RRGGBB`, as the API takes colors. */
export const COLOR_PATTERN =
	'^(rgb\\(\\d{1,3}, ?\\d{1,3}, ?\\d{1,3}\\)|#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6})$';

const WIDTH = 300;

/** Whether a QR code has room for a text. */
export function fitsQrCode(content: string): boolean {
	try {
		create(content, {});
		return true;
	} catch {
		return false;
	}
}

/** The image of a QR code, in the form the install has it. */
export async function qrImage(
	content: string,
	colors: { background: string; foreground: string },
	form: ServiceOptions['qrImages'],
): Promise<Outcome> {
	const color = { dark: toHex(colors.foreground), light: toHex(colors.background) };
	if (form === 'png') {
		const body = await toBuffer(content, { type: 'png', width: WIDTH, color });
		return { form: 'file', type: 'image/png', body };
	}
	const svg = await toString(content, { type: 'svg', width: WIDTH, color });
	if (form === 'svg') return { form: 'file', type: 'image/svg+xml', body: svg };
	const body = `<!DOCTYPE html>\n<html><head><title>QR code</title></head><body>${svg}</body></html>\n`;
	return { form: 'file', type: 'text/html; charset=utf-8', body };
}

function toHex(color: string): string {
	const parts = color.match(/\d+/g) ?? [];
	if (!color.startsWith('rgb')) return color;
	return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0').slice(-2)).join('')}`;
}
