import type { Node } from './desk.mts';

const PACKAGE = 'n8n-nodes-link-shortener';

type Other = Partial<Omit<Node, 'name' | 'type' | 'parameters'>>;

export function manualTrigger(name = 'Start'): Node {
	return { name, type: 'n8n-nodes-base.manualTrigger', parameters: {} };
}

export function noOperation(name: string): Node {
	return { name, type: 'n8n-nodes-base.noOp', parameters: {} };
}

/** This package's node. */
export function linkShortener(
	name: string,
	parameters: Node['parameters'],
	other: Other = {},
): Node {
	return { name, type: `${PACKAGE}.linkShortener`, parameters, ...other };
}

/** This package's trigger, on new links. */
export function linkCreatedTrigger(name: string, credentials: Node['credentials']): Node {
	return {
		name,
		type: `${PACKAGE}.linkShortenerTrigger`,
		parameters: { event: 'linkCreated', pollTimes: { item: [{ mode: 'everyMinute' }] } },
		...(credentials && { credentials }),
	};
}
