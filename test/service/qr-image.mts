import { PNG } from 'pngjs';
import { create, toString } from 'qrcode';
import type { Outcome } from './answers.mts';
import type { ServiceOptions } from './options.mts';

/** `rgb(r,g,b)` or `#RGB` or `#RRGGBB`, as the API takes colors. */
export const COLOR_PATTERN =
	'^(rgb\\(\\d{1,3}, ?\\d{1,3}, ?\\d{1,3}\\)|#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6})$';

const MODULE_WIDTH = 6;
/** Modules of light around the code. */
const MARGIN = 4;

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
		return { form: 'file', type: 'image/png', body: pngOf(content, color) };
	}
	const svg = await toString(content, { type: 'svg', width: 300, color });
	if (form === 'svg') return { form: 'file', type: 'image/svg+xml', body: svg };
	const body = `<!DOCTYPE html>\n<html><head><title>QR code</title></head><body>${svg}</body></html>\n`;
	return { form: 'file', type: 'text/html; charset=utf-8', body };
}

/** Made at once: a thread beside the event loop is nothing that the clock of the tests would wait for. */
function pngOf(content: string, { dark, light }: Record<'dark' | 'light', string>): Buffer {
	const { size, data } = create(content, {}).modules;
	const width = (size + 2 * MARGIN) * MODULE_WIDTH;
	const png = new PNG({ width, height: width });
	for (let place = 0; place < width * width; place += 1) {
		const [row, column] = [Math.floor(place / width), place % width].map(
			(pixel) => Math.floor(pixel / MODULE_WIDTH) - MARGIN,
		) as [number, number];
		const isInside = Math.min(row, column) >= 0 && Math.max(row, column) < size;
		const isDark = isInside && data[row * size + column] === 1;
		png.data.writeUInt32BE(rgba(isDark ? dark : light), 4 * place);
	}
	return PNG.sync.write(png);
}

/** `#RGB` or `#RRGGBB` as four bytes. */
function rgba(hex: string): number {
	const digits = hex.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3');
	return parseInt(`${digits}ff`, 16);
}

function toHex(color: string): string {
	const parts = color.match(/\d+/g) ?? [];
	if (!color.startsWith('rgb')) return color;
	return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0').slice(-2)).join('')}`;
}
