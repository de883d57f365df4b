import { describe, expect, it } from 'vitest';

import { networkFailure } from '../../../../nodes/LinkShortener/api/http/transport';

/** A network failure as Node.js and axios report it. */
function failure(code: string | undefined, message = 'it broke', more: object = {}) {
	return Object.assign(new Error(message), code === undefined ? {} : { code }, more);
}

const WRONG_VERSION = 'write EPROTO 0:error:0A00010B:SSL routines::wrong version number:';

describe('a request without an answer', () => {
	it.each<[what: string, error: unknown, kind: 'unsent' | 'lost', code: string]>([
		['nothing listens', failure('ECONNREFUSED'), 'unsent', 'ECONNREFUSED'],
		['no such host', failure('ENOTFOUND'), 'unsent', 'ENOTFOUND'],
		['no way to the host', failure('EHOSTUNREACH'), 'unsent', 'EHOSTUNREACH'],
		[
			'no way to the host while connecting',
			failure('ENETUNREACH', 'x', { syscall: 'connect' }),
			'unsent',
			'ENETUNREACH',
		],
		[
			'no way to the host on an open connection',
			failure('EHOSTUNREACH', 'x', { syscall: 'read' }),
			'lost',
			'EHOSTUNREACH',
		],
		[
			'the same one level down',
			failure('EHOSTUNREACH', 'x', { cause: failure(undefined, 'y', { syscall: 'write' }) }),
			'lost',
			'EHOSTUNREACH',
		],
		[
			'a certificate that is not trusted',
			failure('CERT_HAS_EXPIRED'),
			'unsent',
			'CERT_HAS_EXPIRED',
		],
		['https to a service that speaks http', failure('EPROTO', WRONG_VERSION), 'unsent', 'NO_TLS'],
		['the same by another name', failure('ERR_SSL_WRONG_VERSION_NUMBER'), 'unsent', 'NO_TLS'],
		['a TLS connection that breaks later', failure('EPROTO', 'bad record mac'), 'lost', 'EPROTO'],
		['a connection that breaks', failure('ECONNRESET'), 'lost', 'ECONNRESET'],
		['the same as a cause', failure(undefined, 'x', { cause: failure('EPIPE') }), 'lost', 'EPIPE'],
		['a domain n8n does not allow', failure(undefined, 'Domain not allowed'), 'unsent', 'UNKNOWN'],
		[
			'an address n8n blocks',
			failure(undefined, 'The request was blocked because …'),
			'unsent',
			'UNKNOWN',
		],
		['something else', 'what?', 'lost', 'UNKNOWN'],
	])('because of: %s', (_, error, kind, code) => {
		expect(networkFailure(error)).toMatchObject({ kind, code });
	});
});
