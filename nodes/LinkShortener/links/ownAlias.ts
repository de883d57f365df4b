import { randomBytes } from 'crypto';

/** Letters and digits that do not look alike. Ten of them are enough for a billion links. */
const ALIAS_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const ALIAS_LENGTH = 10;

/** A random alias, made for one item, by which its link can always be told. */
export function ownAlias(): string {
	const letters = [...randomBytes(ALIAS_LENGTH)].map(
		(byte) => ALIAS_LETTERS[byte % ALIAS_LETTERS.length],
	);
	return letters.join('');
}
