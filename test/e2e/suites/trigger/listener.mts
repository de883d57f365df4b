import { createServer, type IncomingMessage } from 'node:http';
import { freePort } from '../../ports.mts';
import type { EventName, SeenRecord } from './watched.mts';

/** What one execution has handed on, as it arrived. */
export interface Delivery {
	/** Epoch ms. */
	at: number;
	event: EventName;
	execution: string;
	records: SeenRecord[];
}

/** Where the workflows of the suite report to: what arrives here has happened, killed n8n or not. */
export interface Listener {
	url: string;
	readonly deliveries: Delivery[];
	close: () => Promise<void>;
}

export async function openListener(): Promise<Listener> {
	const deliveries: Delivery[] = [];
	const server = createServer((request, response) => {
		void readBody(request).then((body) => {
			const reported = JSON.parse(body) as Omit<Delivery, 'at'>;
			deliveries.push({ at: Date.now(), ...reported });
			response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
		});
	});
	const port = await freePort();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	return {
		url: `http://127.0.0.1:${port}/`,
		deliveries,
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}

async function readBody(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}
