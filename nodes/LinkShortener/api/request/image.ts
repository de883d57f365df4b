import { parseUrl } from '../../shared/text';
import { asError, Cancelled, type Explanation } from '../../shared/userFacingError';
import { type Session, timeoutOf } from './sendOnce';
import { withoutSecrets } from '../http/credential';
import type { HttpResponse } from '../http/types';

/** An image with its bytes. */
export interface Image {
	data: Buffer;
	mimeType: string;
	fileExtension: string;
}

const MAX_MEGABYTES = 10;

const WHAT_TO_DO = `Open the address in a browser. If the image is there, download it with an HTTP Request node: this node downloads at most ${MAX_MEGABYTES} MB, and follows no redirect to another host. Otherwise, try again later, or ask the operator of the service.`;

/**
 * Fetches the image at an address that the service gave. It does not count towards the rate limit, but
 * takes one of the run's places.
 *
 * @param address complete, or relative to the base URL
 * @param isOwn whether a host other than the base URL's is the account's own; asked of such hosts only. Left out for
 * the short URL of a link that was read, whose host is
 * @throws {UserFacingError} when there is no such image, or it may not be fetched
 * @throws {Cancelled} when the execution was cancelled meanwhile
 */
export async function readImage(
	session: Session,
	address: string,
	isOwn?: (host: string) => Promise<boolean>,
): Promise<Image> {
	const { connection, run } = session;
	const { baseUrl } = connection;
	const failure = (message: string, facts?: Partial<Explanation>) =>
		asError(withoutSecrets({ ...facts, message, remedy: WHAT_TO_DO }, connection));
	const url = address.trim() && parseUrl(address, `${baseUrl}/`);
	if (!url || !/^https?:$/.test(url.protocol)) {
		throw failure('The service did not return a web address for the image');
	}
	if (isOwn && url.hostname !== new URL(baseUrl).hostname && !(await isOwn(url.host))) {
		throw failure(
			`The image is at ${shown(url.href)}, which is not on the host of the service or of its short URLs`,
		);
	}
	const image = await run.hold(true, () => fetchImage(session, url));
	if ('data' in image) return image;
	const { instead, ...facts } = image;
	throw failure(`There is no image at ${shown(url.href)}: ${instead}`, facts);
}

interface NoImage extends Pick<Explanation, 'kind' | 'httpStatus' | 'details'> {
	/** What is there, as the end of a sentence. */
	instead: string;
}

/** Follows one redirect to https on the same host: many hosts send there from http. */
async function fetchImage(
	{ connection, gate, policy }: Session,
	url: URL,
): Promise<Image | NoImage> {
	const { cancelSignal } = policy;
	const ends = { timeoutMs: timeoutOf({ method: 'GET' }, policy, gate.outage), cancelSignal };
	let answer = await connection.download(url, ends);
	const { location } = 'status' in answer && answer.status >= 300 ? answer.headers : {};
	const next = location && parseUrl(location, url.href);
	if (next && next.href.startsWith(`https://${url.host}/`)) {
		answer = await connection.download(next, ends);
	}
	if (cancelSignal?.aborted) throw new Cancelled();
	if ('status' in answer) return imageIn(answer);
	const details = [answer.detail || answer.code];
	return { instead: 'no response', details, kind: 'unavailable' };
}

function imageIn({ status, headers, body }: HttpResponse): Image | NoImage {
	const { location, 'content-type': type = '' } = headers;
	if (status < 200 || status >= 300) {
		const kind = status < 400 || status === 404 || status === 410 ? 'noImage' : undefined;
		return {
			instead: location === undefined ? `HTTP ${status}` : `it redirects to ${shown(location)}`,
			kind: status >= 500 ? 'unavailable' : kind,
			httpStatus: status,
		};
	}
	const [mimeType = ''] = type.toLowerCase().split(/[\s;]/);
	if (!mimeType.startsWith('image/')) {
		const instead = mimeType === 'text/html' ? 'a web page' : 'another file';
		return { instead, kind: 'noImage' };
	}
	const data = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
	const megabytes = Math.ceil(data.length / 1024 / 1024);
	if (megabytes < 1 || megabytes > MAX_MEGABYTES) return { instead: `a file of ${megabytes} MB` };
	// `image/svg+xml` and `image/jpeg` have other endings.
	const fileExtension = mimeType.replace(/^image\/|\+.*/g, '').replace('jpeg', 'jpg');
	return { data, mimeType, fileExtension };
}

/** An address for a message: a query may hold a token. */
function shown(address: string): string {
	return address.replace(/[?#].*/s, '');
}
