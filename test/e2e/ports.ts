import { createServer } from 'node:net';

/** A port on loopback that is free now: the wanted one if it is, else any. */
export async function freePort(wanted = 0): Promise<number> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', (error) => (wanted === 0 ? reject(error) : resolve(freePort())));
		server.listen(wanted, '127.0.0.1', () => {
			const address = server.address();
			const port = typeof address === 'object' && address ? address.port : 0;
			server.close(() => resolve(port));
		});
	});
}
