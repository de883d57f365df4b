import type { IDataObject } from 'n8n-workflow';

import { finderOf } from './finder';
import type { Found, KnownLinks } from './knownLinks';
import type { LinkClient } from './linkMemory';
import { RowOrder } from './rowOrder';
import { doneBy, soughtBy, stepFor, stepOf, type Row, type RowWish } from './rowStep';
import { rowsOfRun, RunRows } from './runRows';
import { shortUrlKey } from './shortUrl';
import { changeOf, isKnownEnough } from './updateToRow';
import { lockOf } from './wantedLink';
import { EventLoop } from '../shared/eventLoop';
import { isEmpty } from '../shared/parameters';
import { settle, UserFacingError } from '../shared/userFacingError';

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
	rowOf: (wish: RowWish, at: number) => Row;
	/** What an earlier try of the engine has made of a row. */
	finished: (at: number) => IDataObject | undefined;
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
	{ wishes, rowOf, finished }: RowsToPlan,
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
	const planned = new PlannedRows(run.named);
	const problems = new Map<number, UserFacingError>();
	const order = new RowOrder();
	for (const [at, wish] of wishes.entries()) {
		await eventLoop.share();
		const row = wish && rowOf(wish, at);
		const record = finished(at);
		if (row !== undefined && record !== undefined) noteFinished(row, record, [planned, run]);
		if (row === undefined || record !== undefined) {
			order.add();
			continue;
		}
		const planning = Promise.resolve().then(() => planRow(client, row, finder.known, planned));
		const lock = await settle(planning);
		if (lock instanceof UserFacingError) problems.set(at, lock);
		order.add(lock instanceof UserFacingError ? undefined : lock);
	}
	return { problems, earlier: order.earlier };
}

/** Notes what an earlier try of the engine has made of a row, for the rows behind it. */
function noteFinished(row: Row, record: IDataObject, runs: readonly RunRows[]): void {
	const key = shortUrlKey(record);
	for (const { done } of runs) if (!done.has(key)) done.set(key, doneBy(row, record));
}

/** The rows of a run as far as they are planned. */
class PlannedRows extends RunRows {
	/** The link of the first row of each name: the one that is known, else as the row would create it. */
	readonly byName = new Map<string, Found>();
}

/**
 * Plans one row, and compares it with the first one of the same name.
 *
 * @returns the lock by which it waits for earlier rows
 * @throws {UserFacingError} that says why it cannot be done
 */
function planRow(client: LinkClient, row: Row, known: KnownLinks, rows: PlannedRows): string {
	const sought = soughtBy(row);
	const lock = lockOf(sought);
	const name = nameKey(row, known);
	const ofEarlier = rows.byName.get(name);
	if (ofEarlier !== undefined) {
		stepFor(row, ofEarlier, rows);
		return lock;
	}
	const isSure = known.isSureOf(sought);
	// What its link has, and where it is, is not known yet.
	if (!isSure && (row.name.by === 'url' || isEmpty(row.wanted.body.url))) return lock;
	const found = isSure ? foundBy(client, row, known, rows) : undefined;
	const { link } = found ?? { link: known.wouldBe(row.wanted, row.number) };
	rows.byName.set(name, found ?? { link, isShown: true });
	if (!rows.done.has(link.key)) {
		rows.done.set(link.key, doneBy(row, {}, found && link.record.longurl));
	}
	return lock;
}

/** The link of a row whose links are known; undefined if the row creates one. */
function foundBy(
	client: LinkClient,
	row: Row,
	known: KnownLinks,
	rows: RunRows,
): Found | undefined {
	const step = stepOf(row, known, rows);
	switch (step.kind) {
		case 'create':
			return undefined;
		case 'repeat':
			return { link: step.link, isShown: true };
		case 'compare':
			// For what it throws.
			if (isKnownEnough(row, step.found.link)) changeOf(client, row, step.found);
			return step.found;
	}
}

/** What two rows share that call their link by the same name. One without Domain is on the default host. */
function nameKey({ name, wanted }: Row, known: KnownLinks): string {
	if (name.by === 'url') return `${name.host} ${wanted.spelling}`;
	if (name.by === 'shorturl') return name.key;
	return `${known.placeOf(name).host}/${name.alias}`;
}
