import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';

/** A port on loopback that is free now: the wanted one if it is, else any. */
export async function freePort(wanted = 0): Promise<number> {
	const server = createServer().listen(wanted, '127.0.0.1');
	try {
		await once(server, 'listening');
	} catch (error) {
		if (wanted === 0) throw error;
		return await freePort();
	}
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return port;
}

/** A server of this process, on any port of loopback. */
export interface OpenServer {
	/** Without a slash at the end. */
	url: string;
	close: () => Promise<void>;
}

export async function openOnLoopback(server: Server): Promise<OpenServer> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		close: async () => {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}
