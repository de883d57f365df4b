import type { IDataObject } from 'n8n-workflow';

import { CreateByKey, type SentCreate } from './createByKey';
import { heldUntil, type CreateKey } from './createKey';
import { differs, withoutUrl } from '../link/differs';
import { textsShown } from '../link/linkFields';
import { completeLink, listedLink, type ListedLink } from '../link/listedLink';
import { linksOf, type LinkClient } from '../memory/linkMemory';
import { withParametersInUrl } from '../link/longUrl';
import { sentValuesOf } from '../link/sentValues';
import { lockOf, wantedLink, type WantedLink } from '../link/wantedLink';

/** The caller's wishes besides the link itself. */
export interface CreateOptions {
	/** Of the item in this run, the same in all its tries. */
	key: CreateKey;
	/** Whether no alias is made for an item without one, so that a lost answer leaves it in doubt. */
	letsServiceChoose: boolean;
}

/** A link, with `id` (where it is known), `alias`, `shorturl` and `longurl` in front, and how it came about. */
export interface LinkOutcome extends SentCreate {
	/** The fields of a link which existed that differ from the item's, or may differ. */
	notChanged?: readonly string[];
	/** What a person should know of it. */
	hint?: string;
}

/**
 * Creates exactly one link, even when a response is lost. Creates of one alias that users gave run one after the
 * other, all others side by side.
 *
 * @throws {UserFacingError} in the service's words, or naming the links that it may be
 */
export async function createLink(
	client: LinkClient,
	body: IDataObject,
	options: CreateOptions,
): Promise<LinkOutcome> {
	const asked = wantedLink(withParametersInUrl(body));
	const create = async () => await createAlone(client, asked, options);
	if (asked.alias === '') return await create();
	const { locks } = linksOf(client);
	return await locks.alone(client, lockOf(asked), create, () => heldUntil(options.key));
}

/** The same for a caller that has the lock of its alias or page. */
export async function createAlone(
	client: LinkClient,
	asked: WantedLink,
	{ key, letsServiceChoose }: CreateOptions,
): Promise<LinkOutcome> {
	const ofKey = linksOf(client);
	const create = new CreateByKey(client, asked, key, letsServiceChoose);
	const { record: answer, origin } = await create.run();
	const link = listedLink(answer);
	const record = completeLink(answer, asked.body);
	if (origin === 'found') return { record, origin, notChanged: otherFields(client, link, asked) };
	const sent = textsShown(asked.body);
	const texts = Object.entries(sent).filter(([, text]) => text !== undefined);
	// Not the answer's own long URL, in which other rows may not find what was sent.
	const { longurl } = sent;
	ofKey.noteMade(listedLink({ ...Object.fromEntries(texts), ...answer, longurl }));
	sentValuesOf(client).note(link, asked.body);
	const hint = hintOf(asked, link, !letsServiceChoose && !ofKey.aliases.sendsOurs);
	return { record, origin, ...(hint === undefined ? {} : { hint }) };
}

/** The fields of a link that differ from its item's, or may differ. */
export function otherFields(client: LinkClient, link: ListedLink, { body }: WantedLink): string[] {
	const sent = sentValuesOf(client).valuesOf(link);
	const { changes, unsent } = differs(link.record, withoutUrl(body), { sent });
	return [...Object.keys(changes), ...unsent];
}

/** @param lacksAliases whether the service takes none of ours */
function hintOf(
	{ alias }: WantedLink,
	made: ListedLink,
	lacksAliases: boolean,
): string | undefined {
	if (alias === '') return lacksAliases ? NO_ALIASES : undefined;
	if (alias === made.alias) return undefined;
	return `The service changed the alias ${alias} to ${made.alias}.`;
}

const NO_ALIASES =
	'The service does not accept generated aliases, so it chooses them. If a response is lost, it cannot be checked whether that link was created.';
