import Fastify from 'fastify';

interface ChatRequest {
	messages: Array<{ role: string; content: unknown }>;
	stream?: boolean;
}

/** The next move of the model: a call of a tool, or its last word. */
type MadeMove = { tool: string; args: Record<string, unknown> } | { say: string };

/** A function makes the move of what the tool before it returned. */
export type Move = MadeMove | ((told: string) => MadeMove);

export interface ChatModel {
	/** Base URL of the API, as a credential holds it. */
	url: string;
	apiKey: string;
	/** What the model was told before each of its moves: what the tool before it answered. */
	answers: string[];
	/** All that it was sent, as text. */
	seen: string[];
	stop: () => Promise<void>;
}

/** An API like OpenAI's whose model does not think: it makes one move after the other; more may be added. */
export async function startChatModel(moves: Move[]): Promise<ChatModel> {
	const server = Fastify();
	const apiKey = 'stand-in-key';
	const answers: string[] = [];
	const seen: string[] = [];
	server.post<{ Body: ChatRequest }>('/v1/chat/completions', async ({ body, headers }, reply) => {
		if (headers.authorization !== `Bearer ${apiKey}`) return await reply.code(401).send();
		const next = moves[answers.length] ?? { say: 'Nothing is left to say.' };
		const last = body.messages.at(-1);
		const told = last?.role === 'tool' ? textOf(last.content) : '';
		answers.push(told);
		seen.push(JSON.stringify(body));
		const move = typeof next === 'function' ? next(told) : next;
		if (body.stream !== true) return await reply.send(completion(move, answers.length));
		return await reply
			.type('text/event-stream')
			.send(`data: ${JSON.stringify(chunk(move, answers.length))}\n\ndata: [DONE]\n\n`);
	});
	const address = await server.listen({ host: '127.0.0.1', port: 0 });
	return { url: `${address}/v1`, apiKey, answers, seen, stop: async () => await server.close() };
}

function textOf(content: unknown): string {
	return typeof content === 'string' ? content : JSON.stringify(content);
}

function message(move: MadeMove, id: number) {
	if ('say' in move) return { role: 'assistant', content: move.say };
	const call = { name: move.tool, arguments: JSON.stringify(move.args) };
	return {
		role: 'assistant',
		content: null,
		tool_calls: [{ index: 0, id: `call_${id}`, type: 'function', function: call }],
	};
}

function completion(move: MadeMove, id: number) {
	return {
		...envelope('chat.completion', id),
		choices: [{ index: 0, message: message(move, id), finish_reason: reason(move) }],
		usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
	};
}

function chunk(move: MadeMove, id: number) {
	return {
		...envelope('chat.completion.chunk', id),
		choices: [{ index: 0, delta: message(move, id), finish_reason: reason(move) }],
	};
}

function envelope(object: string, id: number) {
	return { id: `chat_${id}`, object, created: 0, model: 'stand-in' };
}

function reason(move: MadeMove): string {
	return 'say' in move ? 'stop' : 'tool_calls';
}
