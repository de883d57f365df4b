import type { Reading } from './answer';

/**
 * What sending a request again would do at the service: nothing (`read`), the same as once
 * (`idempotent`: updates, deletes, assignments), or a second record (`create`).
 */
export type Effect = 'read' | 'idempotent' | 'create';

/** How a request ended. `unsent`: the connection was never made. `lost`: nobody knows what it did. */
export type Outcome =
	{ kind: 'answered'; reading: Reading } | { kind: 'unsent' } | { kind: 'lost' };

/** What to do next. `askFirst`: find out whether the lost create was done, then decide. */
export type Decision = 'deliver' | 'sendAgain' | 'waitForLimit' | 'askFirst' | 'giveUp';

/** A request is sent at most this often, waits for the rate limit not counted. */
export const MOST_ATTEMPTS = 4;

/**
 * Whether a request may be sent again. Pure.
 *
 * A refusal for the rate limit did nothing at the service, so anything may follow it. Reads, updates
 * and deletes may be repeated after a broken connection, a 5xx and an answer that was cut off. A
 * create may not: after those the link may exist.
 *
 * @param attempt how often it was sent so far, 1 for once
 * @param isOver whether the caller will have given up before it could be sent again
 */
export function decideRepeat(
	effect: Effect,
	outcome: Outcome,
	attempt: number,
	isOver = false,
): Decision {
	const again: Decision = attempt < MOST_ATTEMPTS && !isOver ? 'sendAgain' : 'giveUp';
	if (outcome.kind === 'unsent') return again;
	if (outcome.kind === 'lost') return effect === 'create' ? 'askFirst' : again;

	const { reading } = outcome;
	switch (reading.kind) {
		case 'success':
		case 'redirect':
			return 'deliver';
		case 'refused':
			return 'waitForLimit';
		case 'failure':
			// A program that broke down with words of its own breaks down again on the same row: a create
			// is looked for once (`linkCreation.ts`), not sent again. A repeat of anything else may pass.
			return reading.status >= 500 && effect !== 'create' ? again : 'deliver';
		case 'unreadable':
			return unreadable(reading, effect, again);
	}
}

function unreadable(
	reading: Extract<Reading, { kind: 'unreadable' }>,
	effect: Effect,
	again: Decision,
): Decision {
	const broken = reading.found === 'empty' || reading.found === 'cutOff';
	// What is refused with a 4xx is refused, with or without words.
	const done = broken && reading.status < 400;
	const passing = reading.status >= 500 || done;
	// A web page with a 4xx or 200 comes from something in front of the service, or from a wrong
	// address: nothing was done and another try finds the same page.
	if (!passing) return 'deliver';
	return effect === 'create' ? 'askFirst' : again;
}

/**
 * Milliseconds to wait before sending again: 0.5, 1, 2 … seconds, each shortened by up to half at
 * random so that requests that broke together do not come back together.
 *
 * @param random a number from 0 up to 1
 */
export function backOffMs(attempt: number, random: number): number {
	const full = 500 * 2 ** (attempt - 1);
	return full * (1 - random / 2);
}
