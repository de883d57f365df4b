import { TIMED_CAUSES, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';

import { escaped, type Reason } from './nodeErrors';
import { isRecord } from '../text';

/** What older versions of n8n's execute context lack. The package reaches it only through this file. */
type NewerFunctions = Partial<
	Pick<IExecuteFunctions, 'addExecutionHints' | 'getExecutionCancelSignal' | 'isToolExecution'>
>;

function newer(context: IExecuteFunctions): NewerFunctions {
	return context;
}

export function cancelSignalOf(context: IExecuteFunctions): AbortSignal | undefined {
	return newer(context).getExecutionCancelSignal?.();
}

/** n8n shows hints from 1.79 on. */
export function showHint(context: IExecuteFunctions, text: string, type?: 'warning'): void {
	newer(context).addExecutionHints?.({ message: escaped(text), type, location: 'outputPane' });
}

/** As in the later rounds of a loop. */
export function isLaterRun(context: IExecuteFunctions): boolean {
	const { $runIndex } = context.getWorkflowDataProxy(0);
	return Number($runIndex) > 0;
}

/** As warnings that n8n folds into their summary (2.37), or in one line. */
export function showProblems(
	context: IExecuteFunctions,
	summary: string,
	reasons: readonly Reason[],
): void {
	const hint = { type: 'warning', location: 'outputPane' } as const;
	const lines = reasons.map(({ items, text }) => `<b>${items}:</b> ${escaped(text)}`);
	const messages =
		isSince237() && lines.length > 1
			? lines.map((message) => ({
					...hint,
					message,
					group: { key: 'failed', summary: `${summary}.` },
				}))
			: [{ ...hint, message: `${summary}. ${lines.join('. ')}` }];
	newer(context).addExecutionHints?.(...messages);
}

/** The agent node of n8n 2.41 runs a tool like every other node, and only the type says so (measured). */
export function isToolRun(context: IExecuteFunctions): boolean {
	const calledDirectly = newer(context).isToolExecution?.() ?? false;
	return calledDirectly || context.getNode().type.endsWith('Tool');
}

// With On Error set to the error output, n8n before 2.34 takes an item with more than `error` and `message` for a
// good one (measured on 1.123). The version that tells is a little later.
export function mayHaveDetails(context: IExecuteFunctions): boolean {
	return !hasErrorOutput(context) || isSince237();
}

/** n8n then tells failed items from good ones by their keys. */
export function hasErrorOutput(context: IExecuteFunctions): boolean {
	return context.getNode().onError === 'continueErrorOutput';
}

/** No property shows n8n's version; causes of failures came with 2.37, as groups of hints did. */
function isSince237(): boolean {
	const causes: unknown = TIMED_CAUSES;
	return causes !== undefined;
}

/** n8n drops the values of properties that are not there, but not those of hidden ones. */
export function notInTools(property: INodeProperties): INodeProperties[] {
	const { displayName, displayOptions, name, noDataExpression, type, default: own } = property;
	// n8n takes what stands in a locator for its value only with this mark, which it sets in locators alone.
	const initial = type === 'resourceLocator' && isRecord(own) ? { __rl: true, ...own } : own;
	return [
		{ ...property, displayOptions: { ...displayOptions, hide: { '@tool': [true] } } },
		{
			displayName,
			name,
			type: 'hidden',
			default: initial,
			noDataExpression,
			displayOptions: { show: { ...displayOptions?.show, '@tool': [true] } },
		},
	];
}
