import axios from 'axios';
import type { N8n } from './n8n.mts';

interface Response {
	error?: { message: string };
	result?: { content: Array<{ text: string }>; structuredContent?: unknown };
}

/** A client of n8n's own MCP server, as a program with a model in it is one. */
export interface McpClient {
	call: <T>(tool: string, args: object) => Promise<T>;
	/** All that came back, as text. */
	seen: string[];
}

/** Turns the MCP server on, as its switch in n8n's settings does, and connects with the user's key. */
export async function connectMcp({ rest, url }: N8n): Promise<McpClient> {
	await rest.call('PATCH', '/mcp/settings', { mcpAccessEnabled: true });
	const { apiKey } = await rest.call<{ apiKey: string }>('GET', '/mcp/api-key');
	const http = axios.create({
		...{ baseURL: url, proxy: false, responseType: 'text' },
		headers: {
			...{ Authorization: `Bearer ${apiKey}`, Accept: 'application/json, text/event-stream' },
		},
	});
	const seen: string[] = [];
	const call = async <T,>(name: string, args: object) => {
		const params = { name, arguments: args };
		const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
		const { data } = await http.post<string>('/mcp-server/http', request);
		seen.push(data);
		// A stream of one event.
		const event = /^data: (.*)$/m.exec(data)?.[1] ?? '{}';
		const { result, error } = JSON.parse(event) as Response;
		if (result?.structuredContent !== undefined) return result.structuredContent as T;
		throw new Error(`${name}: ${error?.message ?? result?.content[0]?.text ?? data}`);
	};
	return { call, seen };
}
