import { randomBytes } from 'crypto';
import type { Explanation } from '../../shared/userFacingError';

/** So long after a loss its link may still appear, so nothing is sent again before. */
export const LATE_MS = 12_000;

export interface Loss {
	explanation: Explanation;
	/** Epoch ms of the last sending that was lost. */
	at: number;
	/** `filter`: something in front of the service answered. `saidDone`: no link named. Neither is sent again. */
	why: 'noAnswer' | 'filter' | 'saidDone';
	sendings: number;
}

/** The same in all tries of a run: whoever executes the item again hands it in again. */
export class CreateKey {
	/** Empty where the service chooses, undefined before the item is first executed. */
	alias: string | undefined;

	lost: Loss | undefined;

	/** The highest id seen when the first lost sending left. */
	above: number | undefined;
}

/** Letters and digits that are not taken for one another, and make few words. */
const LETTERS = 'bcdfghjkmnpqrstvwxyz';
const CHARACTERS = `${LETTERS}23456789`;

/** About as long as those of services. On a brand with a million links, one in 13,000 is taken. */
const LENGTH = 7;

/** A letter first, so that no spreadsheet takes it for a number. */
export function ownAlias(): string {
	const alias = [...randomBytes(LENGTH)]
		.map((byte, place) => {
			const from = place === 0 ? LETTERS : CHARACTERS;
			return from[byte % from.length];
		})
		.join('');
	return /(.)\1\1/.test(alias) ? ownAlias() : alias;
}
