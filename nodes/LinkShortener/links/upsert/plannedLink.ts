import type { IDataObject } from 'n8n-workflow';

import type { LinkOutcome } from '../create/createLink';
import { ofNewLink } from '../link/differs';
import { linkThatExists, sameLink } from '../create/findOrCreateLink';
import { finderOf } from '../find/finder';
import type { LinkClient } from '../memory/linkMemory';
import { withParametersInUrl } from '../link/longUrl';
import { firstItemsOf } from './sharedLinks';
import { aliasTaken, repeatedAlias } from '../find/upsertErrors';
import { wantedLink, type WantedLink } from '../link/wantedLink';

/** What a dry run says of links that would be created. */

/** A link that would be created, with what it would get. Secrets and what no answer shows are named in `sent`. */
export function plannedRecord({ alias, body }: Pick<WantedLink, 'alias' | 'body'>): IDataObject {
	const { changes, hidden: sent } = ofNewLink(body);
	return {
		...(alias === '' ? {} : { alias }),
		longurl: body.url,
		...(Object.keys(changes).length > 0 ? { changes } : {}),
		...(sent.length > 0 ? { sent } : {}),
	};
}

/** The item of a dry run. */
interface PlannedItem {
	/** How many items the run has. */
	items: number;
	/** Its number for people. */
	number: number;
	/** What people call it. */
	noun: 'row' | 'item';
	/** Whether a link to its page counts as its own. */
	reusesExisting: boolean;
}

/** What would become of an item. */
export interface PlannedLink extends Pick<LinkOutcome, 'record' | 'notChanged'> {
	origin: 'create' | 'found';
	/** The number of the earlier item that has the link. */
	sameAs?: number | undefined;
}

/**
 * What a create would do for an item. Reads no more than what tells whether its link or its alias exists.
 *
 * @throws {UserFacingError} where the alias is taken, by a link or by an earlier item
 */
export async function planLink(
	client: LinkClient,
	body: IDataObject,
	{ items, number, noun, reusesExisting }: PlannedItem,
): Promise<PlannedLink> {
	const wanted = wantedLink(withParametersInUrl(body));
	const planned = { record: plannedRecord(wanted), origin: 'create' } as const;
	if (wanted.alias === '' && !reusesExisting) return planned;
	const finder = finderOf(client, items);
	const firstItems = firstItemsOf(client);
	const { keys } = client.perRun(PlannedLinks, () => new PlannedLinks());
	const link = reusesExisting ? await sameLink(finder, wanted) : undefined;
	if (link !== undefined) {
		const sameAs = firstItems.note(link.key, number);
		if (keys.has(link.key)) return { ...planned, sameAs };
		const { record, notChanged } = linkThatExists(client, link, wanted);
		return { record, notChanged, origin: 'found', sameAs };
	}
	const taken = wanted.alias === '' ? undefined : (await finder.byAlias(wanted))?.link;
	if (taken !== undefined) {
		const earlier = keys.has(taken.key) ? firstItems.note(taken.key, number) : undefined;
		throw earlier === undefined
			? aliasTaken(wanted.alias, taken)
			: repeatedAlias(wanted.alias, `${noun} ${earlier}`);
	}
	const { key } = finder.known.notePlanned(wanted, number);
	keys.add(key);
	firstItems.note(key, number);
	return planned;
}

/** The links that the items of a dry run would create. */
class PlannedLinks {
	readonly keys = new Set<string>();
}
