import Fastify from 'fastify';
import { listen } from './listen.mts';

/** What a page answers, 200 unless it says otherwise. */
export interface Page {
	status?: number;
	/** The answer to HEAD where it is another one. */
	head?: number;
	/** Where a redirect leads. */
	location?: string;
	/** Whether the connection is closed without an answer. */
	isSilent?: boolean;
}

export interface Site {
	url: string;
	/** By path; they may change while the site runs. Whatever has none is not found. */
	pages: Map<string, Page>;
	/** What was asked, such as `HEAD /tents`, in the order in which it came. */
	requests: string[];
	stop: () => Promise<void>;
}

/** A web site whose pages come and go. */
export async function startSite(given: Record<string, Page>): Promise<Site> {
	const server = Fastify({ exposeHeadRoutes: false });
	const pages = new Map(Object.entries(given));
	const requests: string[] = [];
	server.route({
		method: ['GET', 'HEAD'],
		url: '*',
		handler: async ({ method, url }, reply) => {
			requests.push(`${method} ${url}`);
			const page = pages.get(url) ?? { status: 404 };
			// Fastify itself refuses a status that no standard knows.
			reply.hijack();
			if (page.isSilent === true) {
				reply.raw.destroy();
				return await reply;
			}
			const { status = 200, head = status, location } = page;
			reply.raw.writeHead(method === 'HEAD' ? head : status, location ? { location } : {}).end();
			return await reply;
		},
	});
	return {
		url: await listen(server),
		pages,
		requests,
		stop: async () => await server.close(),
	};
}
