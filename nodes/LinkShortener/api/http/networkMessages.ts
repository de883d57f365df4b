import type { Explanation } from '../../shared/userFacingError';
import { CHECK_BASE_URL, withDoubt } from './remedies';
import { BAD_CERTIFICATE, N8N_REFUSED, NO_TLS_CODE, TIMEOUT_CODE } from './transport';
import type { NetworkFailure, ServiceRequest } from './types';

/** The words for a request that got no response. */
export function explainNetwork(
	{ kind, code, detail }: NetworkFailure,
	baseUrl: string,
	request: ServiceRequest,
): Explanation {
	const host = new URL(baseUrl).host;
	if (code === TIMEOUT_CODE) {
		return {
			message: `${host} gave ${detail}`,
			remedy: withDoubt(
				request,
				'Try again later, or raise Timeout under Options → Speed and Time Limits.',
			),
			kind: 'unavailable',
		};
	}
	const proxy = kind === 'unsent' ? otherAddress(detail, baseUrl) : undefined;
	if (proxy !== undefined) {
		return {
			message: `Nothing answers at ${proxy}, a proxy between n8n and ${host}`,
			remedy: `Ask whoever runs n8n to check its proxy settings (HTTP_PROXY, HTTPS_PROXY, NO_PROXY), or that the proxy is up (${code}).`,
			kind: 'unavailable',
		};
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_FAIL') {
		return {
			message: `The host ${host} cannot be found`,
			remedy: CHECK_BASE_URL,
			kind: 'misconfigured',
		};
	}
	if (code === NO_TLS_CODE) {
		return {
			message: `${host} does not speak https`,
			remedy: `${CHECK_BASE_URL} It may have to begin with http://.`,
			kind: 'misconfigured',
		};
	}
	if (BAD_CERTIFICATE.test(code)) {
		return {
			message: `The certificate of ${host} is not trusted (${code})`,
			remedy:
				'Renew the certificate of the service. For a self-hosted service with a self-signed certificate, turn on Ignore SSL Issues in the credential.',
			kind: 'misconfigured',
		};
	}
	if (N8N_REFUSED.test(detail)) {
		return {
			message: detail,
			remedy: `n8n itself did not send the request to ${host}. Ask whoever runs n8n to allow this address, and check the domains that the credential allows.`,
			kind: 'misconfigured',
		};
	}
	if (kind === 'unsent') {
		return {
			message: `Nothing answers at ${host}`,
			remedy: `${CHECK_BASE_URL} If it is right, the service is down (${code}).`,
			kind: 'unavailable',
		};
	}
	return {
		message: `The connection to ${host} broke before an answer came`,
		remedy: withDoubt(request, `Try again in a few minutes (${code}).`),
		kind: 'unavailable',
	};
}

/**
 * The address that could not be reached, in the words of Node.js, where it is not the service's. The
 * host has been looked up by the time a connection is refused, so only the port is compared then.
 */
function otherAddress(detail: string, baseUrl: string): string | undefined {
	const { hostname, port, protocol } = new URL(baseUrl);
	const ofService = port || (protocol === 'https:' ? '443' : '80');
	const [, action, address = ''] = /^(connect|getaddrinfo) \w+ (\S+)/.exec(detail) ?? [];
	if (action === undefined) return undefined;
	const isOfService =
		action === 'connect' ? address.endsWith(`:${ofService}`) : address === hostname;
	return isOfService ? undefined : address;
}
