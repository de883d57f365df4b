import type { IDataObject } from 'n8n-workflow';

import type { LinkClient } from '../memory/linkMemory';
import { RowOrder } from './rowOrder';
import { doneBy, refuseOtherValues, soughtBy, type UpsertRow, type RowWish } from './rowStep';
import { rowsOfRun, type Done } from './runRows';
import { shortUrlKey } from '../link/shortUrl';
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
}

/** Tells which rows call one link by one name, so that they go one after the other, and which of them contradict. */
export async function planRows(
	client: LinkClient,
	{ wishes, rowOf, finished }: RowsToPlan,
): Promise<RowsPlan> {
	const run = rowsOfRun(client);
	const eventLoop = new EventLoop();
	const problems = new Map<number, UserFacingError>();
	const order = new RowOrder();
	const first = new Map<string, Done>();
	for (const [at, wish] of wishes.entries()) {
		await eventLoop.share();
		const row = wish && rowOf(wish, at);
		if (row?.name.by === 'url' && row.name.host !== '') run.named.addPage(row.wanted);
		const record = finished(at);
		if (row !== undefined && record !== undefined) {
			const key = shortUrlKey(record);
			if (!run.done.has(key)) run.done.set(key, doneBy(row, record));
		}
		if (row === undefined) {
			order.add([]);
			continue;
		}
		// The same alias on two domains may be one link, if one of them is the default.
		const lock = lockOf(soughtBy(row));
		const name = `${row.wanted.host} ${lock}`;
		const before = first.get(name) ?? doneBy(row, {});
		first.set(name, before);
		const problem = await settle(Promise.resolve().then(() => refuseOtherValues(row, before)));
		if (problem instanceof UserFacingError) problems.set(at, problem);
		order.add(record !== undefined || problem instanceof UserFacingError ? [] : [lock]);
	}
	return { problems, earlier: order.earlier };
}
