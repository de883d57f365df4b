import Fastify from 'fastify';
import { listen } from './listen.mts';

export interface ChatTool {
	name: string;
	description: string;
	parameters: { properties: Record<string, unknown>; required?: string[] };
}

interface Message {
	role: string;
	content: unknown;
}

interface ChatRequest {
	messages: Message[];
	stream?: boolean;
	tools?: Array<{ function: ChatTool }>;
}

/** The next move of the model: a call of a tool, or its last word. */
export type Move = { tool: string; args: Record<string, unknown> } | { say: string };

export interface ChatModel {
	/** Base URL of the API, as a credential holds it. */
	url: string;
	apiKey: string;
	/** As the last request listed them. */
	tools: ChatTool[];
	stop: () => Promise<void>;
}

/**
 * An API like OpenAI's whose model does not think: it makes one move after the other, and each may
 * use what the tool before it answered.
 */
export async function startChatModel(moves: Array<(answer: string) => Move>): Promise<ChatModel> {
	const server = Fastify();
	const model: ChatModel = {
		url: '',
		apiKey: 'stand-in-key',
		tools: [],
		stop: async () => await server.close(),
	};
	let next = 0;
	server.post<{ Body: ChatRequest }>('/v1/chat/completions', async ({ body, headers }, reply) => {
		if (headers.authorization !== `Bearer ${model.apiKey}`) return await reply.code(401).send();
		model.tools = (body.tools ?? []).map((tool) => tool.function);
		const last = body.messages.at(-1);
		const answer = last?.role === 'tool' ? textOf(last.content) : '';
		const move = moves[next]?.(answer) ?? { say: 'Nothing is left to say.' };
		next += 1;
		if (body.stream !== true) return await reply.send(completion(move, next));
		return await reply
			.type('text/event-stream')
			.send(`data: ${JSON.stringify(chunk(move, next))}\n\ndata: [DONE]\n\n`);
	});
	model.url = `${await listen(server)}/v1`;
	return model;
}

function textOf(content: unknown): string {
	return typeof content === 'string' ? content : JSON.stringify(content);
}

function message(move: Move, id: number) {
	if ('say' in move) return { role: 'assistant', content: move.say };
	const call = { name: move.tool, arguments: JSON.stringify(move.args) };
	return {
		role: 'assistant',
		content: null,
		tool_calls: [{ index: 0, id: `call_${id}`, type: 'function', function: call }],
	};
}

function completion(move: Move, id: number) {
	return {
		id: `chat_${id}`,
		object: 'chat.completion',
		created: 0,
		model: 'stand-in',
		choices: [{ index: 0, message: message(move, id), finish_reason: reason(move) }],
		usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
	};
}

function chunk(move: Move, id: number) {
	return {
		id: `chat_${id}`,
		object: 'chat.completion.chunk',
		created: 0,
		model: 'stand-in',
		choices: [{ index: 0, delta: message(move, id), finish_reason: reason(move) }],
	};
}

function reason(move: Move): string {
	return 'say' in move ? 'stop' : 'tool_calls';
}
