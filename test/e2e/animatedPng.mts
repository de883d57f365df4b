import { crc32 } from 'node:zlib';

function uint32(...values: number[]): Buffer {
	const bytes = Buffer.alloc(values.length * 4);
	values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
	return bytes;
}

function chunk(type: string, ...data: Buffer[]): Buffer {
	const checked = Buffer.concat([Buffer.from(type, 'latin1'), ...data]);
	return Buffer.concat([uint32(checked.length - 4), checked, uint32(crc32(checked))]);
}

/** The data of a PNG's chunks of one type. */
function dataOf(png: Buffer, wanted: string): Buffer[] {
	const found: Buffer[] = [];
	for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
		const end = at + 8 + png.readUInt32BE(at);
		if (png.toString('latin1', at + 4, at + 8) === wanted) found.push(png.subarray(at + 8, end));
	}
	return found;
}

/** PNGs of one size that follow one another for ever, as one PNG: the format keeps their compressed pixels. */
export function animatedPng(frames: ReadonlyArray<{ png: Buffer; ms: number }>): Buffer {
	const [first] = frames;
	const [header = Buffer.alloc(0)] = first ? dataOf(first.png, 'IHDR') : [];
	let order = 0;
	const pictures = frames.flatMap(({ png, ms }, index) => {
		// At the upper left corner, for ms / 1000 seconds, in place of what was there.
		const delay = Buffer.from([ms >> 8, ms & 0xff, 1000 >> 8, 1000 & 0xff, 0, 0]);
		const control = chunk('fcTL', uint32(order++), header.subarray(0, 8), uint32(0, 0), delay);
		const pixels = dataOf(png, 'IDAT').map((data) =>
			index === 0 ? chunk('IDAT', data) : chunk('fdAT', uint32(order++), data),
		);
		return [control, ...pixels];
	});
	return Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		chunk('IHDR', header),
		chunk('acTL', uint32(frames.length, 0)),
		...pictures,
		chunk('IEND'),
	]);
}
