import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../shared/userFacingError';

/** What was done for a row, or would be done. */
export interface UpsertOutcome {
	/** `id`, `alias`, `shorturl`, `longurl`, `action`, and what was compared. */
	record: IDataObject;
	/** Whether an update could not be checked in time. */
	isUnchecked: boolean;
}

/** What a row says. */
export interface RowSays {
	/** Its number, from 1. */
	number: number;
	/** All that it says besides which link it is about, as text. */
	says: string;
}

/** A row whose link is as the row says. */
interface Done extends RowSays {
	outcome: UpsertOutcome;
}

/** Rows by the name they give their link. A failed row is undefined. */
type RowsByName = Map<string, Promise<Done | undefined>>;

/** The rows of one run, in all tries, by the name they give their link, and by its short URL. */
export class UpsertedRows {
	readonly byName: RowsByName = new Map();

	readonly byKey: RowsByName = new Map();
}

/** Does the work of a row after that of all earlier rows for the same link. */
export async function firstCounts(
	rows: RowsByName,
	name: string,
	work: (earlier: Done | undefined) => Promise<Done>,
): Promise<UpsertOutcome> {
	const before = rows.get(name);
	const doing = (async () => await work(await before))();
	// The first row that succeeds stays the one that the others are compared with.
	rows.set(
		name,
		before === undefined ? ifDone(doing) : before.then((done) => done ?? ifDone(doing)),
	);
	return (await doing).outcome;
}

async function ifDone<T>(doing: Promise<T>): Promise<T | undefined> {
	return await doing.catch(() => undefined);
}

/**
 * The result of an earlier row for a later one that says the same.
 *
 * @throws {UserFacingError} if it says something else
 */
export function sameAs(earlier: Done, { says }: RowSays): UpsertOutcome {
	if (earlier.says === says) return earlier.outcome;
	throw new UserFacingError({
		message: `Item ${earlier.number} asks for the same link with other values`,
		remedy: 'Of several items for one link, only the first counts. Keep one row for each link.',
	});
}
