import type { IDataObject } from 'n8n-workflow';

import { finderOf, type LinkReader } from './finder';
import { locatorOf } from '../link/listedLink';
import { readLinkDetail } from './readLink';
import { severalLinks } from './upsertErrors';
import { wantedLink } from '../link/wantedLink';
import type { Client } from '../../api/client';
import { UserFacingError } from '../../shared/userFacingError';
import { varying, words } from '../../shared/words';

/**
 * The detail form of the link to a page, which is found as Create or Update finds it. Nothing is created.
 *
 * @param items how many items the run has
 * @throws {UserFacingError} of kind `notFound` when there is none; when there are several, or that cannot be
 *   found out
 */
export async function readLinkTo(
	client: LinkReader & Pick<Client, 'perKey' | 'perRun'>,
	longUrl: string,
	items: number,
): Promise<IDataObject> {
	const finder = finderOf(client, items, tooManyToSearch);
	const wanted = wantedLink({ url: longUrl });
	const links = await finder.byUrl(wanted);
	const link = finder.known.oneOf(links, wanted);
	if (link !== undefined) return await readLinkDetail(client, locatorOf(link));
	throw links.length > 0 ? severalLinks(links, CHOOSE) : noLinkTo(longUrl);
}

const CHOOSE = 'Set Link to Short, and enter the short URL of the link you mean.';

function noLinkTo(longUrl: string): UserFacingError {
	return new UserFacingError({
		...words`No link leads to ${varying(longUrl)}`,
		remedy:
			'Check the long URL, including parameters such as utm_source. The link may also have been deleted.',
		kind: 'notFound',
	});
}

/** For a caller with little time on an account with many links. */
function tooManyToSearch(pages: number): UserFacingError {
	return new UserFacingError({
		message: `The account has ${pages} pages of links, too many to look for a long URL while you wait: the service cannot search links by long URL`,
		remedy: 'Set Link to Short and enter the short URL, or run this outside an AI agent.',
	});
}
