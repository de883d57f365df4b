import type { IExecuteFunctions } from 'n8n-workflow';

/** What a test says of the run a node finds itself in. */
interface Run {
	parameters?: Record<string, unknown>;
	node?: { id?: string; type?: string };
	executionId?: string;
	runIndex?: number;
	cancelSignal?: AbortSignal;
	calledDirectly?: boolean;
}

/** The few functions of n8n's execute context that reading parameters and options needs. */
export function contextOf(run: Run = {}): IExecuteFunctions {
	const context = {
		getNodeParameter: (name: string, _itemIndex: number, otherwise: unknown) =>
			run.parameters?.[name] ?? otherwise,
		getNode: () => ({
			id: 'node',
			type: 'linkShortener',
			parameters: run.parameters ?? {},
			...run.node,
		}),
		getExecutionId: () => run.executionId ?? '1',
		getWorkflowDataProxy: () => ({ $runIndex: run.runIndex ?? 0 }),
		getInputData: () => [],
		getMode: () => 'trigger',
		...(run.cancelSignal && { getExecutionCancelSignal: () => run.cancelSignal }),
		...(run.calledDirectly !== undefined && { isToolExecution: () => run.calledDirectly }),
	};
	return context as unknown as IExecuteFunctions;
}
