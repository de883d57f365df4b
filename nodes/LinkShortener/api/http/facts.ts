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
	return { ...facts, target: targetIn(facts) };
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
