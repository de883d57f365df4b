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
	aliasIsGenerated: boolean;
}

/** A link, with `id` (where it is known), `alias`, `shorturl` and `longurl` in front, and how it came about. */
export interface LinkOutcome extends SentCreate {
	/** The fields of a link which existed that differ from the item's, or may differ. */
	notChanged?: readonly string[];
	/** What a person should know of it. */
	hint?: string;
}

/**
 * Creates exactly one link, even when a response is lost.
 *
 * Creates of one alias run one after the other. Those of one page without alias run side by side; only the search
 * for a lost one stops the others.
 *
 * @throws {UserFacingError} in the service's words, or naming the links that it may be
 */
export async function createLink(
	client: LinkClient,
	body: IDataObject,
	{ items, aliasIsGenerated }: CreateOptions,
): Promise<LinkOutcome> {
	const wanted = wantedLink(withParametersInUrl(body), aliasIsGenerated);
	return await linksOf(client).lanes.use(wanted, async (lane) => {
		const isAlone = wanted.alias !== '';
		const create = async () => await createInLane(client, lane, wanted, { items, isAlone });
		return isAlone ? await lane.alone(client, create) : await create();
	});
}

/** What `createInLane` has to know besides the link. */
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
	const { record: answer, origin } = await new Sendings(client, lane, wanted, isAlone).run(items);
	const link = listedLink(answer);
	const record = completeLink(answer, wanted.body);
	if (origin === 'found') {
		return { record, origin, notChanged: otherFields(client, link, wanted) };
	}
	const { url: longurl, metatitle, description } = wanted.body;
	const texts = {
		...(metatitle === undefined ? {} : { title: metatitle }),
		...(description === undefined ? {} : { description }),
	};
	// Not the answer's own long URL, in which other rows may not find what was sent.
	ledger.noteMade(listedLink({ ...texts, ...answer, longurl }));
	sentValuesOf(client).note(link, wanted.body);
	const isRespelled = wanted.alias !== '' && link.alias !== wanted.alias;
	const hint = isRespelled ? respelledHint(wanted.alias, link.alias) : undefined;
	return { record, origin, ...(hint === undefined ? {} : { hint }) };
}

/** The fields of a link that differ from its item's, or may differ. */
export function otherFields(client: LinkClient, link: ListedLink, { body }: WantedLink): string[] {
	const sent = sentValuesOf(client).valuesOf(link);
	const { changes, unsent } = differs(link.record, withoutUrl(body), { sent });
	return [...Object.keys(changes), ...unsent];
}

function respelledHint(asked: string, made: string): string {
	return `The service changed the alias ${asked} to ${made}.`;
}
