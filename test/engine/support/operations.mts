import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { describedOperations } from '../operations/description.mts';
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

const EFFECTS: Array<[Effect, names: RegExp]> = [
	['read', /\.(check|get|getAll|getItems)$/],
	['createLink', /^link\.(create|upsert)$/],
	['create', /\.(create|upload)$/],
	['idempotent', /\.(update|delete|assignLink|assignItem)$/],
];

/** The operation by its name, as its row in the table does it; what it names `seededService` provides. */
export function knownOperation(name: string): KnownOperation {
	const row = operationRows.find((candidate) => nameOf(candidate) === name);
	if (row === undefined) {
		throw new Error(`${name} is new: give it a row in test/engine/operations/rows`);
	}
	const effect = EFFECTS.find(([, names]) => names.test(name))?.[0];
	if (effect === undefined) throw new Error(`${name} is new: say what a second request would do`);
	const { resource, operation, minimal } = row;
	return { name, effect, parameters: { resource, operation, ...minimal.parameters } };
}
