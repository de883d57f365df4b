import { expect } from 'vitest';
import { UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';
import { shortUrlOf, type Fate } from '../simulation/linkModel.mts';
import { messageOf, type Fixture, type Outcome } from './linkFixture.mts';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
export const URL_A = 'https://example.com/a';
export const ITEM = { url: URL_A };
export const LONG = { items: 500 };

export const CUT: Fate = { kind: 'cut' };
export const LOST: Fate = { kind: 'lost', lateMs: 0 };
export const BROKE_DOWN: Fate = { kind: 'brokeDown', isDone: false };

export function remedyOf(outcome: unknown): string {
	return outcome instanceof UserFacingError ? outcome.explanation.remedy : '';
}

/** The item has the one link that it made, which came about like this. */
export function expectIsOf(
	{ model }: Fixture,
	outcome: Outcome,
	maker: string,
	origin?: string,
): void {
	expect(messageOf(outcome)).toBe('no error');
	if (outcome instanceof UserFacingError) return;
	const made = model.links.filter((link) => link.maker === maker);
	expect(made.map(shortUrlOf)).toEqual([outcome.record.shorturl]);
	if (origin !== undefined) expect(outcome.origin).toBe(origin);
}

export function sent({ model }: Fixture, maker: string): number {
	return model.sendings.filter((sending) => sending.maker === maker).length;
}

export function addOld({ model, time }: Fixture, url = URL_A): void {
	model.make({ url }, 'outside', time.now() - DAY);
}
