import { createHash } from 'node:crypto';

/** How the responses of n8n's MCP server are kept; the end-to-end tests reduce those of a real n8n alike. */

const HEAD_LINES = 12;

/** @param found what a search returns @param definitions the types of the node */
export function keptResponses(type: string, found: string, definitions: string) {
	const entry = found
		.split(/\n+(?=- )/)
		.find((one) => one.startsWith(`- ${type}\n`) || one.startsWith(`- ${type} `));
	return { search_nodes: kept(entry?.trimEnd() ?? ''), get_node_types: kept(definitions) };
}

function kept(text: string) {
	const sha256 = createHash('sha256').update(text).digest('hex');
	return { head: text.split('\n').slice(0, HEAD_LINES), characters: text.length, sha256 };
}
