import { createServer } from 'node:http';
import { openOnLoopback } from '../loopback.mts';

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
	const { url, close } = await openOnLoopback(server);
	return { url, pages, stop: close };
}
