import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** Something else that listens on this machine: another host, a web page, a proxy. */
export interface Listener {
	url: string;
	/** Every request it saw. */
	requests: Array<{ method: string; url: string; headers: IncomingHttpHeaders }>;
}

const closing: Array<() => void> = [];

afterAll(() => {
	for (const close of closing.splice(0)) close();
});

/** Listens on a port of its own and answers every request the same way. */
export async function listen(answer: (response: ServerResponse) => void): Promise<Listener> {
	const requests: Listener['requests'] = [];
	const server = createServer((request, response) => {
		const { method = '', url = '', headers } = request;
		requests.push({ method, url, headers });
		answer(response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	closing.push(() => {
		server.closeAllConnections();
		server.close();
	});
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${String(port)}`, requests };
}

/** Answers with a web page. */
export function webPage(status: number): (response: ServerResponse) => void {
	return (response) => {
		response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
		response.end('<!DOCTYPE html><html><body><h1>Welcome</h1></body></html>');
	};
}

/** An address on this machine at which nothing listens. */
export async function deadAddress(): Promise<string> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise<void>((resolve) => {
		server.close(() => {
			resolve();
		});
	});
	return `http://127.0.0.1:${String(port)}`;
}
