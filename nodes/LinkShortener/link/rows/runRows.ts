import type { IDataObject } from 'n8n-workflow';

import { isPartOf, nameOf, namesOf, wantedBy, type Row } from './row';
import { otherValues, repeatedAlias } from './rowErrors';
import type { Client } from '../../api/client';
import { shortUrlKey } from '../../shared/values/shortUrl';
import { lockOf } from '../find/wantedLink';
import type { Plan, PlanningCall } from '../../operations/operation';
import { EventLoop } from '../../shared/eventLoop';
import type { UserFacingError } from '../../shared/userFacingError';

/** The rows of one run: which links they name, in which order they go, and which of them contradict. */

export interface FirstRow {
	row: Row;
	record: IDataObject;
	/** Undefined for a new link. */
	pageBefore?: IDataObject[string];
}

export class RunRows {
	/** By which rows call their links. */
	readonly names = new Set<string>();

	/** By the short URL of the link. */
	readonly first = new Map<string, FirstRow>();

	/** The first ones. */
	readonly usedUpPlan: UserFacingError[] = [];
}

/** What they name is noted before the first is worked on. */
export function rowsOfRun(client: Pick<Client, 'perRun'>): RunRows {
	return client.perRun(RunRows, () => new RunRows());
}

/** The last one before it with its lock, by their places. */
export function earlierOf(
	locks: ReadonlyArray<string | undefined>,
): ReadonlyArray<number | undefined> {
	const last = new Map<string, number>();
	return locks.map((lock, at) => {
		if (lock === undefined) return undefined;
		const before = last.get(lock);
		last.set(lock, at);
		return before;
	});
}

/** Rows that call one link by one name go one after the other. */
export async function planRows({
	client,
	wishes: rows,
	finished,
}: PlanningCall<Row>): Promise<Plan> {
	const { names, first } = rowsOfRun(client);
	const eventLoop = new EventLoop();
	const problems = new Map<number, UserFacingError>();
	const locks: Array<string | undefined> = [];
	const byName = new Map<string, Row>();
	for (const [at, row] of rows.entries()) {
		await eventLoop.share();
		const record = finished(at);
		const wanted = row && wantedBy(row);
		if (row !== undefined && record !== undefined) {
			const key = shortUrlKey(record);
			if (!first.has(key)) first.set(key, { row, record });
		}
		// Each of these makes a link of its own.
		const isAlone = row?.mode === 'create' && wanted?.alias === '';
		locks.push(undefined);
		if (row === undefined || wanted === undefined || isAlone) continue;
		for (const name of namesOf(wanted)) names.add(name);
		const before = byName.get(nameOf(wanted));
		byName.set(nameOf(wanted), before ?? row);
		const problem = before && contradiction(row, before);
		if (problem !== undefined) problems.set(at, problem);
		// The same alias on two domains may be one link, if one of them is the default.
		if (record === undefined && problem === undefined) locks[at] = lockOf(wanted);
	}
	return { problems, earlier: earlierOf(locks) };
}

function contradiction(row: Row, before: Row): UserFacingError | undefined {
	const wanted = wantedBy(row);
	if (row.mode === 'create') return repeatedAlias(before, wanted);
	const isOther = row.mode === 'update' && !isPartOf(row.body, before.body);
	return isOther ? otherValues(before, wanted) : undefined;
}
