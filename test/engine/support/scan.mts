import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import type { RunResult } from '../harness/index.mts';

/** What a phone reads from the file of an item. */
export function scan(run: RunResult, item = 0, field = 'data'): string | undefined {
	const { data = '' } = run.outputs[0]?.[item]?.binary?.[field] ?? {};
	const { data: pixels, width, height } = PNG.sync.read(Buffer.from(data, 'base64'));
	return jsQR(new Uint8ClampedArray(pixels), width, height)?.data;
}
