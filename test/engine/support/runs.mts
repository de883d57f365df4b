import { inspect } from 'node:util';
import type { INodeParameters, OnError } from 'n8n-workflow';
import { expect } from 'vitest';
import type { Service } from '../../service/index.mts';
import {
	runNode,
	type RunOptions,
	type RunResult,
	type WorkflowResult,
} from '../harness/index.mts';
import { credentialsOf, GATE } from './service.mts';

/** The three settings of On Error, by the name the editor shows. */
export const ON_ERROR = {
	Stop: 'stopWorkflow',
	Continue: 'continueRegularOutput',
	'Error Output': 'continueErrorOutput',
} as const satisfies Record<string, OnError>;

/** A run that its first failure stops. */
export const STOP = { onError: ON_ERROR.Stop } as const;

export const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } as const;

type OnErrorName = keyof typeof ON_ERROR;

export const ON_ERROR_NAMES = ['Stop', 'Continue', 'Error Output'] as const satisfies OnErrorName[];

/** Runs the node with a credential for this service; without items of one that is empty. */
export async function runOn(
	service: Service,
	parameters: INodeParameters,
	items?: RunOptions['items'],
	settings: Partial<RunOptions> = {},
): Promise<RunResult> {
	const credentials = credentialsOf(service);
	return await runNode({ credentials, parameters, ...(items && { items }), ...settings });
}

/** Parameters of link → Create with one long URL, or an expression for one. */
export function createOf(url: string, more: INodeParameters = {}): INodeParameters {
	return { resource: 'link', operation: 'create', url, ...more };
}

/** Parameters of link → Create that take the columns of the input. */
export function autoMap(more: INodeParameters = {}): INodeParameters {
	return { resource: 'link', operation: 'create', dataToSend: 'autoMapInputData', ...more };
}

/** Parameters of link → Update that set another title, and a long URL where the item has one. */
export function updateOf(mode: 'id' | 'shortUrl', more: INodeParameters = {}): INodeParameters {
	return {
		...{ resource: 'link', operation: 'update' },
		linkId: { __rl: true, mode, value: '={{ $json.link }}' },
		updateFields: { metatitle: '={{ $json.metatitle ?? "New" }}', url: '={{ $json.url }}' },
		...more,
	};
}

/** Rows with a long URL each: `https://example.com/<name>/<n>`, n from 1. */
export function rows(count: number, name = 'page'): Array<{ url: string }> {
	return Array.from({ length: count }, (_, index) => ({
		url: `https://example.com/${name}/${String(index + 1)}`,
	}));
}

/**
 * What a person reads in the error that stopped the run: what is wrong, with its item, and what to do. The message has
 * both, and the description what else there is.
 */
export function errorOf({ error }: Pick<RunResult, 'error'>): {
	message: string;
	description: string;
} {
	const { message = '', description } = error ?? {};
	const { failed = [] } = (error?.context.data ?? {}) as { failed?: Array<{ error: string }> };
	// The end of a sentence is the same for all.
	const bare = failed.map((one) => one.error.replace(/[.!]$/, ''));
	const which = bare.findIndex((one) => message.includes(one));
	const [start = message, remedy = ''] = message.split(`${bare[which]}. `);
	return {
		message: remedy === '' ? message : `${start}${failed[which]?.error}`,
		description: [remedy, description ?? ''].filter((text) => text !== '').join('<br>'),
	};
}

/** The lines and list entries of a description, which n8n renders as HTML. */
export function linesOf(description: string): string[] {
	return description.split(/<br>|<\/?(?:ul|li)>/).filter((line) => line !== '');
}

/** All that a run had done when it stopped, as the details of its error have it. */
export function doneBefore({ error }: Pick<RunResult, 'error'>): string[] {
	const { data } = error?.context ?? {};
	const { done = [] } = (data ?? {}) as { done?: string[] };
	return done;
}

/** The lines above the output of a run. */
export function hintsOf({ hints }: Pick<RunResult, 'hints'>): string {
	return hints.map(({ message }) => message).join('\n');
}

/** The index of the input item each output item is linked to. */
export function pairs(run: RunResult, output = 0): unknown[] {
	return (run.outputs[output] ?? []).map(({ pairedItem }) =>
		typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : pairedItem,
	);
}

/** Items that stand for failed ones, whichever output they came out of. */
export function failedItems(run: RunResult): RunResult['items'] {
	return [...run.items, ...run.errorItems].filter((item) => item.error !== undefined);
}

/** All that a failed item says: what happened, and what to do. */
export function wordsOf({ error, message }: RunResult['items'][number]): string {
	return [error, message].filter((text) => typeof text === 'string').join(' ');
}

export function goodItems(run: RunResult): RunResult['items'] {
	return run.items.filter((item) => item.error === undefined);
}

/** No message, log line or saved record of a run may hold the key, or the extra header. */
export function expectNoTrace(
	secret: string,
	result: Pick<RunResult | WorkflowResult, 'run' | 'logs' | 'savedRecord' | 'error'>,
): void {
	const { run, logs, savedRecord, error } = result;
	const everything = [run, logs, error].map((value) => inspect(value, { depth: Infinity }));
	for (const text of [savedRecord, ...everything]) {
		expect(text).not.toContain(secret);
		expect(text).not.toContain(GATE.value);
	}
}
