import { describe, expect, it } from 'vitest';

import { explainResponse } from '../../../../nodes/LinkShortener/api/http/messages';
import { networkFailure } from '../../../../nodes/LinkShortener/api/http/transport';

/** A network failure as Node.js and axios report it. */
function failure(code: string | undefined, message = 'it broke', more: object = {}) {
	return Object.assign(new Error(message), code === undefined ? {} : { code }, more);
}

const noWay = (more: object) => failure('EHOSTUNREACH', 'x', more);
const behind = (cause: Error) => failure(undefined, 'x', { cause });
const writing = failure(undefined, 'y', { syscall: 'write' });
const BLOCKED = 'The request was blocked because …';

const CREATE = { method: 'POST', path: '/api/url/add' } as const;

const WRONG_VERSION = 'write EPROTO 0:error:0A00010B:SSL routines::wrong version number:';
const PROTOCOL_VERSION =
	'write EPROTO 0:error:0A00042E:SSL routines::tlsv1 alert protocol version:';

describe('a request without an answer', () => {
	it.each<[what: string, error: unknown, kind: 'unsent' | 'noAnswer', code: string]>([
		['nothing listens', failure('ECONNREFUSED'), 'unsent', 'ECONNREFUSED'],
		['no such host', failure('ENOTFOUND'), 'unsent', 'ENOTFOUND'],
		['no way to the host', failure('EHOSTUNREACH'), 'unsent', 'EHOSTUNREACH'],
		['no way to its network', failure('ENETUNREACH'), 'unsent', 'ENETUNREACH'],
		[
			'no way to the host while connecting',
			noWay({ syscall: 'connect' }),
			'unsent',
			'EHOSTUNREACH',
		],
		['no way to the host any more', noWay({ syscall: 'read' }), 'noAnswer', 'EHOSTUNREACH'],
		['the same one level down', noWay({ cause: writing }), 'noAnswer', 'EHOSTUNREACH'],
		['https to a service that speaks http', failure('EPROTO', WRONG_VERSION), 'unsent', 'NO_TLS'],
		['a TLS version the service has not', failure('EPROTO', PROTOCOL_VERSION), 'unsent', 'NO_TLS'],
		['a TLS connection that breaks', failure('EPROTO', 'bad record mac'), 'noAnswer', 'EPROTO'],
		// Measured: Node.js gives these codes once TLS is agreed on, and EPROTO until then.
		...['WRONG_VERSION_NUMBER', 'PACKET_LENGTH_TOO_LONG', 'SSL/TLS_ALERT_HANDSHAKE_FAILURE'].map(
			(name): [string, Error, 'noAnswer', string] => [
				`no TLS any more (${name})`,
				failure(`ERR_SSL_${name}`, name.toLowerCase().replaceAll('_', ' ')),
				'noAnswer',
				`ERR_SSL_${name}`,
			],
		),
		['a connection that breaks', failure('ECONNRESET'), 'noAnswer', 'ECONNRESET'],
		['the same as a cause', behind(failure('EPIPE')), 'noAnswer', 'EPIPE'],
		['a domain n8n does not allow', failure(undefined, 'Domain not allowed'), 'unsent', 'UNKNOWN'],
		['an address n8n blocks', failure(undefined, BLOCKED), 'unsent', 'UNKNOWN'],
		['something else', 'what?', 'noAnswer', 'UNKNOWN'],
	])('because of: %s', (_, error, kind, code) => {
		expect(networkFailure(error)).toMatchObject({ kind, code });
	});

	/** Names in the documentation of Node.js (X509 certificate error codes). */
	it.each([
		...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED'],
		...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
		...['HOSTNAME_MISMATCH', 'ERR_TLS_CERT_ALTNAME_INVALID'],
	])('because of a certificate that is not accepted: %s', (code) => {
		expect(networkFailure(failure(code))).toMatchObject({ kind: 'unsent', code });
		const told = explainResponse(networkFailure(failure(code)), 'https://x.example', CREATE);
		expect(told.message).toBe(`The certificate of x.example is not trusted (${code})`);
	});

	it.each(['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE'])(
		'because of a certificate that the service wants from n8n: %s',
		(code) => {
			expect(networkFailure(failure(code))).toMatchObject({ kind: 'noAnswer', code });
		},
	);

	it('is told in the words of the first cause', () => {
		const first = failure('ECONNREFUSED', 'connect ECONNREFUSED 192.0.2.1:3128');
		const ofN8n = failure(undefined, 'The service refused the connection', { cause: first });
		expect(networkFailure(ofN8n).detail).toBe(first.message);
	});
});
