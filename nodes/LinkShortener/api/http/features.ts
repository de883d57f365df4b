import type { ParsedResponse, ServiceRequest } from './types';
import { ownWords } from './words';

/** A part of the API that one install has and another has not, with the words for its absence. */
interface Feature {
	path: RegExp;
	lack: string;
}

/** Links and the account are no feature: an install without them is not this service. */
const FEATURES: Feature[] = [
	{ path: /^\/api\/qr\b/, lack: 'has no QR codes' },
	{ path: /^\/api\/(v1\/)?pixels?\b/, lack: 'has no pixels' },
	{ path: /^\/api\/campaigns?\b/, lack: 'has no campaigns' },
	{ path: /^\/api\/channels?\b/, lack: 'has no channels' },
	{ path: /^\/api\/domains?\b/, lack: 'has no domains of your own' },
	{ path: /^\/api\/files\b/, lack: 'has no files' },
	{ path: /^\/api\/overlay\b/, lack: 'has no CTA overlays' },
	{ path: /^\/api\/splash\b/, lack: 'has no splash pages' },
	{ path: /^\/api\/url\/\d+\/update$/, lack: 'cannot change links' },
	{ path: /^\/api\/url\/\d+\/delete$/, lack: 'cannot delete links' },
	{ path: /^\/api\//, lack: '' },
];

/**
 * The part of the API that an install lacks if it does not know a request, as the end of a sentence; '' for
 * links and the account. Pure.
 */
export function lackOf({ path }: Pick<ServiceRequest, 'path'>): string {
	return FEATURES.find((feature) => feature.path.test(path))?.lack ?? '';
}

/** The words of a 404 for a page or a route, as opposed to one for a record. */
const UNKNOWN_PATH = /\b(route|endpoint|page|path|method|action)\b/i;

/**
 * Whether a response looks like that of a service to an unknown path: 404 or 405, a web page, or a redirect
 * to the log-in page (seen on public installs). Pure.
 */
export function looksUnknown(parsed: ParsedResponse, { path }: ServiceRequest): boolean {
	switch (parsed.kind) {
		case 'redirect':
			return true;
		case 'page':
			return parsed.status === 404 || parsed.status === 405;
		case 'unreadable':
			return parsed.found === 'webPage';
		case 'rejected': {
			const { status, message } = parsed;
			if (status === 405) return true;
			if (status !== 404) return false;
			// A request that names no record cannot miss one.
			const namesRecord = /\/\d+(?=\/|$)/.test(path) && !UNKNOWN_PATH.test(ownWords(message));
			return !namesRecord;
		}
		default:
			return false;
	}
}
