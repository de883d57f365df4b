import type { IDataObject } from 'n8n-workflow';

import { differs, withoutUrl } from './differs';
import { finderOf, type LinkFinder } from './finder';
import type { Lost } from './ledger';
import { completeLink, listedLink, type ListedLink } from './listedLink';
import { alone, linksOf, type LinkClient } from './linkMemory';
import { withParametersInUrl } from './longUrl';
import { Sending, type SentCreate } from './sendCreate';
import { sentValuesOf } from './sentValues';
import { wantedLink, type WantedLink } from './wantedLink';
import { toText } from '../shared/json';
import { settle, UserFacingError } from '../shared/userFacingError';

/** The caller's wishes besides the link itself. */
export interface CreateOptions {
	/** Return a link that already leads to the long URL instead of creating another. */
	reuseExisting: boolean;
	/** How many items the run has. Reading a list once pays off in a long run. */
	items: number;
	/** Whether the alias was generated for this item, so that a link that has it is the item's. */
	aliasIsOurs: boolean;
	/** The identity of the item, which stays the same when the engine tries it again. */
	itemKey: string;
}

/**
 * A link, with `id` (where it is known), `alias`, `shorturl` and `longurl` in front, and how it came
 * about: created, found because it existed, or found after its answer was lost.
 */
export interface LinkOutcome extends SentCreate {
	/** The fields that a link which existed has otherwise, or may have. */
	notChanged?: readonly string[];
	/** What a person should know of it. */
	hint?: string;
}

/**
 * Creates exactly one link, or finds the one that exists.
 *
 * @throws {UserFacingError} in the service's words, or naming the links that it may be
 */
export async function createLink(
	client: LinkClient,
	given: IDataObject,
	options: CreateOptions,
): Promise<LinkOutcome> {
	const wanted = wantedLink(withParametersInUrl(given), options.aliasIsOurs);
	if (!options.reuseExisting) return await create(client, wanted, options);
	const asked = wanted.aliasIsOurs ? { ...wanted, alias: '' } : wanted;
	return await alone(client, asked, async () => await findOrCreate(client, wanted, asked, options));
}

/**
 * The first of several items that ask for the same link creates it; the others find it.
 *
 * @param asked the same without an alias that was generated for the item, which nobody else asks for
 */
async function findOrCreate(
	client: LinkClient,
	wanted: WantedLink,
	asked: WantedLink,
	options: CreateOptions,
): Promise<LinkOutcome> {
	const { ledger } = linksOf(client);
	const finder = finderOf(client, ledger, options.items);
	const link = await sameLink(finder, asked);
	if (link !== undefined) return found(client, link, wanted);
	const created = await settle(create(client, wanted, options));
	if (created instanceof UserFacingError) {
		const taken = await finder.afterRefusal(asked, created, false);
		if (taken === undefined) throw created;
		return found(client, taken, wanted);
	}
	return asked.alias === '' ? withAlmostSame(created, finder, wanted) : created;
}

/** A link to the page, and with the alias and on the domain where they are given. */
async function sameLink(finder: LinkFinder, wanted: WantedLink): Promise<ListedLink | undefined> {
	if (wanted.alias === '') return (await finder.byUrl(wanted, true))[0];
	const { link } = (await finder.byAlias(wanted)) ?? {};
	return link?.spelling === wanted.spelling ? link : undefined;
}

function found(client: LinkClient, link: ListedLink, wanted: WantedLink): LinkOutcome {
	const record = completeLink(link.record, wanted.body);
	return { record, origin: 'found', notChanged: otherFields(client, link, wanted) };
}

function otherFields(client: LinkClient, link: ListedLink, { body }: WantedLink): string[] {
	const sent = sentValuesOf(client).valuesOf(link);
	const { changes, unsent } = differs(link.record, withoutUrl(body), { sent });
	return [...Object.keys(changes), ...unsent];
}

/**
 * Creates exactly one link, even when an answer is lost.
 *
 * A lost create is looked for among the links above the highest id that was known when it left. A link that
 * fits and that no other item has is taken. If none fits for 12 seconds, the create is sent again. If it is
 * unclear, the item says so and nothing is sent, not even when the engine tries the item again.
 */
async function create(
	client: LinkClient,
	asked: WantedLink,
	options: CreateOptions,
): Promise<LinkOutcome> {
	const { ledger } = linksOf(client);
	const key = keyOf(client, asked, options);
	const sending = new Sending(client, key, lostOf(client, asked, options), asked);
	const outcome = await sending.run(options.items).catch((error: unknown) => {
		throw sending.explain(error);
	});
	const { wanted } = sending;
	const link = listedLink(outcome.record);
	ledger.resolve(key);
	const record = completeLink(outcome.record, wanted.body);
	if (outcome.origin === 'found') {
		return { ...outcome, record, notChanged: otherFields(client, link, wanted) };
	}
	const { url: longurl, metatitle: title, description } = wanted.body;
	const made = listedLink({ title, description, ...outcome.record, longurl });
	ledger.noteMade(made);
	sentValuesOf(client).note(link, wanted.body);
	const isOwnForm = wanted.alias !== '' && link.alias !== wanted.alias;
	return { ...outcome, record, ...(isOwnForm ? { hint: ownForm(wanted.alias, link.alias) } : {}) };
}

/**
 * An agent that tries again calls the tool anew, so the same link counts as the same item. Agents call with
 * one item; equal ones of a longer run are two.
 */
function keyOf(
	{ policy }: LinkClient,
	{ body, aliasIsOurs }: WantedLink,
	{ itemKey, items }: CreateOptions,
): string {
	if (policy.priority !== 'interactive' || items > 1) return itemKey;
	return `tool ${JSON.stringify(aliasIsOurs ? { ...body, custom: '' } : body)}`;
}

function lostOf(client: LinkClient, wanted: WantedLink, options: CreateOptions): Lost | undefined {
	const key = keyOf(client, wanted, options);
	return linksOf(client).ledger.lostOf(key, key !== options.itemKey);
}

function ownForm(asked: string, made: string): string {
	return `The service writes aliases in its own way: ${asked} became ${made}.`;
}

/** Adds a hint where another link leads to almost the same page. */
export function withAlmostSame(
	outcome: LinkOutcome,
	finder: LinkFinder,
	wanted: WantedLink,
): LinkOutcome {
	const { record } = finder.almostTo(wanted) ?? {};
	if (record === undefined) return outcome;
	const hint = `${toText(record.shorturl)} leads to almost the same long URL, ${toText(record.longurl)}. ${toText(wanted.body.url)} got a link of its own.`;
	return { ...outcome, hint };
}
