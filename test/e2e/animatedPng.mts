import { crc32 } from 'node:zlib';

/** One picture of an animation, and how long it is shown. */
export interface Frame {
	png: Buffer;
	ms: number;
}

interface Chunk {
	type: string;
	data: Buffer;
}

const SIGNATURE_BYTES = 8;
/** A chunk's length and type stand before its data, and a checksum behind it. */
const HEAD_BYTES = 8;
const CHECKSUM_BYTES = 4;

function chunksOf(png: Buffer): Chunk[] {
	const chunks: Chunk[] = [];
	let start = SIGNATURE_BYTES;
	while (start < png.length) {
		const end = start + HEAD_BYTES + png.readUInt32BE(start);
		const type = png.toString('latin1', start + 4, start + HEAD_BYTES);
		chunks.push({ type, data: png.subarray(start + HEAD_BYTES, end) });
		start = end + CHECKSUM_BYTES;
	}
	return chunks;
}

function uint32(...values: number[]): Buffer {
	const bytes = Buffer.alloc(values.length * 4);
	values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
	return bytes;
}

function written({ type, data }: Chunk): Buffer {
	const checked = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	return Buffer.concat([uint32(data.length), checked, uint32(crc32(checked))]);
}

/**
 * PNGs that follow one another for ever, as one PNG: the format keeps the compressed pixels of each as
 * they are, so that this takes no package. What shows no animation shows the first one.
 *
 * @throws where the pictures differ in size or color format, as one file has one of each
 */
export function animatedPng(frames: Frame[]): Buffer {
	const [first] = frames;
	if (!first) throw new Error('An animation has at least one picture.');
	const signature = first.png.subarray(0, SIGNATURE_BYTES);
	const header = chunksOf(first.png).find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(0);
	const size = header.subarray(0, 8);
	let order = 0;
	const pictures = frames.flatMap(({ png, ms }, index) => {
		const chunks = chunksOf(png);
		if (!chunks.some(({ type, data }) => type === 'IHDR' && data.equals(header))) {
			throw new Error(`Picture ${index + 1} differs from the first in size or color format.`);
		}
		// At the upper left corner, for ms / 1000 seconds, in place of what was there.
		const delay = Buffer.from([ms >> 8, ms & 0xff, 1000 >> 8, 1000 & 0xff, 0, 0]);
		const control = Buffer.concat([uint32(order++), size, uint32(0, 0), delay]);
		const pixels = chunks
			.filter(({ type }) => type === 'IDAT')
			.map(({ type, data }) =>
				index === 0
					? { type, data }
					: { type: 'fdAT', data: Buffer.concat([uint32(order++), data]) },
			);
		return [{ type: 'fcTL', data: control }, ...pixels];
	});
	const all = [
		{ type: 'IHDR', data: header },
		{ type: 'acTL', data: uint32(frames.length, 0) },
		...pictures,
		{ type: 'IEND', data: Buffer.alloc(0) },
	];
	return Buffer.concat([signature, ...all.map(written)]);
}
