import { expect, it } from 'vitest';
import { failureText, findingOf } from '../../../../nodes/LinkShortener/resources/account/finding';
import {
	type FailureKind,
	UserFacingError,
} from '../../../../nodes/LinkShortener/shared/userFacingError';

const BASE_URL = 'https://links.example.com/s';

function failure(message: string, kind?: FailureKind): UserFacingError {
	return new UserFacingError({ message, remedy: '', ...(kind === undefined ? {} : { kind }) });
}

it.each<[message: string, kind: FailureKind | undefined, says: string]>([
	['This install has no files', 'notOnInstall', 'This install has no files'],
	['Not in your plan.', 'rejected', 'The service refuses it: Not in your plan'],
	['No more', 'planLimit', 'The service refuses it: No more'],
	['Link does not exist.', 'notFound', 'The service does not find it'],
	['No link has the short URL https://sho.rt/a', undefined, 'Does not work'],
	[
		'https://links.example.com/s answered with nothing',
		'unavailable',
		'Does not work: the service answered with nothing',
	],
	[
		'The connection to links.example.com broke',
		'unavailable',
		'Does not work: The connection to the service broke',
	],
])('%s (%s) is told as: %s', (message, kind, says) => {
	expect(failureText(failure(message, kind), BASE_URL)).toBe(says);
});

it('names kinds and no values', () => {
	const records = [
		{ id: 1, name: null, isOn: false, tags: [], note: '', at: {} },
		{ id: '2', name: 'a', isOn: true, tags: ['b'], note: '', at: { c: 1 }, more: 0 },
	];
	expect(findingOf('Files', records, BASE_URL)).toEqual({
		part: 'Files',
		says: 'Works',
		fields:
			'id: number, name: text, isOn: yes/no, tags: list, note: empty, at: group, more: number',
	});
});
