import { randomBytes } from 'crypto';

/** Letters and digits that do not look alike. Ten of them are enough for a billion links. */
const ALIAS_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const ALIAS_LENGTH = 10;

/**
 * The aliases by item object, which is the same in all tries of the engine, so that an alias lives as long
 * as its item.
 */
const aliases = new WeakMap<object, Map<string, string>>();

/**
 * An alias that belongs to one item of one run and to no other, by which its link can always be told:
 * the same when the engine tries the item again, another one whenever it comes in another run, even
 * one with the same execution id on a restored database.
 */
export function ownAlias(item: object, uniqueKey: string): string {
	const known = aliases.get(item) ?? new Map<string, string>();
	aliases.set(item, known);
	const alias = known.get(uniqueKey) ?? randomAlias();
	known.set(uniqueKey, alias);
	return alias;
}

function randomAlias(): string {
	const letters = [...randomBytes(ALIAS_LENGTH)].map(
		(byte) => ALIAS_LETTERS[byte % ALIAS_LETTERS.length],
	);
	return letters.join('');
}
