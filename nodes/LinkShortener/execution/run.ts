import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readAccount } from '../api/account';
import { openClient, type Client } from '../api/client';
import type { RequestPolicy } from '../api/timeout';
import type { Waited } from '../api/gate/runPlaces';
import {
	RecordWithFiles,
	type BlankCall,
	type Operation,
	type Output,
	type ReadingCall,
} from '../resources/common/operation';
import { withWaysOut } from '../resources/common/reading';
import { requestPolicy } from '../resources/common/runOptions';
import { NO_SHEET, numberOf, type Sheet } from '../resources/common/sheet';
import { readInputFields } from '../resources/link/inputRow';
import { isAutoMapped, readIgnored } from '../resources/link/mapping';
import { sheetOf } from '../resources/link/sheet';
import { EventLoop } from '../shared/eventLoop';
import { toText } from '../shared/json';
import { Memory } from '../shared/memory';
import { once } from '../shared/once';
import { isEmpty, type Parameters } from '../shared/parameters';
import { cancelSignalOf, isLaterRun } from '../shared/n8nCompat';
import { Cancelled, type Explanation, settle, UserFacingError } from '../shared/userFacingError';
import { completedItems } from './completedItems';
import { inputFile, storeFile } from './files';
import type { Note, Report } from './report';

/** The work for one item, once it was read. */
export type ItemWork =
	/** What an earlier try of the engine did. */
	| { kind: 'done'; output: INodeExecutionData[] }
	/** A blank row. */
	| { kind: 'blank' }
	/** The execution was cancelled before. */
	| { kind: 'unread' }
	/** Something is wrong with the item, so that nothing is sent for it. */
	| { kind: 'wrong'; error: unknown }
	| {
			kind: 'ready';
			/** The items that have to be done before, by their places. */
			earlier: readonly number[];
	  };

// A run may have a hundred thousand items, most of which are alike in this.
const BLANK: ItemWork = { kind: 'blank' };
const UNREAD: ItemWork = { kind: 'unread' };
const READY: ItemWork = { kind: 'ready', earlier: [] };

/** One run of one operation: its client, and the work of earlier tries for its items. */
export interface OperationRun {
	/**
	 * Reads every item and plans them together, before anything is sent for any of them.
	 *
	 * @returns the work for each
	 */
	readAll(report: Report): Promise<ItemWork[]>;
	/**
	 * Does the work for an item that is ready.
	 *
	 * @returns its records, without the row that the output may have beside them
	 * @throws {UserFacingError} for what cannot be done
	 * @throws {Cancelled} when the execution was cancelled, or the run stopped
	 */
	execute(itemIndex: number, report: Report): Promise<INodeExecutionData[]>;
	/** The numbers of the items, where their sheet tells them. */
	rowNumbers(): Promise<Sheet['rowNumbers']>;
	/** Whether the node has run before in this execution, as in the later rounds of a loop. */
	isLater: boolean;
	/** Lets work under way end, and no other work begin. */
	stop(): void;
	/** How long this try of the run has waited so far, and for what. */
	waited(): Waited;
	/** When the latest read left that the service answered (epoch ms). */
	readAt(): number;
	/** Why the account cannot be read; undefined where it can. */
	accountFailure(): Promise<Explanation | undefined>;
}

const NO_WAIT: Waited = { ms: 0, reasons: new Set() };

