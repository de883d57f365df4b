import { parseUrl, withinHost } from '../../shared/url';
import {
	Cancelled,
	type Explanation,
	type FailureKind,
	UserFacingError,
} from '../../shared/userFacingError';
import type { Session } from './exchange';
import { withoutSecrets } from '../http/secrets';
import { allowInN8n, inFull, RAISE_TIMEOUT } from '../http/remedies';
import { N8N_REFUSED, TIMEOUT_CODE } from '../http/transport';
import type { HttpResponse, NetworkFailure } from '../http/types';
import { timeoutOf } from './timeout';

/** An image with its bytes. */
export interface Image {
	data: Buffer;
	mimeType: string;
	fileExtension: string;
}

const MAX_MEGABYTES = 10;

const MAX_REDIRECTS = 3;

const OPEN_IT = `Open the address in a browser. The image has to be there, with at most ${MAX_MEGABYTES} MB and without a redirect to another host. If it is not, ask the operator of the service.`;

/**
 * Fetches the image at an address that the service gave. It does not count towards the rate limit, but
 * takes one of the run's places.
 *
 * @param address complete, or relative to the base URL
 * @param isOwn whether a host other than the base URL's is the account's own; asked of such hosts only
 * @throws {UserFacingError} when there is no such image, or it may not be fetched
 * @throws {Cancelled} when the execution was cancelled meanwhile
 */
export async function readImage(
	session: Session,
	address: string,
	isOwn: (host: string) => Promise<boolean>,
): Promise<Image> {
	const { connection, run } = session;
	const { baseUrl } = connection;
	const url = webAddress(address.trim(), baseUrl);
	if (url === undefined) {
		throw new UserFacingError({
			message: 'The service did not return a web address for the image',
			remedy: 'Only an image at an http:// or https:// address can be downloaded.',
		});
	}
	const isAtBase = url.hostname === new URL(baseUrl).hostname;
	if (!isAtBase && !(await isOwn(url.host))) {
		throw new UserFacingError(withoutSecrets(explainElsewhere(url), connection));
	}
	const image = await run.hold(true, async () => await fetchImage(session, url));
	if ('data' in image) return image;
	throw new UserFacingError(withoutSecrets(image, connection));
}

async function fetchImage(
	{ connection, gate, policy }: Session,
	first: URL,
): Promise<Image | Explanation> {
	for (let url = first, redirects = 0; ; redirects += 1) {
		const timeoutMs = timeoutOf({ safety: 'safe' }, policy, gate.outage);
		const answer = await connection.download(url, timeoutMs, policy.cancelSignal);
		if (policy.cancelSignal?.aborted) throw new Cancelled();
		if (!('status' in answer)) return explainFailure(url, answer);
		const { location } = answer.headers;
		if (answer.status < 300 || answer.status >= 400 || location === undefined) {
			return imageIn(url, answer);
		}
		const next: URL | undefined =
			redirects < MAX_REDIRECTS ? withinHost(location, url.href) : undefined;
		if (next === undefined)
			return noImage(url, `it is redirected to ${shown(location)}`, 'noImage');
		url = next;
	}
}

function webAddress(address: string, baseUrl: string): URL | undefined {
	const url = address === '' ? undefined : parseUrl(address, `${baseUrl}/`);
	return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined;
}

function imageIn(url: URL, { status, headers, body }: HttpResponse): Image | Explanation {
	if (status < 200 || status >= 300) {
		const kind = status === 404 || status === 410 ? 'noImage' : undefined;
		const told = noImage(url, `HTTP ${status}`, status >= 500 ? 'unavailable' : kind);
		return { ...told, ...(status >= 400 ? { httpStatus: status } : {}) };
	}
	const [mimeType = ''] = (headers['content-type'] ?? '').toLowerCase().split(/[\s;]/);
	if (!mimeType.startsWith('image/')) {
		return noImage(url, mimeType === 'text/html' ? 'a web page' : 'another file', 'noImage');
	}
	const data = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
	if (data.length === 0) return noImage(url, 'an empty file');
	if (data.length > MAX_MEGABYTES * 1024 * 1024) return noImage(url, 'a larger file');
	// `image/svg+xml` and `image/jpeg` have other endings.
	const fileExtension = mimeType.replace(/^image\/|\+.*$/g, '').replace('jpeg', 'jpg');
	return { data, mimeType, fileExtension };
}

function noImage(url: URL, instead: string, kind?: FailureKind): Explanation {
	const message = `There is no image at ${shown(url)}: ${instead}`;
	return { message, remedy: OPEN_IT, kind };
}

/** An address for a message: a query may hold a token. */
function shown(address: string | URL): string {
	return String(address).replace(/[?#].*$/s, '');
}

function explainElsewhere(url: URL): Explanation {
	return {
		message: `The image is at ${shown(url)}, which is not on the host of the service or of its short URLs`,
		remedy: 'Open the address in a browser, or download the image with an HTTP Request node.',
	};
}

function explainFailure(url: URL, { code, detail }: NetworkFailure): Explanation {
	const what = `The image at ${shown(url)} could not be downloaded`;
	if (N8N_REFUSED.test(detail)) {
		const remedy = `${detail}. ${inFull(allowInN8n(url, detail))}`;
		return { message: what, remedy, kind: 'misconfigured' };
	}
	return {
		message: what,
		remedy: `Check that n8n can reach ${url.host}, and try again.${code === TIMEOUT_CODE ? ` ${RAISE_TIMEOUT}` : ''}`,
		details: [`${detail || 'No response'} (${code})`],
		kind: 'unavailable',
	};
}
