import { randomUUID } from 'node:crypto';
import type { Execution, WorkflowFile, WorkflowNode } from '../../rest.mts';
import { NODE_TYPE } from '../bulk.mts';
import { CREDENTIAL_TYPE } from '../stage.mts';
import { MANUAL_TRIGGER } from '../workflows/byHand.mts';

export interface Credential {
	id: string;
	name: string;
}

/** As the node of the package is called in these workflows, and its outputs' followers. */
export const NODE = 'Link Shortener';
export const DONE = 'Done';
export const FAILED = 'Failed';

export const CREATE_FROM_COLUMNS = {
	resource: 'link',
	operation: 'create',
	dataToSend: 'autoMapInputData',
};

export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown> = {},
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters };
}

export function to(name: string, type = 'main'): { node: string; type: string; index: number } {
	return { node: name, type, index: 0 };
}

/**
 * A workflow that is run by hand: rows, the package's node, and what follows its outputs.
 *
 * @param settings of the node, such as `{ retryOnFail: true }`
 */
export function workflowOfRows(
	name: string,
	rows: object[],
	credential: Credential,
	parameters: Record<string, unknown>,
	settings: Record<string, unknown> = {},
): WorkflowFile {
	return {
		name,
		nodes: [
			node('Start', MANUAL_TRIGGER, 1),
			node('Rows', 'n8n-nodes-base.code', 2, {
				jsCode: `return ${JSON.stringify(rows)}.map((json) => ({ json }));`,
			}),
			{
				...node(NODE, NODE_TYPE, 1, parameters),
				credentials: { [CREDENTIAL_TYPE]: credential },
				...settings,
			},
			node(DONE, 'n8n-nodes-base.noOp', 1),
			node(FAILED, 'n8n-nodes-base.noOp', 1),
		],
		connections: {
			Start: { main: [[to('Rows')]] },
			Rows: { main: [[to(NODE)]] },
			[NODE]: { main: [[to(DONE)], [to(FAILED)]] },
		},
		settings: { executionOrder: 'v1' },
	};
}

/** The lines that the package's node shows after its run. */
export function hintsOf({ runs }: Execution): string[] {
	return (runs[NODE] ?? []).flatMap(({ hints = [] }) => hints.map(({ message }) => message));
}
