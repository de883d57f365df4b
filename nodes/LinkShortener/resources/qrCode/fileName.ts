import { aliasOf } from '../../shared/values/shortUrl';
import { toText } from '../../shared/json';

/** Some file system refuses these, or nobody sees them. */
const NOT_IN_FILE_NAMES = /[\p{C}\\/:*?"<>|]+/gu;

/** File systems take 255 bytes, of which a character may need four. */
const MAX_CHARACTERS = 50;

/** Without its ending: the code's name; else the last part of a link, or `qr-code`, with the ID behind it. Pure. */
export function imageFileName(id: unknown, name: unknown, link: unknown): string {
	const alias = aliasOf({ shorturl: toText(link) });
	return forFile(toText(name)) || `${forFile(alias) || 'qr-code'}-${toText(id)}`;
}

function forFile(text: string): string {
	const allowed = text.replace(NOT_IN_FILE_NAMES, '-');
	return Array.from(allowed)
		.slice(0, MAX_CHARACTERS)
		.join('')
		.replace(/^[. -]+|[. ]+$/g, '');
}
