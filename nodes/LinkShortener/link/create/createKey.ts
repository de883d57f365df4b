import { randomBytes } from 'crypto';
import type { Explanation } from '../../shared/userFacingError';

/** So long after a loss its link may still appear, so nothing is sent again before. */
export const LATE_MS = 12_000;

/** A create whose answer was lost. */
export interface Loss {
	/** Why there is no answer. */
	explanation: Explanation;
	/** When the last sending was lost (epoch ms). */
	at: number;
	/**
	 * `filter`: something in front of the service answered. `saidDone`: an answer said that it was done, and named no
	 * link. Neither is sent again.
	 */
	why: 'noAnswer' | 'filter' | 'saidDone';
	/** How often it was sent in all. */
	sendings: number;
}

/** By what the create of an item is known in all tries of its run. Whoever executes the item again hands it in again. */
export class CreateKey {
	/** The alias that is sent; empty where the service chooses, undefined before the item is first executed. */
	alias: string | undefined;

	lost: Loss | undefined;

	/** The highest id that was known when the first sending left that was lost. */
	above: number | undefined;
}

/** Until when nobody else may send the same, since a link of it may still appear (epoch ms). */
export function heldUntil({ lost }: CreateKey): number {
	return lost === undefined ? 0 : lost.at + LATE_MS;
}

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
