import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { collectionOf } from './fields';
import type { Operation } from './operation';
import { isRecord, toText } from '../shared/text';
import { wrongValue } from '../shared/userFacingError';
import { DEFAULT_TIMEOUT_MS, type RequestPolicy } from '../api/request/sendOnce';
import { FIRST_SIZE } from '../api/gate/runSlots';
import { cancelSignalOf, isToolRun } from '../shared/n8n/n8nCompat';
import type { Parameters } from '../shared/n8n/parameters';
import { isEmpty } from '../shared/values/convert';

const DEFAULT_TIMEOUT_SECONDS = DEFAULT_TIMEOUT_MS / 1000;

/** Timers take whole milliseconds. */
const MAX_DEADLINE_MS = 3_600_000;

/** A person waits for the agent. */
const TOOL_WAIT_MS = 60_000;

const speedAndTimeLimits: INodeProperties = {
	...collectionOf(
		'Speed and Time Limits',
		'batching',
		[
			{
				displayName: 'Concurrent Requests',
				name: 'maxInFlight',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 1000 },
				default: FIRST_SIZE,
				description:
					'Maximum number of requests at the same time. By default, the node adjusts it, up to 200.',
			},
			{
				displayName: 'Max Wait (Seconds)',
				name: 'maxWait',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description:
					'Longest total wait. 0 means as long as the rate limit requires, but at most 15 minutes for a quota and 2 for an outage.',
			},
			{
				displayName: 'Requests per Minute',
				name: 'requestsPerMinute',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description:
					'Maximum number of requests per minute. 0 means as many as the service allows.',
			},
			{
				displayName: 'Timeout (Seconds)',
				name: 'timeout',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: DEFAULT_TIMEOUT_SECONDS,
				description: 'How long to wait for a complete response',
			},
		],
		'Add Setting',
	),
	description: 'Limits for speed and waiting',
};

export function optionsProperties({ options: own = [], hasLimits }: Operation): INodeProperties[] {
	const options = hasLimits ? [speedAndTimeLimits, ...own] : own;
	return options.length > 0 ? [collectionOf('Options', 'options', options, 'Add Option')] : [];
}

function readRunOptions(parameters: Parameters) {
	const options = parameters.fields('options');
	const batching = isRecord(options.batching) ? options.batching : {};
	const maxWait = readNumber(batching.maxWait, 'Max Wait', 0, 0);
	const perMinute = readNumber(batching.requestsPerMinute, 'Requests per Minute', 0, 0);
	const timeout = readNumber(batching.timeout, 'Timeout', 0.001, DEFAULT_TIMEOUT_SECONDS);
	return {
		maxInFlight: isEmpty(batching.maxInFlight)
			? undefined
			: Math.floor(readNumber(batching.maxInFlight, 'Concurrent Requests', 1, FIRST_SIZE)),
		maxWaitMs: maxWait === 0 ? undefined : Math.ceil(maxWait * 1000),
		timeoutMs: Math.min(Math.ceil(timeout * 1000), MAX_DEADLINE_MS),
		requestsPerMinute: perMinute === 0 ? undefined : perMinute,
	};
}

function readNumber(value: unknown, field: string, least: number, otherwise: number): number {
	if (isEmpty(value)) return otherwise;
	const number = Number(value);
	if (!Number.isFinite(number) || number < least) {
		throw wrongValue(
			field,
			`"${toText(value)}" is not a number of at least ${String(Math.ceil(least))}`,
			String(Math.max(1, otherwise)),
		);
	}
	return number;
}

/** A person who runs so few items by hand is waiting for them. */
const ITEMS_BY_HAND = 3;

/** A person does not wait for an outage, an AI tool a minute at most. @throws {UserFacingError} for a wrong option */
export function requestPolicy(context: IExecuteFunctions, parameters: Parameters): RequestPolicy {
	const isTool = isToolRun(context);
	const isByHand = context.getMode() === 'manual' && context.getInputData().length <= ITEMS_BY_HAND;
	return {
		...readRunOptions(parameters),
		caller: isTool || isByHand ? 'person' : 'bulk',
		deadline: isTool ? Date.now() + TOOL_WAIT_MS : undefined,
		cancelSignal: cancelSignalOf(context),
	};
}
