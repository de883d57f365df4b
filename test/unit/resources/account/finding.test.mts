import { expect, it } from 'vitest';
import { failureText, findingOf } from '../../../../nodes/LinkShortener/resources/account/finding';
import {
	type FailureKind,
	UserFacingError,
} from '../../../../nodes/LinkShortener/shared/userFacingError';

function failure(message: string, kind?: FailureKind): UserFacingError {
	return new UserFacingError({ message, remedy: '', ...(kind === undefined ? {} : { kind }) });
}

it.each<[message: string, kind: FailureKind | undefined, says: string]>([
	[
		'This service does not support files through its API',
		'notOnInstall',
		'This service does not support files through its API',
	],
	['Not in your plan.', 'rejected', 'Rejected by the service: Not in your plan'],
	['No more', 'planLimit', 'Rejected by the service: No more'],
	['Link does not exist.', 'notFound', 'Not found by the service'],
	['No link has the short URL https://sho.rt/a', undefined, 'Does not work'],
	['It did not respond.', 'unavailable', 'Does not work: It did not respond'],
])('%s (%s) is told as: %s', (message, kind, says) => {
	expect(failureText(failure(message, kind))).toBe(says);
});

it('the address of the service is not told', () => {
	const message = 'links.example.com returned an empty response';
	const unnamed = 'the service returned an empty response';
	const error = new UserFacingError({ message, unnamed, remedy: '', kind: 'unavailable' });
	expect(failureText(error)).toBe(`Does not work: ${unnamed}`);
});

it('names kinds and no values', () => {
	const records = [
		{ id: 1, name: null, isOn: false, tags: [], note: '', at: {} },
		{ id: '2', name: 'a', isOn: true, tags: ['b'], note: '', at: { c: 1 }, more: 0 },
	];
	expect(findingOf('Files', records)).toEqual({
		part: 'Files',
		says: 'Works',
		fields:
			'id: number, name: text, isOn: yes/no, tags: list, note: empty, at: group, more: number',
	});
});
