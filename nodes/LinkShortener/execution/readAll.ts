import { explanationOf } from '../shared/n8n/nodeErrors';
import { Cancelled, settle, UserFacingError } from '../shared/userFacingError';
import { blankCallOf, callOf } from './calls';
import type { Note } from './report/report';
import type { ItemResult } from './report/results';
import type { Run } from './run';

/** Everything is read and planned before anything is sent for any item. Undefined for an item that is still to be done. */
export async function readAll(run: Run): Promise<Array<ItemResult | undefined>> {
	const results: Array<ItemResult | undefined> = [];
	for (const itemIndex of run.items.keys()) {
		await run.eventLoop.share();
		results.push(await resultOf(run, itemIndex));
	}
	return await planned(run, results);
}

async function resultOf(run: Run, itemIndex: number): Promise<ItemResult | undefined> {
	const reading = run.isCanceled ? Promise.resolve(undefined) : read(run, itemIndex);
	const result = await reading.catch((error: unknown) =>
		error instanceof Cancelled ? undefined : { failed: explanationOf(error) },
	);
	const earlier = run.memory.get(itemIndex);
	if (earlier === undefined) return result;
	// What an earlier try of the engine may have done is not done again.
	if (earlier instanceof UserFacingError) return { failed: explanationOf(earlier) };
	for (const note of earlier.notes) run.report.add(note);
	return { done: earlier.output };
}

async function read(run: Run, itemIndex: number): Promise<ItemResult | undefined> {
	const { operation, report } = run;
	const add = (note: Note) => report.add(note);
	if (operation.isBlank?.(await blankCallOf(run, itemIndex, add)) === true) {
		add({ count: 'blank' });
		return 'blank';
	}
	const call = await callOf(run, itemIndex, add);
	// A row that cannot be returned as it is wanted is not sent.
	operation.sheet?.returnsRows(call.parameters);
	run.wishes[itemIndex] = await operation.read(call);
	return undefined;
}

async function planned(
	run: Run,
	results: Array<ItemResult | undefined>,
): Promise<Array<ItemResult | undefined>> {
	const { client, memory, operation, wishes } = run;
	if (operation.plan === undefined || client === undefined || !results.includes(undefined)) {
		return results;
	}
	const planning = { client, wishes, finished: memory.recordOf };
	const plan = await settle(Promise.resolve(operation.plan(planning)));
	if (!(plan instanceof UserFacingError)) run.earlier = plan.earlier;
	return results.map((result, itemIndex) => {
		const problem = plan instanceof UserFacingError ? plan : plan.problems?.get(itemIndex);
		return result === undefined && problem ? { failed: explanationOf(problem) } : result;
	});
}
