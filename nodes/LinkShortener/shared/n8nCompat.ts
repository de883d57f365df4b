import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { Cancelled } from './userFacingError';

/**
 * What n8n's execute context gained over time. The package runs on older versions too, so these are
 * reached only through here, where each may be missing.
 */
type NewerFunctions = Partial<
	Pick<IExecuteFunctions, 'addExecutionHints' | 'getExecutionCancelSignal' | 'isToolExecution'>
>;

function newer(context: IExecuteFunctions): NewerFunctions {
	return context;
}

/** The signal that fires when the execution is cancelled. */
export function cancelSignalOf(context: IExecuteFunctions): AbortSignal | undefined {
	return newer(context).getExecutionCancelSignal?.();
}

/** Shows a line on the node after its run (n8n 1.79). */
export function showHint(context: IExecuteFunctions, message: string): void {
	newer(context).addExecutionHints?.({ message, location: 'outputPane' });
}

/**
 * Whether an AI agent called the node as its tool. The agent node of n8n 2.41 runs a tool like any
 * other node, where only the type's name tells (measured); direct calls say so.
 */
export function isToolRun(context: IExecuteFunctions): boolean {
	const calledDirectly = newer(context).isToolExecution?.() ?? false;
	return calledDirectly || context.getNode().type.endsWith('Tool');
}

/** n8n's own sleep cannot be ended before 2.34, so a wait is cut into slices of this length. */
const SLICE_MS = 250;

/**
 * Waits, and ends the wait when the signal fires.
 *
 * @param ms milliseconds
 * @throws {Cancelled} within 0.25 seconds of the signal
 */
export async function abortableSleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
	for (let left = ms; left > 0; left -= SLICE_MS) {
		if (signal?.aborted) throw new Cancelled();
		await sleep(Math.min(left, SLICE_MS));
	}
}
