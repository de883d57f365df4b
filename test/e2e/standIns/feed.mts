import Fastify from 'fastify';
import { listen } from './listen.mts';

export interface Feed {
	url: string;
	/** Adds a post to the feed, as the newest; one without an address is a note. */
	publish: (title: string, link?: string) => void;
	stop: () => Promise<void>;
}

/** The RSS feed of a blog. */
export async function startFeed(): Promise<Feed> {
	const server = Fastify();
	const items: string[] = [];
	server.get('/feed.xml', async (_request, reply) => {
		const channel = `<title>Blog</title><link>https://blog.example</link>${items.join('')}`;
		return await reply
			.type('application/rss+xml')
			.send(`<?xml version="1.0"?><rss version="2.0"><channel>${channel}</channel></rss>`);
	});
	return {
		url: `${await listen(server)}/feed.xml`,
		publish: (title, link) => {
			const address = link ? `<link>${link}</link><guid>${link}</guid>` : '';
			items.unshift(`<item><title>${title}</title>${address}</item>`);
		},
		stop: async () => await server.close(),
	};
}
