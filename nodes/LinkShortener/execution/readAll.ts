import type { INodeExecutionData } from 'n8n-workflow';

import { Cancelled, settle, UserFacingError } from '../shared/userFacingError';
import { blankCallOf, callOf } from './calls';
import type { Note } from './report/report';
import type { Run } from './run';

export type ItemWork =
	| { kind: 'done'; output: INodeExecutionData[] }
	| { kind: 'blank' }
	| { kind: 'unread' }
	| { kind: 'wrong'; error: unknown }
	| {
			kind: 'ready';
			/** The item that has to be done before, by its place. */
			earlier?: number;
	  };

// A run may have a hundred thousand items, most of which are alike in this.
const BLANK: ItemWork = { kind: 'blank' };
const UNREAD: ItemWork = { kind: 'unread' };
const READY: ItemWork = { kind: 'ready' };

/** Everything is read and planned before anything is sent for any item. */
export async function readAll(run: Run): Promise<ItemWork[]> {
	const works: ItemWork[] = [];
	for (const itemIndex of run.items.keys()) works.push(await workOf(run, itemIndex));
	return await planned(run, works);
}

async function workOf(run: Run, itemIndex: number): Promise<ItemWork> {
	await run.eventLoop.share();
	const reading = run.isCanceled ? Promise.resolve(UNREAD) : read(run, itemIndex);
	const work = await reading.catch((error: unknown): ItemWork => {
		if (error instanceof Cancelled) return UNREAD;
		return { kind: 'wrong', error };
	});
	const earlier = run.memory.get(itemIndex);
	if (earlier === undefined) return work;
	// What an earlier try of the engine may have done is not done again.
	if (earlier instanceof UserFacingError) return { kind: 'wrong', error: earlier };
	for (const note of earlier.notes) run.report.add(note);
	return { kind: 'done', output: earlier.output };
}

async function read(run: Run, itemIndex: number): Promise<ItemWork> {
	const { operation, report } = run;
	const add = (note: Note) => report.add(note);
	if (operation.isBlank?.(await blankCallOf(run, itemIndex, add)) === true) {
		add({ count: 'blank' });
		return BLANK;
	}
	const call = await callOf(run, itemIndex, add);
	// A row that cannot be returned as it is wanted is not sent.
	operation.sheet?.inputRow(call.parameters, call.item.json);
	run.wishes[itemIndex] = await operation.read(call);
	return READY;
}

async function planned(run: Run, works: ItemWork[]): Promise<ItemWork[]> {
	const { client, memory, operation, wishes } = run;
	const isReady = works.some(({ kind }) => kind === 'ready');
	if (operation.plan === undefined || client === undefined || !isReady) return works;
	const planning = { client, wishes, finished: memory.recordOf };
	const plan = await settle(Promise.resolve(operation.plan(planning)));
	return works.map((work, itemIndex) => {
		if (work.kind !== 'ready' || memory.has(itemIndex)) return work;
		const problem = plan instanceof UserFacingError ? plan : plan.problems?.get(itemIndex);
		if (problem !== undefined) return { kind: 'wrong', error: problem };
		const earlier = plan instanceof UserFacingError ? undefined : plan.earlier[itemIndex];
		return earlier === undefined ? work : { ...work, earlier };
	});
}
