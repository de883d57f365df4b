import type { IDataObject } from 'n8n-workflow';

import { finderOf } from '../find/finder';
import type { KnownLinks } from '../find/knownLinks';
import type { LinkClient } from '../memory/linkMemory';
import { RowOrder } from './rowOrder';
import { doneBy, soughtBy, stepOf, type UpsertRow, type RowWish } from './rowStep';
import { rowsOfRun, RunRows } from './runRows';
import { shortUrlKey } from '../link/shortUrl';
import { changeOf, isKnownEnough } from '../update/updateToRow';
import { lockOf } from '../link/wantedLink';
import { EventLoop } from '../../shared/eventLoop';
import { settle, UserFacingError } from '../../shared/userFacingError';

/** What is known of all rows before the first is worked on. */
export interface RowsPlan {
	/** What is wrong with a row, by its place. */
	problems: ReadonlyMap<number, UserFacingError>;
	/** The rows that each one waits for, by their places. */
	earlier: ReadonlyArray<readonly number[]>;
}

/** The rows of a run. They are made one by one, since there may be a hundred thousand. */
interface RowsToPlan {
	/** What each asks for; undefined for one that cannot be read. */
	wishes: ReadonlyArray<RowWish | undefined>;
	rowOf: (wish: RowWish, at: number) => UpsertRow;
	/** What an earlier try of the engine has made of a row. */
	finished: (at: number) => IDataObject | undefined;
	/** Notes a column of which a cell is what its heading says. */
	noteMeant: (column: string) => void;
}

/**
 * Judges all rows of Create or Update as far as lists tell: which are about one link, and which cannot be done.
 * Rows whose link only a look-up finds are judged in their turn, so that the first create does not wait for
 * hundreds of look-ups.
 *
 * @throws {UserFacingError} when a list cannot be read
 */
export async function planRows(
	client: LinkClient,
	{ wishes, rowOf, finished, noteMeant }: RowsToPlan,
): Promise<RowsPlan> {
	const finder = finderOf(client, wishes.length);
	const run = rowsOfRun(client);
	const eventLoop = new EventLoop();
	const hosts = new Set<string>();
	for (const [at, wish] of wishes.entries()) {
		await eventLoop.share();
		if (wish === undefined) continue;
		const { name } = wish;
		hosts.add(name.host);
		if (name.by === 'url' && name.host !== '') run.named.addPage(rowOf(wish, at).wanted);
	}
	for (const host of hosts) await finder.prepare(host);
	const isOwn = (host: string) => finder.known.owns(host) === true;
	for (const column of run.named.columnsOn(isOwn)) noteMeant(column);
	const known = finder.known.planned();
	const planned = new RunRows(run.named);
	const problems = new Map<number, UserFacingError>();
	const order = new RowOrder();
	for (const [at, wish] of wishes.entries()) {
		await eventLoop.share();
		const row = wish && rowOf(wish, at);
		const record = finished(at);
		if (row !== undefined && record !== undefined) noteFinished(row, record, [planned, run]);
		if (row === undefined || record !== undefined) {
			order.add([]);
			continue;
		}
		const planning = Promise.resolve().then(() => planRow(client, row, known, planned));
		const shared = await settle(planning);
		if (shared instanceof UserFacingError) problems.set(at, shared);
		order.add(shared instanceof UserFacingError ? [] : shared);
	}
	return { problems, earlier: order.earlier };
}

/** Notes what an earlier try of the engine has made of a row, for the rows behind it. */
function noteFinished(row: UpsertRow, record: IDataObject, runs: readonly RunRows[]): void {
	const key = shortUrlKey(record);
	for (const { done } of runs) if (!done.has(key)) done.set(key, doneBy(row, record));
}

/**
 * Plans one row.
 *
 * @returns what it shares with other rows, and waits for
 * @throws {UserFacingError} that says why it cannot be done
 */
function planRow(client: LinkClient, row: UpsertRow, known: KnownLinks, rows: RunRows): string[] {
	const sought = soughtBy(row);
	const name = lockOf(sought);
	if (!known.isSureOf(sought)) return [name];
	const step = stepOf(row, known, rows);
	switch (step.kind) {
		case 'create': {
			const { key } = known.notePlanned(row.wanted, row.number);
			rows.done.set(key, doneBy(row, {}));
			return [name, `link ${key}`];
		}
		case 'repeat':
			return [name, `link ${step.link.key}`];
		case 'compare': {
			const { link } = step.found;
			// For what it throws.
			if (isKnownEnough(row, link)) changeOf(client, row, step.found);
			rows.done.set(link.key, doneBy(row, {}, link.record.longurl));
			return [name, `link ${link.key}`];
		}
	}
}
