import { describe, expect, it } from 'vitest';

import { explanationOf } from '../../../nodes/LinkShortener/shared/n8n/nodeErrors';
import type { UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';
import {
	allOf,
	asError,
	type Explanation,
	problemsOf,
	wrongValue,
} from '../../../nodes/LinkShortener/shared/userFacingError';

const EMPTY = wrongValue('Long URL', 'is empty', 'https://example.com/page');
const NO_DATE = wrongValue('Expiry', '"soon" is not a recognized date', '2030-12-31');

const error = (explanation: Partial<Explanation>) =>
	asError({ message: 'No', remedy: 'Change it.', ...explanation });

const told = (...errors: UserFacingError[]) => allOf(errors).explanation;

describe('what is wrong with one item', () => {
	it('is the error itself where it is one thing', () => {
		expect(allOf([EMPTY])).toBe(EMPTY);
		expect(problemsOf(EMPTY.explanation)).toEqual([EMPTY.explanation]);
	});

	it('is told in sentences, with what to do about each', () => {
		expect(told(EMPTY, NO_DATE)).toEqual({
			message: 'Long URL is empty. Expiry "soon" is not a recognized date',
			remedy: 'Enter a value such as https://example.com/page. Enter a value such as 2030-12-31.',
			problems: [EMPTY.explanation, NO_DATE.explanation],
		});
	});

	it.each<[messages: string[], message: string]>([
		[['The alias is taken.', 'No!', 'A'], 'The alias is taken. No. A'],
		[['Is it there?', 'A'], 'Is it there? A'],
	])('keeps the end of each sentence of %j', (messages, message) => {
		expect(told(...messages.map((text) => error({ message: text }))).message).toBe(message);
	});

	it('names what to do once, and what the service said besides', () => {
		const both = told(error({ details: ['Too long'] }), error({ message: 'Nor that' }));
		expect(both).toMatchObject({ remedy: 'Change it.', details: ['Too long'] });
	});

	it('is of a kind only if all of it is', () => {
		const away = error({ kind: 'unavailable' });
		expect(told(away, away).kind).toBe('unavailable');
		expect(told(away, EMPTY)).not.toHaveProperty('kind');
	});

	it('is one list, however it was put together', () => {
		const both = allOf([EMPTY, NO_DATE]);
		expect(problemsOf(told(both, error({})))).toHaveLength(3);
	});

	it('is shown with each of its messages cut', () => {
		const long = error({ message: `Alias "${'x'.repeat(1_000)}" is too long` });
		const { message, problems = [] } = explanationOf(allOf([long, EMPTY]));
		for (const text of [message, ...problems.map((problem) => problem.message)]) {
			expect(text.length).toBeLessThanOrEqual(500);
		}
		expect(message).toMatch(/Long URL is empty$/);
	});
});
