import type { WorkflowNode } from '../../../rest.mts';

type Node = Pick<WorkflowNode, 'type' | 'parameters'> & { typeVersion: number };

export const MANUAL_TRIGGER: Node = {
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

export const NO_OPERATION: Node = {
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	parameters: {},
};
