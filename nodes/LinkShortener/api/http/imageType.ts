/** The type of an image by its first bytes. */
export interface ImageType {
	mimeType: string;
	fileExtension: string;
}

/** The first bytes of each type as text in Latin-1, where a byte is a character. */
const BEGINNINGS: Array<[RegExp, ImageType]> = [
	[/^\x89PNG\r\n/, { mimeType: 'image/png', fileExtension: 'png' }],
	[/^\xff\xd8\xff/, { mimeType: 'image/jpeg', fileExtension: 'jpg' }],
	[/^GIF8[79]a/, { mimeType: 'image/gif', fileExtension: 'gif' }],
	[/^RIFF[^]{4}WEBP/, { mimeType: 'image/webp', fileExtension: 'webp' }],
];

/** The longest text in front of the image in an SVG file. */
const MAX_PROLOG_BYTES = 65_536;

/**
 * The type of an image, by its bytes; undefined for anything else. Pure. A Content-Type is not asked:
 * services send images as `application/octet-stream`, and web pages as `image/png`.
 */
export function imageTypeOf(data: Buffer): ImageType | undefined {
	const start = data.toString('latin1', 0, 16);
	const known = BEGINNINGS.find(([beginning]) => beginning.test(start))?.[1];
	if (known !== undefined) return known;
	const text = data.toString('utf8', 0, MAX_PROLOG_BYTES);
	return isSvg(text) ? { mimeType: 'image/svg+xml', fileExtension: 'svg' } : undefined;
}

/** Whether a file that is no image looks like a web page. */
export function isMarkup(data: Buffer): boolean {
	return /^\ufeff?\s*</.test(data.toString('utf8', 0, 256));
}

/** The parts that may stand in front of the image: how each begins, and how it ends. */
const PROLOG: Array<[begin: RegExp, end: string]> = [
	[/<\?/y, '?>'],
	[/<!--/y, '-->'],
	// A document type of another name is another document; one with a subset ends behind it.
	[/<!DOCTYPE\s+svg\b[^[>]*\[/iy, ']>'],
	[/<!DOCTYPE\s+svg\b/iy, '>'],
];

/** Reads on part by part, so that a file made to be slow to read is not. */
function isSvg(text: string): boolean {
	let at = skipSpace(text, text.startsWith('\ufeff') ? 1 : 0);
	for (;;) {
		const part = PROLOG.find(([begin]) => matchesAt(begin, text, at));
		if (part === undefined) return matchesAt(/<(\w+:)?svg[\s>/]/y, text, at);
		const end = text.indexOf(part[1], at);
		if (end === -1) return false;
		at = skipSpace(text, end + part[1].length);
	}
}

function matchesAt(sticky: RegExp, text: string, at: number): boolean {
	sticky.lastIndex = at;
	return sticky.test(text);
}

function skipSpace(text: string, at: number): number {
	const space = /\s*/y;
	matchesAt(space, text, at);
	return space.lastIndex;
}
