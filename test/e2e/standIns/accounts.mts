import type { WorkflowFile, WorkflowNode } from '../rest.mts';

type Values = Record<string, unknown>;

/** What a node of another service would send there, by its type. */
const SENT: Partial<Record<string, (parameters: Values) => Values>> = {
	'n8n-nodes-base.slack': ({ text }) => ({ text }),
	'n8n-nodes-base.gmail': ({ sendTo, subject, message }) => ({ sendTo, subject, message }),
	'n8n-nodes-base.googleDrive': ({ name }) => ({ name }),
	'n8n-nodes-base.googleSheets': columnsOf,
};

/** A workflow whose nodes of other services hand out what they would send: there is no account at any. */
export function withoutAccounts(workflow: WorkflowFile): WorkflowFile {
	return { ...workflow, nodes: workflow.nodes.map(handingOut) };
}

function handingOut(node: WorkflowNode): WorkflowNode {
	const sent = SENT[node.type]?.(node.parameters);
	if (!sent) return node;
	const assignments = Object.entries(sent).map(([name, value]) => ({
		id: name,
		name,
		value,
		type: name === 'row_number' ? 'number' : 'string',
	}));
	const parameters = { assignments: { assignments }, options: {} };
	return { ...node, type: 'n8n-nodes-base.set', typeVersion: 3.5, parameters };
}

/** Of a node that reads, none. */
function columnsOf({ columns }: Values): Values {
	return (columns as { value?: Values } | undefined)?.value ?? {};
}
