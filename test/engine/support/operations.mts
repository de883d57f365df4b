import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { describedOperations } from '../operations/description.mts';
import { workOf, type OperationRow } from '../operations/row.mts';
import { nameOf, operationRows } from '../operations/table.mts';

/**
 * What a second request would do at the service: nothing, the same as one, or a second record. Links
 * are creates that the node looks for when their answer was lost.
 */
export type Effect = 'read' | 'idempotent' | 'create' | 'createLink';

/** One operation of the built node, with as little filled in as it needs. */
export interface KnownOperation {
	/** `<resource>.<operation>` */
	name: string;
	effect: Effect;
	parameters: INodeParameters;
}

/** The values the node's lists offer; every operation added later is among them. */
export function optionValues(property: INodeProperties | undefined): string[] {
	return (property?.options ?? []).flatMap((option) =>
		'value' in option ? [String(option.value)] : [],
	);
}

/** Every operation the built node has, as `<resource>.<operation>`. */
export function operationNames(): string[] {
	return describedOperations().map(nameOf);
}

/** The operation by its name, as its row in the table does it; what it names `seedFixtures` provides. */
export function knownOperation(name: string): KnownOperation {
	const row = operationRows.find((candidate) => nameOf(candidate) === name);
	if (row === undefined) {
		throw new Error(`${name} is new: give it a row in test/engine/operations/rows`);
	}
	const { resource, operation, minimal } = row;
	return {
		name,
		effect: effectOf(row),
		parameters: { resource, operation, ...minimal.parameters },
	};
}

/** A POST makes a record, unless it puts one that exists into another. */
function effectOf(row: OperationRow): Effect {
	const { method, path = '' } = workOf(row);
	if (method === 'GET') return 'read';
	if (method !== 'POST' || path.includes('/assign/')) return 'idempotent';
	return path === '/api/url/add' ? 'createLink' : 'create';
}