/** Opens a run; nothing is read or sent before `readAll`. */
export function openRun(
	context: IExecuteFunctions,
	operation: Operation,
	parametersAt: (itemIndex: number) => Parameters,
): OperationRun {
	const memory = completedItems(context);
	const stop = new AbortController();
	const eventLoop = new EventLoop();
	const items = context.getInputData();
	const isLater = isLaterRun(context);
	// Opened by the first item, so that a wrong credential or option is an item's failure like any other.
	let opening: Promise<Client> | undefined;
	let client: Client | undefined;
	const open = async (parameters: Parameters) => {
		const policy = requestPolicy(context, parameters);
		client = await (opening ??= openRunClient(context, operation, policy, stop.signal));
		return client;
	};
	const waited = () => client?.waited() ?? NO_WAIT;
	const readSheet = once(async () => {
		const parameters = parametersAt(0);
		if (!isAutoMapped(parameters)) return NO_SHEET;
		const rows = items.map(({ json }) => json);
		const share = async () => await eventLoop.share();
		return await sheetOf(rows, ignoredIn(parameters), share, async () => await open(parameters));
	});
	const wishes: unknown[] = items.map(() => undefined);
	/** The columns of which a cell is meant. */
	const meant = new Set<string>();
	/** The subjects of the items, for the messages if they fail. */
	const subjects: Array<Record<string, string> | undefined> = items.map(() => undefined);
	const named = (error: unknown, itemIndex: number) => {
		const item = subjects[itemIndex];
		if (!(error instanceof UserFacingError) || item === undefined) return error;
		return new UserFacingError({ ...error.explanation, item });
	};

	const blankCallOf = async (itemIndex: number): Promise<BlankCall> => ({
		parameters: parametersAt(itemIndex),
		item: items[itemIndex] ?? { json: {} },
		sheet: await readSheet(),
		itemCount: items.length,
		isLaterRun: isLater,
	});

	/** @param add notes what an item has to say */
	const callOf = async (itemIndex: number, add: Report['add']): Promise<ReadingCall> => {
		const call = await blankCallOf(itemIndex);
		const { item, sheet } = call;
		const number = numberOf(itemIndex, sheet.rowNumbers);
		return {
			...call,
			client: await open(call.parameters),
			timezone: context.getTimezone(),
			inputFile: async (field) => await inputFile(context, item, itemIndex, field),
			count: (what, fields) => add({ count: what, ...(fields && { fields }) }),
			repeats: (repetition) => add({ shares: { ...repetition, number } }),
			about: (what) => (subjects[itemIndex] = filledTexts(what)),
			hint: (line) => add({ hint: line }),
			noteMeant: (column) => meant.add(column),
			noteColumns: (used) => add({ columns: used }),
		};
	};

	const read = async (itemIndex: number, report: Report): Promise<ItemWork> => {
		if (operation.isBlank?.(await blankCallOf(itemIndex)) === true) {
			report.add({ count: 'blank' });
			return BLANK;
		}
		readInputFields(parametersAt(itemIndex));
		const call = await callOf(itemIndex, (note) => report.add(note));
		wishes[itemIndex] = await operation.read(call);
		return READY;
	};

	const workOf = async (itemIndex: number, report: Report): Promise<ItemWork> => {
		await eventLoop.share();
		const isCancelled = cancelSignalOf(context)?.aborted === true;
		const reading = isCancelled ? Promise.resolve(UNREAD) : read(itemIndex, report);
		const work = await reading.catch((error: unknown): ItemWork => {
			if (error instanceof Cancelled) return UNREAD;
			return { kind: 'wrong', error: named(error, itemIndex) };
		});
		const earlier = memory.get(itemIndex);
		if (earlier === undefined) return work;
		// What an earlier try of the engine may have done is not done again.
		if (earlier instanceof UserFacingError) return READY;
		for (const note of earlier.notes) report.add(note);
		return { kind: 'done', output: earlier.output };
	};

	const execute = async (itemIndex: number, report: Report) => {
		const earlier = memory.get(itemIndex);
		if (earlier instanceof UserFacingError) {
			throw new UserFacingError({ ...earlier.explanation, isUnsent: true });
		}
		const notes: Note[] = [];
		const call = await callOf(itemIndex, (note) => {
			notes.push(note);
			report.add(note);
		});
		const ofItem = operation.isResumable === true ? memory.ofItem(itemIndex) : new Memory();
		const work = operation.execute(
			{
				...call,
				itemIndex,
				ofItem,
				storeFile: async (...file) => await storeFile(context, ...file),
			},
			wishes[itemIndex],
		);
		const records = await work.catch((error: unknown) => {
			const told = named(error, itemIndex);
			// The engine's next try would do it a second time.
			const isDoubtful = told instanceof UserFacingError && told.explanation.isUnconfirmed;
			if (isDoubtful && operation.isResumable !== true) memory.set(itemIndex, told);
			throw told;
		});
		const output = records.map((record) => toItem(record, itemIndex));
		if (operation.writes) memory.set(itemIndex, { output, notes });
		return output;
	};

	const planned = async (works: ItemWork[]): Promise<ItemWork[]> => {
		const isReady = works.some(({ kind }) => kind === 'ready');
		if (operation.plan === undefined || client === undefined || !isReady) return works;
		const { rowNumbers: numbers } = await readSheet();
		const planning = { client, wishes, numbers, finished: memory.recordOf };
		const plan = await settle(Promise.resolve(operation.plan(planning)));
		return works.map((work, itemIndex) => {
			if (work.kind !== 'ready' || memory.has(itemIndex)) return work;
			const problem = plan instanceof UserFacingError ? plan : plan.problems?.get(itemIndex);
			if (problem !== undefined) return { kind: 'wrong', error: named(problem, itemIndex) };
			const earlier = plan instanceof UserFacingError ? [] : (plan.earlier[itemIndex] ?? []);
			return earlier.length === 0 ? work : { ...work, earlier };
		});
	};

	/** What is wrong with an item, once it is known which columns mean what their names say. */
	const withItsWaysOut = (work: ItemWork): ItemWork => {
		if (work.kind !== 'wrong' || !(work.error instanceof UserFacingError)) return work;
		return { ...work, error: withWaysOut(work.error, (column) => meant.has(column)) };
	};

	const readAll = async (report: Report) => {
		const works: ItemWork[] = [];
		for (const itemIndex of items.keys()) works.push(await workOf(itemIndex, report));
		return (await planned(works)).map(withItsWaysOut);
	};
	const rowNumbers = async () => (await readSheet()).rowNumbers;
	const readAt = () => client?.readAt() ?? -Infinity;
	const accountFailure = async () => {
		const account = client && (await readAccount(client).catch((error: unknown) => error));
		return account instanceof UserFacingError ? account.explanation : undefined;
	};
	const end = () => stop.abort();
	return {
		...{ readAll, execute, rowNumbers, isLater, stop: end },
		...{ waited, readAt, accountFailure },
	};
}

