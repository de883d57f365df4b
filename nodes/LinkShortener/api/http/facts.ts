import { printable } from '../../shared/printable';
import { parseUrl } from '../../shared/url';
import type { Instead, ParsedResponse, ServiceRequest } from './types';

/** What a response says, or why there is none, and of which request. */
export interface Facts {
	kind: ParsedResponse['kind'];
	request: ServiceRequest;
	baseUrl: string;
	host: string;
	/** Whether it has answered another request for what every service has. */
	isRightAddress: boolean;
	status?: number;
	message?: string;
	details?: string[];
	found?: Instead;
	title?: string;
	location?: string;
	/** Where a redirect leads, without its query. */
	target?: string;
	proxy?: string;
	/** Why there is no response, in the words of Node.js. */
	code?: string;
	detail?: string;
}

const MAX_ADDRESS = 200;

export function factsOf(
	parsed: ParsedResponse,
	asked: Pick<Facts, 'request' | 'baseUrl' | 'isRightAddress'>,
): Facts {
	const facts: Facts = { ...parsed, ...asked, host: new URL(asked.baseUrl).host };
	return { ...facts, proxy: proxyIn(facts), target: targetIn(facts) };
}

function targetIn({ location, baseUrl, request }: Facts): string | undefined {
	if (location === undefined) return undefined;
	const shown = printable(location, MAX_ADDRESS);
	return (parseUrl(shown, `${baseUrl}${request.path}`)?.href ?? shown).split('?')[0];
}

export function baseUrlIn(address: string, path: string): string {
	return address.endsWith(path)
		? address.slice(0, -path.length)
		: address.replace(/^(https?:\/\/[^/]+).*$/, '$1');
}

/** Node.js has looked the host up by the time a connection is refused, so only the port is compared then. */
function proxyIn({ kind, detail = '', baseUrl }: Facts): string | undefined {
	if (kind !== 'unsent') return undefined;
	const { hostname, port, protocol } = new URL(baseUrl);
	const portOfService = port || (protocol === 'https:' ? '443' : '80');
	const [, address] = /^connect \w+ (\S+)/.exec(detail) ?? [];
	const [, host] = /^getaddrinfo \w+ (\S+)/.exec(detail) ?? [];
	if (address !== undefined) return address.endsWith(`:${portOfService}`) ? undefined : address;
	return host === hostname ? undefined : host;
}
