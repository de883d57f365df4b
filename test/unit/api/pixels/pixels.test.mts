import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { hasNoSuchAddress, noPixels } from '../../../../nodes/LinkShortener/api/pixels/pixels';
import {
	UserFacingError,
	type FailureKind,
} from '../../../../nodes/LinkShortener/shared/userFacingError';

function failure(kind: FailureKind, httpStatus?: number, remedy = 'Do this.'): UserFacingError {
	return new UserFacingError({
		message: 'No',
		remedy,
		kind,
		...(httpStatus && { httpStatus }),
	});
}

describe('whether there is no such address', () => {
	it.each<[FailureKind, number | undefined, boolean]>([
		['notFound', 404, true],
		['notFound', 200, true],
		// A web page, a redirect, another program.
		['misconfigured', 200, true],
		['misconfigured', 302, true],
		['misconfigured', 403, true],
		// A 404 without a word.
		['unavailable', 404, true],
		// Nothing answered: the host cannot be found, the certificate is not trusted.
		['misconfigured', undefined, false],
		['unavailable', undefined, false],
		['unavailable', 200, false],
		['unavailable', 503, false],
		['brokeDown', 500, false],
		['rejected', 200, false],
		['rateLimited', undefined, false],
		['credentialRefused', 401, false],
		['credentialRefused', 404, false],
	])('%s with status %s: %s', (kind, httpStatus, expected) => {
		expect(hasNoSuchAddress(failure(kind, httpStatus))).toBe(expected);
	});
});

describe('where no list of pixels answers', () => {
	const said = async (
		account: UserFacingError | IDataObject,
		from = failure('misconfigured', 200),
	) => {
		const request = async () => {
			if (account instanceof UserFacingError) throw account;
			return await Promise.resolve(account);
		};
		const { explanation } = await noPixels(request, from);
		return `${explanation.message}: ${explanation.remedy}`;
	};

	it('the install has none if its account answers, whatever it says', async () => {
		const none = /^This install has no pixels: Base URL and API key work, /;
		expect(await said({})).toMatch(none);
		expect(await said(failure('rejected', 403))).toMatch(none);
	});

	it('else both are left open, as the first list says', async () => {
		const nothing = failure('misconfigured', 200, 'Look there.');
		expect(await said(nothing)).toBe('No: Do this.');
	});

	it('what worked a moment ago is said by the account', async () => {
		const nothing = failure('misconfigured', 200, 'Look there.');
		expect(await said(nothing, failure('notOnInstall', 404))).toBe('No: Look there.');
	});
});
