import type { IDataObject } from 'n8n-workflow';

import { finderOf } from './finder';
import type { KnownLinks } from './knownLinks';
import { linksOf, type LinkClient } from './linkMemory';
import { NamedLinks, turnOf } from './rowName';
import { RowOrder, type Shared } from './rowOrder';
import { stepOf, type Row, type RunRows } from './rowStep';
import { shortUrlKey } from './shortUrl';
import { changeOf, isKnownEnough } from './updateToRow';
import { RowsOfRun } from './upsertLink';
import { EventLoop } from '../shared/eventLoop';
import { settle, UserFacingError } from '../shared/userFacingError';

/** What is known of all rows before the first is worked on. */
export interface RowsPlan {
	/** What is wrong with a row, by its place. */
	problems: ReadonlyMap<number, UserFacingError>;
	/** The rows that each one waits for, by their places. */
	earlier: ReadonlyArray<readonly number[]>;
}

/** A row that is planned. */
interface PlannedRow {
	row: Row;
	/** What an earlier try of the engine has made of it. */
	record?: IDataObject | undefined;
}

/**
 * Judges all rows of Create or Update as far as lists tell: which are about one link, and which cannot be done.
 * Rows whose link only a look-up finds are judged in their turn, so that the first create does not wait for
 * hundreds of look-ups.
 *
 * @param rows undefined for one that cannot be read
 * @throws {UserFacingError} when a list cannot be read
 */
export async function planRows(
	client: LinkClient,
	rows: ReadonlyArray<PlannedRow | undefined>,
): Promise<RowsPlan> {
	const finder = finderOf(client, linksOf(client).ledger, rows.length);
	const run = client.perRun(RowsOfRun, () => new RowsOfRun());
	run.named = new NamedLinks(rows.map((planned) => planned?.row.name));
	for (const host of new Set(rows.map((planned) => planned?.row.wanted.host))) {
		if (host !== undefined) await finder.prepare(host);
	}
	const known = finder.known.planned();
	const planned: RunRows = { named: run.named, done: new Map() };
	const problems = new Map<number, UserFacingError>();
	const order = new RowOrder();
	const eventLoop = new EventLoop();
	for (const [at, one] of rows.entries()) {
		await eventLoop.share();
		if (one === undefined || one.record !== undefined) {
			if (one?.record !== undefined) noteFinished(one.row, one.record, [planned, run]);
			order.add(NOTHING);
			continue;
		}
		const { row } = one;
		const planning = Promise.resolve().then(() => planRow(client, row, known, planned));
		const shared = await settle(planning);
		if (shared instanceof UserFacingError) problems.set(at, shared);
		order.add(shared instanceof UserFacingError ? NOTHING : shared);
	}
	return { problems, earlier: order.earlier };
}

/** Of a row that is done, or cannot be. */
const NOTHING: Shared = { links: [] };

/** Notes what an earlier try of the engine has made of a row, for the rows behind it. */
function noteFinished(row: Row, record: IDataObject, runs: readonly RunRows[]): void {
	const key = shortUrlKey(record);
	for (const { done } of runs) if (!done.has(key)) done.set(key, { row, record });
}

/**
 * Plans one row.
 *
 * @throws {UserFacingError} that says why it cannot be done
 */
function planRow(client: LinkClient, row: Row, known: KnownLinks, rows: RunRows): Shared {
	const name = turnOf(row.name);
	const step = stepOf(row, known, rows);
	switch (step.kind) {
		case 'ask':
			return { links: [name] };
		case 'create': {
			const { key } = known.notePlanned(row.wanted, row.number);
			rows.done.set(key, { row, record: {} });
			return { links: [name, `link ${key}`] };
		}
		case 'repeat':
			return { links: [name, `link ${step.link.key}`] };
		case 'compare': {
			const { link } = step.found;
			const isKnown = isKnownEnough(row, link);
			const change = isKnown ? changeOf(client, known, row, step.found) : undefined;
			rows.done.set(link.key, { row, page: link.record.longurl, record: {} });
			return {
				links: [name, `link ${link.key}`],
				showsSlash: !row.dryRun && change?.slash.isOpen === true,
			};
		}
	}
}
