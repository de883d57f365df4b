import type { Explanation } from '../../shared/userFacingError';
import type { ParsedResponse, ServiceRequest } from './types';

/** Parts that one service has and another lacks. A service without links or the account has another API. */
const FEATURES: ReadonlyArray<readonly [path: RegExp, lack: string]> = [
	[/^\/api\/qr\b/, 'does not support QR codes'],
	[/^\/api\/(v1\/)?pixels?\b/, 'does not support pixels'],
	[/^\/api\/campaigns?\b/, 'does not support campaigns'],
	[/^\/api\/channels?\b/, 'does not support channels'],
	[/^\/api\/domains?\b/, 'does not support branded domains'],
	[/^\/api\/files\b/, 'does not support files'],
	[/^\/api\/overlay\b/, 'does not support CTA overlays'],
	[/^\/api\/splash\b/, 'does not support splash pages'],
	[/^\/api\/url\/\d+\/update$/, 'does not support updating links'],
	[/^\/api\/url\/\d+\/delete$/, 'does not support deleting links'],
];

/** As the end of a sentence; '' for links and the account. Pure. */
export function lackOf({ path }: Pick<ServiceRequest, 'path'>): string {
	for (const [pattern, lack] of FEATURES) if (pattern.test(path)) return lack;
	return '';
}

const UNKNOWN_PATH = /\b(route|endpoint|path|method|action|page (was )?not found)\b/i;
const NO_WORDS = /^not found\W*$/i;

/** 404 or 405, a web page, or a redirect to the login page (seen on public services). Pure. */
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

/** Nothing is concluded from it: a bot check answers so, too. */
function isPassing(parsed: ParsedResponse): boolean {
	if (parsed.kind === 'redirect') return !/\/login\b/.test(parsed.location);
	return parsed.kind === 'unreadable';
}

export function explainLack(
	lack: string,
	parsed: ParsedResponse,
	{ path }: ServiceRequest,
): Explanation {
	const botCheck = 'found' in parsed ? ' A bot check such as Cloudflare can look the same.' : '';
	return {
		message: `This service ${lack} through its API`,
		remedy: `Base URL and API key work, but the API has no ${path}. Other operations are not affected. If you see this feature when you log in to the service, ask its operator whether the API supports it.${botCheck}`,
		kind: isPassing(parsed) ? 'misconfigured' : 'notOnInstall',
		...('status' in parsed ? { httpStatus: parsed.status } : {}),
	};
}
