import { refusesAddress } from '../../shared/n8nCompat';
import { readBytes } from './body';
import { isPublicHost } from './publicHost';
import { networkFailure, toResponse, type Connection, type RequestContext } from './transport';
import type { NetworkFailure } from './types';

/** The result of fetching a file. */
export type Download =
	| { kind: 'answer'; status: number; location: string | undefined; data: Buffer }
	| { kind: 'tooLarge' }
	/** Nothing was sent: the address is of a network of n8n's own. */
	| { kind: 'private' }
	| NetworkFailure;

/**
 * Fetches a file without the API key and follows no redirect. Never throws because of the other side.
 *
 * The service names the address, so it may be anything. The credential's secrets go to the base URL's own
 * origin only, and no request goes to n8n's own network unless the service is in it.
 *
 * @param url http or https
 * @param signal ends it, reading included
 */
export async function download(
	context: RequestContext,
	connection: Connection,
	url: URL,
	maxBytes: number,
	signal: AbortSignal,
): Promise<Download> {
	const { baseUrl, extraHeader, ignoreSslIssues } = connection;
	const base = new URL(baseUrl);
	const isOwn = url.origin === base.origin;
	const headers = isOwn && extraHeader ? { [extraHeader.name]: extraHeader.value } : {};
	const ended = new AbortController();
	try {
		if (await isOffLimits(context, base, url)) return { kind: 'private' };
		signal.throwIfAborted();
		const response: unknown = await context.helpers.httpRequest({
			method: 'GET',
			url: url.href,
			headers: { Accept: 'image/*', ...headers },
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			skipSslCertificateValidation: ignoreSslIssues && url.hostname === base.hostname,
			abortSignal: AbortSignal.any([signal, ended.signal]),
		});
		const { status, headers: answered, body } = toResponse(response);
		const isFile = status >= 200 && status < 300;
		const data = await readBytes(body, isFile ? maxBytes : 0);
		if (data === undefined) return { kind: 'tooLarge' };
		return { kind: 'answer', status, location: answered.location, data };
	} catch (error) {
		return networkFailure(error);
	} finally {
		// Closes the connection of a stream that was not read to its end; one that was never begun cannot do that
		// itself.
		ended.abort();
	}
}

/**
 * Whether an address must not be asked, because it is in a private network and the service is not.
 *
 * A public name may stand for a private address. n8n 2.x looks that up with its own rules, which its
 * operator may loosen; older versions do not. The name may also stand for another address by the time of
 * the request (DNS rebinding), and a proxy looks names up itself. Against both, only n8n's own protection
 * (N8N_SSRF_PROTECTION_ENABLED) or the network helps.
 */
async function isOffLimits(context: RequestContext, base: URL, url: URL): Promise<boolean> {
	if (url.hostname === base.hostname || !isPublicHost(base.hostname)) return false;
	const isPrivate = !isPublicHost(url.hostname) || (await refusesAddress(context, url.href));
	return isPrivate && !(await refusesAddress(context, base.href));
}
