import type { IDataObject } from 'n8n-workflow';

import { differs, withoutUrl } from './differs';
import type { Lane } from './lanes';
import { completeLink, listedLink, type ListedLink } from './listedLink';
import { linksOf, type LinkClient } from './linkMemory';
import { withParametersInUrl } from './longUrl';
import { Sendings, type SentCreate } from './sendCreate';
import { sentValuesOf } from './sentValues';
import { wantedLink, type WantedLink } from './wantedLink';

/** The caller's wishes besides the link itself. */
export interface CreateOptions {
	/** How many items the run has. Reading a list once pays off in a long run. */
	items: number;
	/** Whether the alias was generated for this item, so that a link that has it is the item's. */
	aliasIsOurs: boolean;
}

/** A link, with `id` (where it is known), `alias`, `shorturl` and `longurl` in front, and how it came about. */
export interface LinkOutcome extends SentCreate {
	/** The fields that a link which existed has otherwise, or may have. */
	notChanged?: readonly string[];
	/** What a person should know of it. */
	hint?: string;
}

/**
 * Creates exactly one link, even when an answer is lost.
 *
 * Creates of one alias go one after the other, those of one page side by side except while a lost one is looked
 * for.
 *
 * @throws {UserFacingError} in the service's words, or naming the links that it may be
 */
export async function createLink(
	client: LinkClient,
	body: IDataObject,
	{ items, aliasIsOurs }: CreateOptions,
): Promise<LinkOutcome> {
	const wanted = wantedLink(withParametersInUrl(body), aliasIsOurs);
	return await linksOf(client).lanes.use(wanted, async (lane) => {
		const isAlone = wanted.alias !== '';
		const create = async () => await createInLane(client, lane, wanted, { items, isAlone });
		return isAlone ? await lane.alone(client, create) : await create();
	});
}

/** How a create goes in its lane. */
interface InLane extends Pick<CreateOptions, 'items'> {
	/** Whether its caller is alone in the lane of the link, or of its page. */
	isAlone: boolean;
}

/** The same for a caller that has entered a lane. */
export async function createInLane(
	client: LinkClient,
	lane: Lane,
	wanted: WantedLink,
	{ items, isAlone }: InLane,
): Promise<LinkOutcome> {
	const { ledger } = linksOf(client);
	const { record: sent, origin } = await new Sendings(client, lane, wanted, isAlone).run(items);
	const link = listedLink(sent);
	const record = completeLink(sent, wanted.body);
	if (origin === 'found') {
		return { record, origin, notChanged: otherFields(client, link, wanted) };
	}
	const { url: longurl, metatitle: title, description } = wanted.body;
	ledger.noteMade(listedLink({ title, description, ...sent, longurl }));
	sentValuesOf(client).note(link, wanted.body);
	const isOwnForm = wanted.alias !== '' && link.alias !== wanted.alias;
	return { record, origin, ...(isOwnForm ? { hint: ownForm(wanted.alias, link.alias) } : {}) };
}

/** The fields that a link has otherwise than its item, or may have. */
export function otherFields(client: LinkClient, link: ListedLink, { body }: WantedLink): string[] {
	const sent = sentValuesOf(client).valuesOf(link);
	const { changes, unsent } = differs(link.record, withoutUrl(body), { sent });
	return [...Object.keys(changes), ...unsent];
}

function ownForm(asked: string, made: string): string {
	return `The service writes aliases in its own way: ${asked} became ${made}.`;
}
