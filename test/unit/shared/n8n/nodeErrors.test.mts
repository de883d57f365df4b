import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { explanationOf, failedItem } from '../../../../nodes/LinkShortener/shared/n8n/nodeErrors';
import {
	type Explanation,
	wrongValue,
} from '../../../../nodes/LinkShortener/shared/userFacingError';

/** What n8n's engine takes for a failed item where On Error is set to the error output. */
const MOVES: Record<string, (json: IDataObject) => boolean> = {
	'before 2.34': (json) => {
		const { length } = Object.keys(json);
		if (Boolean(json.error) && length === 1) return true;
		return Boolean(json.error) && Boolean(json.message) && length === 2;
	},
	'from 2.34 on': (json) =>
		Boolean(json.error) &&
		Object.keys(json).every((key) => ['error', 'message', 'details'].includes(key)),
};

const EXPLANATIONS: Record<string, Explanation> = {
	'with a remedy': { message: 'No.', remedy: 'Do it otherwise.' },
	'without a remedy': { message: 'No.', remedy: '' },
	'with all there is': {
		message: 'No.',
		remedy: 'Do it otherwise.',
		httpStatus: 422,
		details: ['Long URL: too long'],
	},
};

describe.each(Object.entries(EXPLANATIONS))('a failed item %s', (_, explanation) => {
	it.each(Object.entries(MOVES))('goes to the error branch of n8n %s', (_version, moves) => {
		expect(moves(failedItem(explanation, 3, { number: 5, withDetails: false }).json)).toBe(true);
	});

	it('goes there with details from 2.34 on', () => {
		expect(
			MOVES['from 2.34 on']?.(failedItem(explanation, 3, { number: 5, withDetails: true }).json),
		).toBe(true);
	});
});

it('names its item from 0 as n8n does, and its row as people do', () => {
	const subject = { longUrl: 'https://example.com/' };
	const item = { index: 3, number: 5, ...subject };
	const explanation = EXPLANATIONS['with all there is'] as Explanation;
	const { json } = failedItem(explanation, 3, { number: 5, withDetails: true, subject });
	expect(json.details).toMatchObject({ item });
});

it('says in its message what the service said besides, where it has no details', () => {
	const explanation = EXPLANATIONS['with all there is'] as Explanation;
	expect(failedItem(explanation, 3, { number: 5, withDetails: false })).toEqual({
		json: { error: 'No.', message: 'Long URL: too long\nDo it otherwise.' },
		pairedItem: { item: 3 },
	});
});

it.each([
	['stays as it is', 'abc', /^Link "abc" is not an ID$/],
	['is on one line', 'a\nb\u0000c\u001b[31md\u202e', /^Link "a b c d " is not an ID$/],
	['is cut in its middle', 'x'.repeat(1_000_000), /^Link "x{300,}…x{100,}" is not an ID$/],
	['is cut between characters', '🔗'.repeat(10_000), /^Link "🔗+…🔗+" is not an ID$/u],
])('a message that quotes a value %s', (_, value, shown) => {
	const { message } = explanationOf(wrongValue('Link', `"${value}" is not an ID`, '42'));
	expect(message).toMatch(shown);
	expect(message.length).toBeLessThanOrEqual(500);
});

describe('whether a failed item may have details', () => {
	afterEach(() => {
		vi.doUnmock('n8n-workflow');
		vi.resetModules();
	});

	it.each([
		{ n8n: '1.123', causes: undefined, onError: 'continueErrorOutput', may: false },
		{ n8n: '1.123', causes: undefined, onError: 'continueRegularOutput', may: true },
		{ n8n: '2.41', causes: new Set(), onError: 'continueErrorOutput', may: true },
	])('is $may in n8n $n8n with $onError', async ({ causes, onError, may }) => {
		vi.resetModules();
		vi.doMock('n8n-workflow', async (original) => ({
			...(await original<object>()),
			TIMED_CAUSES: causes,
		}));
		const { mayHaveDetails } = await import('../../../../nodes/LinkShortener/shared/n8n/n8nCompat');
		const context = { getNode: () => ({ onError }) } as unknown as IExecuteFunctions;
		expect(mayHaveDetails(context)).toBe(may);
	});
});

it.each([
	['unavailable', 'temporarily-unavailable'],
	['credentialRefused', 'credential-invalid'],
	['misconfigured', 'configuration-invalid'],
	['rejected', undefined],
] as const)('a failed item whose failure is of the kind %s has the cause %s', (kind, cause) => {
	const explanation = { message: 'No', remedy: 'Do it otherwise.', kind };
	const { details } = failedItem(explanation, 0, { number: 5, withDetails: true }).json;
	expect((details as IDataObject).cause).toBe(cause);
});
