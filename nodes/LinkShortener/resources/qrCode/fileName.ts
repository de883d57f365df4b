import { aliasOf } from '../../shared/values/shortUrl';
import { toText } from '../../shared/json';

/** Characters that some file system refuses or nobody sees. */
const NOT_IN_FILE_NAMES = /[\p{C}\\/:*?"<>|]+/gu;

/** File systems take 255 bytes, of which a character may need four. */
const MAX_CHARACTERS = 50;

/**
 * The name of the file with the image of a QR code, without its ending: the code's name, else the last part of
 * a link, else `qr-code`. All but a name that is kept as it is has the ID behind it, so that two codes of a run
 * have one file name only if they were given the same name. Pure.
 *
 * @param link the link that the code opens, or its own
 */
export function imageFileName(id: unknown, name: unknown, link: unknown): string {
	const given = toText(name);
	const kept = forFile(given);
	if (given !== '' && kept === given) return given;
	const base = kept || forFile(aliasOf({ shorturl: toText(link) })) || 'qr-code';
	return `${base}-${toText(id)}`;
}

function forFile(text: string): string {
	const allowed = text.replace(NOT_IN_FILE_NAMES, '-');
	return Array.from(allowed)
		.slice(0, MAX_CHARACTERS)
		.join('')
		.replace(/^[. -]+|[. ]+$/g, '');
}
