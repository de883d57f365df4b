import { parseUrl } from '../shared/url';
import { Cancelled, type Explanation, UserFacingError } from '../shared/userFacingError';
import { timeoutOf, type Session } from './exchange';
import { Pass } from './gate/pass';
import { explainRefusal } from './refusal';
import type { Download } from './http/download';
import { imageTypeOf, isMarkup, type ImageType } from './http/imageType';
import { withoutSecrets } from './http/secrets';
import { N8N_REFUSED } from './http/transport';

/** An image with its bytes. */
export interface Image extends ImageType {
	data: Buffer;
}

/** Fetches one address: a file of so many bytes at most, until the signal fires. */
type Fetch = (url: URL, maxBytes: number, signal: AbortSignal) => Promise<Download>;

const MAX_BYTES = 10 * 1024 * 1024;

const MAX_REDIRECTS = 3;

const OPEN_IT =
	'Open the address in a browser: if there is no image either, ask whoever runs the service.';

/**
 * Fetches the image at an address that the service gave. It does not count towards the rate limit, but
 * takes one of the run's places.
 *
 * @param address complete, or relative to the base URL
 * @throws {UserFacingError} when there is no such image, or it may not be fetched
 * @throws {Cancelled} when the execution was cancelled meanwhile
 */
export async function readImage(session: Session, fetch: Fetch, address: string): Promise<Image> {
	const { connection, gate, run } = session;
	const pass = await gate.enter({ run, kind: 'elsewhere', place: gate.placeInLine() });
	if (!(pass instanceof Pass)) throw explainRefusal(session, pass);
	const image = await followAndRead(session, fetch, address).finally(() => pass.release());
	if ('data' in image) return image;
	throw new UserFacingError(withoutSecrets(image, connection));
}

async function followAndRead(
	{ connection, policy }: Session,
	fetch: Fetch,
	address: string,
): Promise<Image | Explanation> {
	const { cancelSignal } = policy;
	const timeoutMs = timeoutOf({ safety: 'safe' }, policy, Date.now());
	const deadline = AbortSignal.timeout(timeoutMs);
	const signal = cancelSignal === undefined ? deadline : AbortSignal.any([cancelSignal, deadline]);
	if (address.trim() === '') {
		const message = 'The service gave no address of the image';
		return { message, remedy: 'Ask whoever runs the service where it keeps its images.' };
	}
	const first = webAddress(address, `${connection.baseUrl}/`);
	let url = first;
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
		if (url === undefined) return noWebAddress(first ?? address);
		const found = await unlessAborted(signal, fetch(url, MAX_BYTES, signal));
		if (cancelSignal?.aborted) throw new Cancelled();
		if (found === undefined || deadline.aborted) return tooSlow(url, timeoutMs);
		if (found.kind !== 'answer') return explainFailure(url, found);
		const { status, location, data } = found;
		if (status < 300 || status >= 400 || location === undefined) {
			const type = status < 300 ? imageTypeOf(data) : undefined;
			return type === undefined ? explainAnswer(url, status, data) : { ...type, data };
		}
		url = webAddress(location, url.href);
	}
	return {
		message: `The image at ${shown(first ?? address)} is sent on more than ${MAX_REDIRECTS} times`,
		remedy: OPEN_IT,
	};
}

/** The result of work; undefined once the signal fires, even if the work hangs. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | undefined> {
	if (signal.aborted) return undefined;
	let end: () => void = () => undefined;
	const aborted = new Promise<undefined>((resolve) => (end = () => resolve(undefined)));
	signal.addEventListener('abort', end);
	return await Promise.race([work, aborted]).finally(() => {
		signal.removeEventListener('abort', end);
	});
}

function webAddress(address: string, base: string): URL | undefined {
	const url = parseUrl(address.trim(), base);
	if (url === undefined) return undefined;
	// Text in front of an @ would be sent as user and password.
	url.username = '';
	url.password = '';
	return /^https?:$/.test(url.protocol) ? url : undefined;
}

/** An address for a message: a query may hold a token. */
function shown(address: string | URL): string {
	const text = String(address).trim();
	return (/^data:/i.test(text) ? 'data:…' : text).replace(/[?#].*$/s, '');
}

function noWebAddress(address: string | URL): Explanation {
	return {
		message: `The address of the image, ${shown(address)}, does not lead to a web address`,
		remedy: 'Only an image at an http:// or https:// address can be downloaded.',
	};
}

function tooSlow({ host }: URL, timeoutMs: number): Explanation {
	const seconds = Math.round(timeoutMs / 1000);
	return {
		message: `${host} gave no complete image within ${seconds} seconds`,
		remedy: 'Try again later, or raise Timeout under Options → Speed and Time Limits.',
		kind: 'unavailable',
	};
}

function explainFailure(url: URL, found: Exclude<Download, { kind: 'answer' }>): Explanation {
	if (found.kind === 'tooLarge') {
		const limit = MAX_BYTES / 1024 / 1024;
		const message = `The image at ${shown(url)} is larger than ${limit} MB`;
		return { message, remedy: 'Make it smaller in the service.' };
	}
	if (found.kind === 'private') {
		return {
			message: `The image is at ${shown(url)}, in a private network`,
			remedy:
				'It was not fetched, since Base URL is a public address. If the service is in that network, enter its address there as Base URL in the Link Shortener API credential.',
			kind: 'misconfigured',
		};
	}
	const { code, detail } = found;
	const isRefused = N8N_REFUSED.test(detail);
	return {
		message: `The image at ${shown(url)} cannot be fetched`,
		remedy: isRefused
			? `${detail}. Ask whoever runs n8n to allow this address.`
			: `Check that n8n can reach ${url.host}, and try again: ${detail || 'no answer'} (${code}).`,
		kind: isRefused ? 'misconfigured' : 'unavailable',
	};
}

function explainAnswer(url: URL, status: number, data: Buffer): Explanation {
	if (status < 200 || status >= 300) {
		return {
			message: `There is no image at ${shown(url)} (HTTP ${status})`,
			remedy: OPEN_IT,
			...(status >= 400 ? { httpStatus: status } : {}),
			...(status >= 500 ? { kind: 'unavailable' } : {}),
		};
	}
	if (data.length === 0) return { message: `The image at ${shown(url)} is empty`, remedy: OPEN_IT };
	const what = isMarkup(data) ? 'a web page' : 'no PNG, JPEG, GIF, WebP or SVG image';
	return { message: `What is at ${shown(url)} is ${what}, and not the image`, remedy: OPEN_IT };
}
