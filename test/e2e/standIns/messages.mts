import Fastify from 'fastify';
import type { WorkflowFile } from '../rest.mts';
import { Hold } from './hold.mts';
import { listen } from './listen.mts';

const PLACE = 'Replace with Slack, Email or Chat';

export interface MessageService {
	/** What it was sent, in the order in which it came. */
	texts: string[];
	/** How many more it takes before it is down. */
	room: number;
	/** A message that is held does not arrive. */
	hold: Hold;
	/** What it waits for before it answers. */
	pause: Promise<unknown>;
	/** The example with a node that sends its messages here, in the place that is left for one. */
	in: (example: WorkflowFile) => WorkflowFile;
	stop: () => Promise<void>;
}

/** A chat that takes messages, as Slack does. */
export async function startMessageService(): Promise<MessageService> {
	const server = Fastify();
	server.post<{ Body: { text: string } }>('/', async ({ body }, reply) => {
		await service.pause;
		const isLost = await service.hold.held();
		if (isLost || service.room === 0) return await reply.status(503).send({ ok: false });
		service.room -= 1;
		service.texts.push(body.text);
		return await reply.send({ ok: true });
	});
	const url = await listen(server);
	const service: MessageService = {
		texts: [],
		room: Infinity,
		hold: new Hold(),
		pause: Promise.resolve(),
		in: (example) => ({
			...example,
			nodes: example.nodes.map((node) =>
				node.name === PLACE ? { ...node, ...sender(url) } : node,
			),
		}),
		stop: async () => await server.close(),
	};
	return service;
}

function sender(url: string) {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url,
			sendBody: true,
			bodyParameters: { parameters: [{ name: 'text', value: '={{ $json.text }}' }] },
			options: {},
		},
	};
}
