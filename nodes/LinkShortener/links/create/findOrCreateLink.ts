import type { IDataObject } from 'n8n-workflow';

import { heldUntil } from './createKey';
import { createAlone, otherFields, type CreateOptions, type LinkOutcome } from './createLink';
import { finderOf, type LinkFinder } from '../find/finder';
import { completeLink, type ListedLink } from '../link/listedLink';
import { linksOf, type LinkClient } from '../memory/linkMemory';
import { withParametersInUrl } from '../link/longUrl';
import { lockOf, wantedLink, type WantedLink } from '../link/wantedLink';
import { settle, UserFacingError } from '../../shared/userFacingError';

/**
 * Finds the link that exists, or creates it: the first of several items that ask for the same link creates it,
 * and the others find it. After one that stays in doubt, the next of its page creates a link where none is found.
 *
 * @param items how many the run has: reading a list once pays off in a long run
 * @throws {UserFacingError} in the service's words, or naming the links that it may be
 */
export async function findOrCreateLink(
	client: LinkClient,
	body: IDataObject,
	options: CreateOptions,
	items: number,
): Promise<LinkOutcome> {
	const wanted = wantedLink(withParametersInUrl(body));
	const work = async () => await findOrCreate(client, wanted, options, items);
	const { locks } = linksOf(client);
	return await locks.alone(client, lockOf(wanted), work, () => heldUntil(options.key));
}

async function findOrCreate(
	client: LinkClient,
	wanted: WantedLink,
	options: CreateOptions,
	items: number,
): Promise<LinkOutcome> {
	const finder = finderOf(client, items);
	const link = await sameLink(finder, wanted);
	if (link !== undefined) return linkThatExists(client, link, wanted);
	const created = await settle(createAlone(client, wanted, options));
	if (created instanceof UserFacingError) {
		const taken = await finder.afterRefusal(wanted, created);
		if (taken === undefined) throw created;
		return linkThatExists(client, taken, wanted);
	}
	return created;
}

/** A link to the page, and with the alias and on the domain where they are given. */
export async function sameLink(
	finder: LinkFinder,
	wanted: WantedLink,
): Promise<ListedLink | undefined> {
	if (wanted.alias === '') return (await finder.byUrl(wanted, true))[0];
	const { link } = (await finder.byAlias(wanted)) ?? {};
	return link?.canonicalUrl === wanted.canonicalUrl ? link : undefined;
}

/** A link that is there, with the fields in which it is not as wanted. */
export function linkThatExists(
	client: LinkClient,
	link: ListedLink,
	wanted: WantedLink,
): LinkOutcome {
	const record = completeLink(link.record, wanted.body);
	return { record, origin: 'found', notChanged: otherFields(client, link, wanted) };
}
