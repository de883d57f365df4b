import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../../engine/support/tlsFixture.mts';

export interface TlsFront {
	/** Host and port, without https:// in front. */
	host: string;
	/** How many connections over TLS there were. */
	connections: () => number;
	stop: () => Promise<void>;
}

/** A self-signed https address in front of a service, as a self-hosted one has it. */
export async function startTlsFront(url: string, listenAt: number): Promise<TlsFront> {
	const { hostname, port } = new URL(url);
	const sockets = new Set<TLSSocket>();
	let connections = 0;
	const server = createServer({ cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY }, (client) => {
		connections += 1;
		sockets.add(client);
		// A URL leaves out the usual port.
		const upstream = connect(Number(port || 80), hostname);
		client.pipe(upstream).pipe(client);
		// Whoever hangs up first takes the other along.
		client.on('error', () => upstream.destroy());
		upstream.on('error', () => client.destroy());
	});
	server.listen(listenAt, '127.0.0.1');
	await once(server, 'listening');
	return {
		host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
		connections: () => connections,
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}
