import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { readParameters } from '../../../nodes/LinkShortener/shared/n8n/parameters';
import { requestPolicy } from '../../../nodes/LinkShortener/operations/runOptions';
import { contextOf } from '../context.mts';
import { refuses } from '../refusals.mts';

const policyOf = (run?: Parameters<typeof contextOf>[0]) => {
	const context = contextOf(run);
	return requestPolicy(context, readParameters(context)(0));
};

const optionsOf = (options: unknown) => policyOf({ parameters: { options } });

describe('the run options', () => {
	it.each<[options: unknown]>([
		[undefined],
		[{}],
		[{ batching: {} }],
		[{ batching: 'x' }],
		[{ batching: { maxInFlight: '', maxWait: 0, requestsPerMinute: 0, timeout: '' } }],
	])('%j leave all at its default', (options) => {
		expect(optionsOf(options)).toEqual({
			caller: 'bulk',
			timeoutMs: 60_000,
		});
	});

	it.each<[options: unknown, read: object]>([
		[{ batching: { maxInFlight: 3 } }, { maxInFlight: 3 }],
		[{ batching: { maxInFlight: '3' } }, { maxInFlight: 3 }],
		[{ batching: { maxInFlight: 3.9 } }, { maxInFlight: 3 }],
		[{ batching: { maxWait: 30 } }, { maxWaitMs: 30_000 }],
		[{ batching: { maxWait: '0.5' } }, { maxWaitMs: 500 }],
		[{ batching: { requestsPerMinute: 20 } }, { requestsPerMinute: 20 }],
		[{ batching: { timeout: 5 } }, { timeoutMs: 5_000 }],
	])('%j are %j', (options, read) => {
		expect(optionsOf(options)).toMatchObject(read);
	});

	it.each<[batching: object, what: string, least: number]>([
		[{ maxInFlight: 0 }, 'Concurrent Requests "0"', 1],
		[{ maxInFlight: 'all' }, 'Concurrent Requests "all"', 1],
		[{ maxWait: -1 }, 'Max Wait "-1"', 0],
		[{ requestsPerMinute: 'x' }, 'Requests per Minute "x"', 0],
		[{ timeout: 0 }, 'Timeout "0"', 1],
		[{ timeout: 'long' }, 'Timeout "long"', 1],
		[{ timeout: Infinity }, '', 1],
	])('%j are refused', (batching, what, least) => {
		const options = { batching };
		const message = `${what} is not a number of at least ${least}`;
		refuses(() => optionsOf(options), message);
	});
});

describe('how long a run waits', () => {
	it('ends with the execution', () => {
		const { signal } = new AbortController();
		expect(policyOf({ cancelSignal: signal }).cancelSignal).toBe(signal);
	});

	it.each([
		{ node: { type: 'n8n-nodes-link-shortener.linkShortenerTool' } },
		{ calledDirectly: true },
	])('of an AI tool is a minute, before bulk work (%j)', (run) => {
		vi.useFakeTimers({ now: 1_000 });
		onTestFinished(() => {
			vi.useRealTimers();
		});
		expect(policyOf(run)).toMatchObject({ caller: 'person', deadline: 61_000 });
	});
});
