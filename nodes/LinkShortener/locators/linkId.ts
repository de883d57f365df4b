import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../api/answer';
import { CHECK_SHORT_URL } from '../api/explain';
import { shortUrlKey } from '../api/linkMatching';
import { Problem, wrongValue } from '../api/problem';
import { linkDetailRecord } from '../api/records';
import type { Service } from '../api/service';
import { toText } from '../api/text';
import { locatorParts, toId } from '../resources/parameters';

/** What a short URL looks like; people paste it without its scheme, and with whatever follows it. */
export const SHORT_URL = '(https?://[^\\s/?#]+|[^\\s/?#]+[.:][^\\s/?#]+)/[^\\s/?#]\\S*';

/** A short URL without query and fragment, which are its visitor's; undefined for what is none. */
function bareShortUrl(value: unknown): string | undefined {
	const text = toText(value);
	return new RegExp(`^${SHORT_URL}$`, 'i').test(text) ? text.replace(/[?#].*$/, '') : undefined;
}

/** What a pasted short URL is known by; empty for what is none. */
export function pastedKey(value: unknown): string {
	return shortUrlKey({ shorturl: bareShortUrl(value) });
}

/**
 * A link's detail form by what a link locator holds: an id, or a short URL that the service looks up.
 *
 * @throws {Problem} that names the field, before anything is sent; or when the answer holds no link
 */
export async function readLinkDetail(service: Service, locator: unknown): Promise<IDataObject> {
	const { mode, value } = locatorParts(locator);
	if (mode === 'url') {
		const short = toShortUrl(value);
		const found = await service.request({
			method: 'GET',
			path: '/api/urls',
			query: { short },
			effect: 'read',
		});
		if (isLink(found)) return found;
		throw new Problem({
			message: `No link has the short URL ${short}`,
			remedy: CHECK_SHORT_URL,
		});
	}
	const id = toId(value, 'Link');
	const answer = await service.request({ method: 'GET', path: `/api/url/${id}`, effect: 'read' });
	if (isLink(answer)) return answer;
	throw new Problem({
		message: 'The service answered without a link',
		remedy:
			'Check Base URL in the Link Shortener API credential: another program may answer there.',
	});
}

/** A look-up without a match may come back as a list without rows, which is a success like any other. */
function isLink(answer: IDataObject): boolean {
	return answer.id !== undefined || isRecord(answer.details);
}

/** The id of the link a locator holds; a short URL costs one look-up. */
export async function readLinkId(service: Service, locator: unknown): Promise<number> {
	const { mode, value } = locatorParts(locator);
	if (mode !== 'url') return toId(value, 'Link');
	const { id } = linkDetailRecord(await readLinkDetail(service, locator));
	return toId(id, 'Link');
}

/** A short URL as the look-up wants it, with a scheme. */
function toShortUrl(value: unknown): string {
	const short = bareShortUrl(value);
	if (short !== undefined) return /^https?:/i.test(short) ? short : `https://${short}`;
	throw wrongValue(
		'Link',
		`"${toText(value)}" is not a short URL`,
		'https://go.example.com/summer',
	);
}
