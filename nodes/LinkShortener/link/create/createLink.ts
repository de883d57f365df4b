import type { Client } from '../../api/client';
import { CreateByKey, type SentCreate } from './createByKey';
import type { CreateKey } from './createKey';
import { textsShown } from '../fields/linkFields';
import { completeLink, listedLink, type ListedLink } from '../find/listedLink';
import { linksOf } from '../find/linkMemory';
import type { WantedLink } from '../find/wantedLink';

/**
 * Exactly one link, even when a response is lost. A caller that gives an alias has its lock.
 * @throws {UserFacingError} in the service's words, or naming the links that it may be
 */
export async function createLink(
	client: Client,
	asked: WantedLink,
	key: CreateKey,
	letsServiceChoose: boolean,
): Promise<SentCreate> {
	const ofKey = linksOf(client);
	const create = new CreateByKey(client, asked, key, letsServiceChoose);
	const { record: answer, origin } = await create.run();
	const link = listedLink(answer);
	const record = completeLink(answer, asked.body);
	if (origin === 'found') return { record, origin };
	const sent = textsShown(asked.body);
	const texts = Object.entries(sent).filter(([, text]) => text !== undefined);
	// Not the answer's own long URL, in which other rows may not find what was sent.
	const { longurl } = sent;
	ofKey.noteMade(listedLink({ ...Object.fromEntries(texts), ...answer, longurl }));
	linksOf(client).sent.note(link, asked.body);
	const hint = hintOf(asked, link, !letsServiceChoose && !ofKey.aliases.sendsOurs);
	return { record, origin, ...(hint === undefined ? {} : { hint }) };
}

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
