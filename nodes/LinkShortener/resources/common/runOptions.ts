import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isRecord, toText } from '../../shared/json';
import { wrongValue } from '../../shared/userFacingError';
import { DEFAULT_TIMEOUT_MS, type RequestPolicy } from '../../api/exchange';
import { FIRST_LIMIT } from '../../api/rateLimit/concurrency';
import { cancelSignalOf, isToolRun } from '../../shared/n8nCompat';
import { isEmpty, readParameters, type Parameters } from '../../shared/parameters';

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
				displayName: 'Concurrent Requests',
				name: 'maxInFlight',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 1000 },
				default: FIRST_LIMIT,
				description:
					'How many requests may be under way at the same time. Without this their number grows from 10 to 50 as long as all goes well.',
			},
			{
				displayName: 'Max Wait (Seconds)',
				name: 'maxWait',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description:
					'How long a run may wait in total, for the rate limit or for a service that is away. Items that would have to wait longer are not sent and count as failed. 0 waits as long as the limit takes, and two minutes for the service.',
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
	/** Undefined lets the number find itself. */
	maxInFlight: number | undefined;
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
	const maxWait = readNumber(batching.maxWait, 'Max Wait', 0, 0);
	const perMinute = readNumber(batching.requestsPerMinute, 'Requests per Minute', 0, 0);
	const timeout = readNumber(options.timeout, 'Timeout', 0.001, DEFAULT_TIMEOUT_SECONDS);
	return {
		maxInFlight: isEmpty(batching.maxInFlight)
			? undefined
			: Math.floor(readNumber(batching.maxInFlight, 'Concurrent Requests', 1, FIRST_LIMIT)),
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
 * How many items are worked on at once. How many requests are under way is the client's matter: an
 * item that waits to be told what became of its create holds up none of them.
 */
const ITEMS_AT_ONCE = 100;

/** The same where a user names a number; a wrong one is each item's own failure. */
export function itemsAtOnce(context: IExecuteFunctions): number {
	try {
		return readRunOptions(readParameters(context, 0)).maxInFlight ?? ITEMS_AT_ONCE;
	} catch {
		return ITEMS_AT_ONCE;
	}
}

/** How a run waits. An AI tool goes before bulk work and waits a minute at most. */
export function requestPolicy(context: IExecuteFunctions, options: RunOptions): RequestPolicy {
	const { timeoutMs, maxInFlight, maxWaitMs, requestsPerMinute } = options;
	const isTool = isToolRun(context);
	const cancelSignal = cancelSignalOf(context);
	return {
		priority: isTool ? 'interactive' : 'bulk',
		timeoutMs,
		...(isTool ? { deadline: Date.now() + TOOL_WAIT_MS } : {}),
		...(maxInFlight === undefined ? {} : { maxInFlight }),
		...(maxWaitMs === undefined ? {} : { maxWaitMs }),
		...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
		...(cancelSignal === undefined ? {} : { cancelSignal }),
	};
}
