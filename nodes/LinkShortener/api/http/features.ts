import type { Explanation } from '../../shared/userFacingError';
import type { ParsedResponse, ServiceRequest } from './types';

/**
 * The parts of the API that one install has and another has not, with the words for their absence. Links and
 * the account are none: an install without them is not this service.
 */
const FEATURES: ReadonlyArray<readonly [path: RegExp, lack: string]> = [
	[/^\/api\/qr\b/, 'has no QR codes'],
	[/^\/api\/(v1\/)?pixels?\b/, 'has no pixels'],
	[/^\/api\/campaigns?\b/, 'has no campaigns'],
	[/^\/api\/channels?\b/, 'has no channels'],
	[/^\/api\/domains?\b/, 'has no domains of your own'],
	[/^\/api\/files\b/, 'has no files'],
	[/^\/api\/overlay\b/, 'has no CTA overlays'],
	[/^\/api\/splash\b/, 'has no splash pages'],
	[/^\/api\/url\/\d+\/update$/, 'cannot change links'],
	[/^\/api\/url\/\d+\/delete$/, 'cannot delete links'],
];

/**
 * The part of the API that an install lacks if it does not know a request, as the end of a sentence; '' for
 * links and the account. Pure.
 */
export function lackOf({ path }: Pick<ServiceRequest, 'path'>): string {
	return FEATURES.find(([pattern]) => pattern.test(path))?.[1] ?? '';
}

/** The words of a 404 for a page or a route, as opposed to one for a record. */
const UNKNOWN_PATH = /\b(route|endpoint|path|method|action|page (was )?not found)\b/i;
const NO_WORDS = /^not found\W*$/i;

/**
 * Whether a response looks like that of a service to an unknown path: 404 or 405, a web page, or a redirect
 * to the log-in page (seen on public installs). Pure.
 */
export function looksUnknown(parsed: ParsedResponse, { method, path }: ServiceRequest): boolean {
	switch (parsed.kind) {
		case 'redirect':
			return true;
		case 'page':
			return parsed.status === 404 || parsed.status === 405;
		case 'unreadable':
			return parsed.found === 'webPage';
		case 'rejected': {
			const { status, message } = parsed;
			// A request can miss a record that its path names, or its body, such as the domain of a file.
			const namesRecord = /\/\d+(?=\/|$)/.test(path);
			const mayMiss = namesRecord || (method !== 'GET' && !NO_WORDS.test(message));
			return status === 405 || (status === 404 && (UNKNOWN_PATH.test(message) || !mayMiss));
		}
		default:
			return false;
	}
}

/** The words for a part that is missing where address and key have worked. */
export function explainLack(
	lack: string,
	parsed: ParsedResponse,
	{ path }: ServiceRequest,
): Explanation {
	const botCheck = 'found' in parsed ? ' A bot check such as Cloudflare can look the same.' : '';
	return {
		message: `This install ${lack}`,
		remedy: `Base URL and API key work, but the install does not know ${path}. Other operations are not affected. If you see this in the service when you log in, ask its operator whether the API has it, too.${botCheck}`,
		kind: 'notOnInstall',
		...('status' in parsed ? { httpStatus: parsed.status } : {}),
	};
}
