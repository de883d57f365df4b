import type { INodeParameters } from 'n8n-workflow';
import { runNode, type RunResult } from '../harness/index.mts';
import { listen } from '../support/listener.mts';
import { KEY } from '../support/service.mts';

/** A row of the table of recorded answers, without what comes out of it. */
export interface AnswerRow {
	what: string;
	operation: string;
	parameters: Record<string, unknown>;
	status?: number;
	/** By path, or by method and path where both are there. */
	answers: Record<string, unknown>;
}

/** Runs the operation of a row against a service that gives its answers, and 404 to all else. */
export async function runRow(row: AnswerRow): Promise<RunResult> {
	const { operation, parameters, status = 200, answers } = row;
	const { url } = await listen((response, address) => {
		const [path = ''] = address.split('?');
		const withMethod = `${response.req.method ?? ''} ${path}`;
		const place = withMethod in answers ? withMethod : path;
		const isKnown = place in answers;
		const unknown = { error: 1, message: `There is no endpoint ${path}` };
		response.writeHead(isKnown ? status : 404, { 'content-type': 'application/json' });
		response.end(JSON.stringify(isKnown ? answers[place] : unknown));
	});
	const [resource = '', name = ''] = operation.split('.');
	const given = { resource, operation: name, ...(parameters as INodeParameters) };
	return await runNode({ credentials: { baseUrl: url, apiKey: KEY }, parameters: given });
}
