import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isRecord, toText } from '../../shared/json';
import { wrongValue } from '../../shared/userFacingError';
import { DEFAULT_TIMEOUT_MS, type RequestPolicy } from '../../api/client';
import { cancelSignalOf, isToolRun } from '../../shared/n8nCompat';
import { isEmpty, type Parameters, readParameters } from '../../shared/parameters';

/** As many requests under way at once as the service takes with ease and a workflow needs. */
const DEFAULT_IN_FLIGHT = 10;

const DEFAULT_TIMEOUT_SECONDS = DEFAULT_TIMEOUT_MS / 1000;

/** Timers take whole milliseconds, and nobody waits longer than this for one response. */
const MAX_DEADLINE_MS = 3_600_000;

/** An AI agent's user is waiting: longer than this is better said than sat through. */
const TOOL_WAIT_MS = 60_000;

/** The options every operation has. */
const runOptionProperties: INodeProperties[] = [
	{
		displayName: 'Batching',
		name: 'batching',
		type: 'collection',
		placeholder: 'Add Setting',
		default: {},
		description:
			'How fast the items of one run are sent. Without these the rate limit of the service is used to the full and never exceeded.',
		options: [
			{
				displayName: 'Max in Flight',
				name: 'maxInFlight',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 1000 },
				default: DEFAULT_IN_FLIGHT,
				description: 'How many requests may be under way at the same time',
			},
			{
				displayName: 'Max Wait (Seconds)',
				name: 'maxWait',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description:
					'How long a run may wait for the rate limit in total. Items that would have to wait longer are not sent and count as failed. 0 waits as long as it takes.',
			},
			{
				displayName: 'Requests per Minute',
				name: 'requestsPerMinute',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description:
					'How many requests this run sends per minute at most, spread evenly, to leave room for other programs on the same key. 0 sends as many as the service allows.',
			},
		],
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_TIMEOUT_SECONDS,
		description: 'How long to wait for the whole answer to one request',
	},
];

/** Options, as every operation has them: its own and those of every run, by name. */
export function optionsProperty(own: INodeProperties[] = []): INodeProperties {
	const options = [...runOptionProperties, ...own].sort((one, other) =>
		one.displayName.localeCompare(other.displayName),
	);
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	};
}

/** The run options as numbers; times in milliseconds. */
export interface RunOptions {
	maxInFlight: number;
	/** Undefined waits as long as it takes. */
	maxWaitMs: number | undefined;
	timeoutMs: number;
	/** Undefined sends as fast as the service allows. */
	requestsPerMinute: number | undefined;
}

/**
 * Reads the options that hold for a whole run.
 *
 * @throws {UserFacingError} when one of them is no number in its range
 */
export function readRunOptions(parameters: Parameters): RunOptions {
	const options = parameters.fields('options');
	const batching = isRecord(options.batching) ? options.batching : {};
	const maxInFlight = readNumber(batching.maxInFlight, 'Max in Flight', 1, DEFAULT_IN_FLIGHT);
	const maxWait = readNumber(batching.maxWait, 'Max Wait', 0, 0);
	const perMinute = readNumber(batching.requestsPerMinute, 'Requests per Minute', 0, 0);
	const timeout = readNumber(options.timeout, 'Timeout', 0.001, DEFAULT_TIMEOUT_SECONDS);
	return {
		maxInFlight: Math.floor(maxInFlight),
		maxWaitMs: maxWait === 0 ? undefined : maxWait * 1000,
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
			`"${toText(value)}" is not a number of at least ${Math.ceil(least)}`,
			String(Math.max(1, otherwise)),
		);
	}
	return number;
}

/**
 * How many items are worked on at once. A value out of range becomes one at a time here; each item
 * then says what is wrong with it when it is about to be sent.
 */
export function readMaxInFlight(context: IExecuteFunctions): number {
	try {
		return readRunOptions(readParameters(context, 0)).maxInFlight;
	} catch {
		return 1;
	}
}

/** How long a run of the node waits. An AI tool goes before bulk work and waits a minute at most. */
export function readRequestPolicy(context: IExecuteFunctions): RequestPolicy {
	const options = readRunOptions(readParameters(context, 0));
	const { timeoutMs, maxInFlight, maxWaitMs, requestsPerMinute } = options;
	const isTool = isToolRun(context);
	const cancelSignal = cancelSignalOf(context);
	return {
		priority: isTool ? 'interactive' : 'bulk',
		timeoutMs,
		maxInFlight,
		...(isTool ? { deadline: Date.now() + TOOL_WAIT_MS } : {}),
		...(maxWaitMs === undefined ? {} : { maxWaitMs }),
		...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
		...(cancelSignal === undefined ? {} : { cancelSignal }),
	};
}
