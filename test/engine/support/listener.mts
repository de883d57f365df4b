import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	request as forward,
	type Server,
	type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { isNewAddress } from './addresses.mts';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from './tlsFixture.mts';

/** Something else that listens on this machine: another host, a web page, a proxy. */
export interface Listener {
	url: string;
	/** Every request it saw. */
	requests: Array<{ method: string; url: string; headers: IncomingHttpHeaders }>;
}

const closing: Array<() => void> = [];

/** After the file, as the services are. */
export function stopListeners(): void {
	for (const close of closing.splice(0)) close();
}

/** Listens on a port of its own and answers every request the same way, or as its path wants. */
export async function listen(
	answer: (response: ServerResponse, path: string) => void,
): Promise<Listener> {
	const requests: Listener['requests'] = [];
	const server = createServer((request, response) => {
		const { method = '', url = '', headers } = request;
		requests.push({ method, url, headers });
		answer(response, url);
	});
	return { url: `http://${await opened(server)}`, requests };
}

/**
 * An https address, with a certificate that nobody trusts, in front of an http one.
 *
 * @param breaks whether the answer to a request comes without TLS, as the HTTP of a proxy that gave up
 */
export async function untrustedHttps(
	url: string,
	breaks: (request: IncomingMessage) => boolean = () => false,
): Promise<string> {
	const connections = new Map<number | undefined, Socket>();
	const server = createTlsServer(
		// Node.js tells no TLS from a broken record by the version alone, which TLS 1.3 does not compare.
		{ cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY, maxVersion: 'TLSv1.2' },
		(request, response) => {
			const { method, headers, socket } = request;
			const onward = forward(`${url}${request.url ?? ''}`, { method, headers }, (answer) => {
				if (breaks(request)) {
					connections.get(socket.remotePort)?.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
					return;
				}
				response.writeHead(answer.statusCode ?? 0, answer.headers);
				answer.pipe(response);
			});
			request.pipe(onward);
		},
	);
	server.on('connection', (socket: Socket) => connections.set(socket.remotePort, socket));
	return `https://${await opened(server)}`;
}

/** Listens on a port that no other server of this process had, until the end of the file; host and port. */
async function opened(
	server: Pick<Server, 'address' | 'close' | 'closeAllConnections' | 'listen'>,
): Promise<string> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const host = `127.0.0.1:${String(port)}`;
	if (!isNewAddress(host)) {
		await new Promise((resolve) => server.close(resolve));
		return await opened(server);
	}
	closing.push(() => {
		server.closeAllConnections();
		server.close();
	});
	return host;
}

/** Answers as the service does. */
export function answerJson(response: ServerResponse, body: unknown, status = 200): void {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}

/** Answers with a web page. */
export function webPage(status: number): (response: ServerResponse) => void {
	return (response) => {
		response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
		response.end('<!DOCTYPE html><html><body><h1>Welcome</h1></body></html>');
	};
}

/** Below the ports that the system hands out: one of those would soon be another test's service. */
let deadPort = 600;

/** An address on this machine at which nothing listens, each time another one. */
export async function deadAddress(): Promise<string> {
	deadPort += 1;
	return await Promise.resolve(`http://127.0.0.1:${String(deadPort)}`);
}
