import { randomBytes } from 'crypto';

/** Letters and digits that nobody takes for one another, in 10 places: enough for a billion links. */
const ALIAS_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const ALIAS_LENGTH = 10;

/** The engine runs its tries with the same item objects; what is kept goes when it lets go of them. */
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
