import type { INodePropertyOptions } from 'n8n-workflow';
import { nodeDescription } from '../harness/index.mts';

/** One entry of an Operation list of the node, and the resource it belongs to. */
export interface DescribedOperation {
	resource: string;
	operation: string;
	option: INodePropertyOptions;
}

/** Every operation in the node's description. */
export function describedOperations(): DescribedOperation[] {
	return nodeDescription()
		.properties.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) => {
			const resources = (displayOptions?.show?.resource ?? []).filter(
				(resource) => typeof resource === 'string',
			);
			const choices = options.filter((option): option is INodePropertyOptions => 'value' in option);
			return resources.flatMap((resource) =>
				choices.map((option) => ({ resource, operation: String(option.value), option })),
			);
		});
}