async function openRunClient(
	context: IExecuteFunctions,
	{ writes }: Operation,
	policy: RequestPolicy,
	stop: AbortSignal,
): Promise<Client> {
	const { cancelSignal } = policy;
	const stopSignal = AbortSignal.any(cancelSignal === undefined ? [stop] : [stop, cancelSignal]);
	// A read may be given up halfway. An operation that changes something waits for its answers.
	return await openClient(
		context,
		writes ? { ...policy, stopSignal } : { ...policy, cancelSignal: stopSignal },
	);
}

/** The columns that are not looked at; none if the first item's cannot be read, which it fails for itself. */
function ignoredIn(parameters: Parameters): string[] {
	try {
		return readIgnored(parameters, NO_SHEET);
	} catch {
		return [];
	}
}

/** The values that are there, as text. */
function filledTexts(values: Record<string, unknown>): Record<string, string> {
	const filled = Object.entries(values).filter(([, value]) => !isEmpty(value));
	return Object.fromEntries(filled.map(([name, value]) => [name, toText(value)]));
}

function toItem(output: Output, item: number): INodeExecutionData {
	const { record, files } =
		output instanceof RecordWithFiles ? output : { record: output, files: undefined };
	return {
		json: { ...record },
		...(files && { binary: files }),
		pairedItem: { item },
	};
}
