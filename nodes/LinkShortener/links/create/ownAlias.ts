import { randomBytes } from 'crypto';

/** Letters and digits that are not taken for one another, and make few words. */
const LETTERS = 'bcdfghjkmnpqrstvwxyz';
const CHARACTERS = `${LETTERS}23456789`;

/** About as many as services use. On a brand with a million links, one in 13,000 is taken. */
const LENGTH = 7;

/** A random alias, made for one item: a letter first, so that no spreadsheet takes it for a number. */
export function ownAlias(): string {
	const alias = [...randomBytes(LENGTH)]
		.map((byte, place) => {
			const from = place === 0 ? LETTERS : CHARACTERS;
			return from[byte % from.length];
		})
		.join('');
	return /(.)\1\1/.test(alias) ? ownAlias() : alias;
}
