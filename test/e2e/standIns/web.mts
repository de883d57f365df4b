import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a page answers: a status, and a text of some type. */
export interface Page {
	status?: number;
	type?: string;
	text?: string;
}

export interface Web {
	url: string;
	/** By path; they may change while it runs. Whatever has none is not found. */
	pages: Map<string, Page>;
	stop: () => Promise<void>;
}

/** A web site whose pages come and go. */
export async function startWeb(): Promise<Web> {
	const pages = new Map<string, Page>();
	const server = createServer(({ url = '' }, response) => {
		const { status = 200, type = 'text/html', text = '' } = pages.get(url) ?? { status: 404 };
		response.writeHead(status, { 'content-type': type }).end(text);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		pages,
		stop: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
