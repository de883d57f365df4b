import { CREATE_NODE, ROWS_NODE } from './workflows.mts';
import type { Found } from './search.mts';
import { TYPED } from './secrets.mts';

const EXECUTION = 'execution_data.data';
const RUNS = `${EXECUTION}.resultData.runData`;
/** In its folder; each line is JSON. */
export const LOG_FILE = '.n8n/logs/n8n.log';
const PASSWORD_OF_ITEM = 'json.Password';

/**
 * Where n8n itself keeps what a user types: in the workflow, which it copies into each execution and
 * the failed node of it into each error; and in items, which are the output of the node before, the
 * input of the one that failed, and the row that it adds to its error output, the second one. At the
 * level debug it logs the failed node, too.
 */
const OF_N8N: readonly RegExp[] = [
	/^workflow_(entity|history)\.nodes\.\*\.parameters\./,
	/^execution_data\.workflowData\.nodes\.\*\.parameters\./,
	...['executionData.nodeExecutionStack.*.node', 'resultData.error.node'].map((node) =>
		startingWith(`${EXECUTION}.${node}.parameters.`),
	),
	startingWith(`${RUNS}.${CREATE_NODE}.*.error.node.parameters.`),
	...[
		`${RUNS}.${ROWS_NODE}.*.data.main.0.*`,
		`${EXECUTION}.executionData.nodeExecutionStack.*.data.main.0.*`,
		`${RUNS}.${CREATE_NODE}.*.data.main.1.*`,
	].map((items) => startingWith(`${items}.${PASSWORD_OF_ITEM}`)),
	startingWith(`${LOG_FILE}.metadata.error.node.parameters.`),
];

/** Whether something is there by n8n's own doing. Of keys and headers nothing is. */
export function isAllowed({ secret, place }: Found): boolean {
	return TYPED.includes(secret) && OF_N8N.some((allowed) => allowed.test(place));
}

function startingWith(place: string): RegExp {
	return new RegExp(`^${place.replace(/[.*]/g, '\\$&')}`);
}
