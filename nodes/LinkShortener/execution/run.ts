import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readAccount } from '../api/account';
import { openClient, type Client } from '../api/client';
import type { RequestPolicy } from '../api/timeout';
import type { Waited } from '../api/gate/run';
import {
	RecordWithFiles,
	type Operation,
	type Output,
	type ReadingCall,
} from '../resources/common/operation';
import { requestPolicy } from '../resources/common/runOptions';
import { NO_SHEET, type Sheet } from '../resources/common/sheet';
import { readInputRow } from '../resources/link/inputRow';
import { isBlankRow } from '../resources/link/blankRow';
import { isAutoMapped, readIgnored } from '../resources/link/mapping';
import { sheetOf } from '../resources/link/sheet';
import { EventLoop } from '../shared/eventLoop';
import { toText } from '../shared/json';
import { once } from '../shared/once';
import { isEmpty, readParameters, type Parameters } from '../shared/parameters';
import { cancelSignalOf } from '../shared/n8nCompat';
import { Cancelled, type Explanation, UserFacingError } from '../shared/userFacingError';
import { completedItems } from './completedItems';
import { inputFile, storeFile } from './files';
import type { Note, Report } from './report';

/** The work for one item, once it was read. */
export type ItemWork =
	/** A blank row, or what an earlier try of the engine did. */
	| { kind: 'done'; output: INodeExecutionData[] }
	/** The execution was cancelled before. */
	| { kind: 'unread' }
	/** Something is wrong with the item, so that nothing is sent for it. */
	| { kind: 'wrong'; error: unknown }
	| {
			kind: 'ready';
			/** Whether it changes nothing at the service. */
			isDryRun: boolean;
			/**
			 * @throws {UserFacingError} for what cannot be done
			 * @throws {Cancelled} when the execution was cancelled, or the run stopped
			 */
			execute: () => Promise<INodeExecutionData[]>;
	  };

/** One run of one operation: its client, and the work of earlier tries for its items. */
export interface OperationRun {
	/**
	 * Reads every item, before anything is sent for any of them.
	 *
	 * @returns the work for each
	 */
	readAll(report: Report): Promise<ItemWork[]>;
	/** The numbers of the items, where their sheet tells them. */
	rowNumbers(): Promise<Sheet['rowNumbers']>;
	/** Lets work under way end, and no other work begin. */
	stop(): void;
	/** The time this try of the run has waited so far, by reason. */
	waited(): Waited;
	/** When the latest read left that the service answered (epoch ms). */
	readAt(): number;
	/** Why the account cannot be read; undefined where it can. */
	accountFailure(): Promise<Explanation | undefined>;
}

const NO_WAIT: Waited = { rateLimit: 0, ownRate: 0, service: 0 };

/** Opens a run; nothing is read or sent before `readAll`. */
export function openRun(context: IExecuteFunctions, operation: Operation): OperationRun {
	const memory = completedItems(context);
	const stop = new AbortController();
	const eventLoop = new EventLoop();
	const items = context.getInputData();
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
		const parameters = readParameters(context, 0);
		if (!isAutoMapped(parameters)) return NO_SHEET;
		const rows = items.map(({ json }) => json);
		return await sheetOf(rows, ignoredIn(parameters), async () => await eventLoop.share());
	});
	const wishes: unknown[] = items.map(() => undefined);

	const read = async (
		item: INodeExecutionData,
		itemIndex: number,
		report: Report,
	): Promise<ItemWork> => {
		const notes: Note[] = [];
		const earlier = memory.get(itemIndex);
		const add = (note: Note) => {
			notes.push(note);
			// What an earlier try has told is told as it did.
			if (earlier === undefined) report.add(note);
		};
		let about: Record<string, string> | undefined;
		const named = (error: unknown) =>
			error instanceof UserFacingError && about !== undefined
				? new UserFacingError({ ...error.explanation, item: about })
				: error;
		const parameters = readParameters(context, itemIndex);
		const sheet = await readSheet();
		if (isAutoMapped(parameters) && isBlankRow(parameters, item.json, sheet)) {
			add({ count: 'blank' });
			return { kind: 'done', output: [] };
		}
		const row = readInputRow(parameters, item.json);
		const call: ReadingCall = {
			parameters,
			item,
			client: await open(parameters),
			timezone: context.getTimezone(),
			sheet,
			itemCount: items.length,
			inputFile: async (field) => await inputFile(context, item, itemIndex, field),
			count: (what, fields) => add({ count: what, ...(fields && { fields }) }),
			about: (what) => (about = filledTexts(what)),
			hint: (line) => add({ hint: line }),
			noteColumns: (used) => add({ columns: used }),
		};
		const reading = Promise.resolve().then(async () => await operation.read(call));
		const wish = await reading.catch((error: unknown) => {
			throw named(error);
		});
		wishes[itemIndex] = wish;
		const execute = async () => {
			const records = await operation
				.execute(
					{
						...call,
						itemIndex,
						wishes,
						tries: memory.tries,
						storeFile: async (...file) => await storeFile(context, ...file),
					},
					wish,
				)
				.catch((error: unknown) => {
					const told = named(error);
					if (!(told instanceof UserFacingError)) throw told;
					// The engine's next try would do it a second time.
					if (told.explanation.isUnconfirmed) memory.set(itemIndex, told);
					throw told;
				});
			const output = records.map((record) => toItem(record, itemIndex, row?.input));
			if (operation.writes) memory.set(itemIndex, { output, notes });
			return output;
		};
		return { kind: 'ready', isDryRun: operation.isDryRun?.(wish) === true, execute };
	};

	const workOf = async (
		item: INodeExecutionData,
		itemIndex: number,
		report: Report,
	): Promise<ItemWork> => {
		await eventLoop.share();
		const isCancelled = cancelSignalOf(context)?.aborted === true;
		const reading = isCancelled
			? Promise.resolve<ItemWork>({ kind: 'unread' })
			: read(item, itemIndex, report);
		const work = await reading.catch((error: unknown): ItemWork =>
			error instanceof Cancelled ? { kind: 'unread' } : { kind: 'wrong', error },
		);
		const earlier = memory.get(itemIndex);
		if (earlier === undefined) return work;
		if (earlier instanceof UserFacingError) return inDoubt(earlier);
		for (const note of earlier.notes) report.add(note);
		return { kind: 'done', output: earlier.output };
	};

	const readAll = async (report: Report) => {
		const works: ItemWork[] = [];
		for (const [itemIndex, item] of items.entries()) {
			works.push(await workOf(item, itemIndex, report));
		}
		return works;
	};
	const rowNumbers = async () => (await readSheet()).rowNumbers;
	const readAt = () => client?.readAt() ?? -Infinity;
	const accountFailure = async () => {
		const account = client && (await readAccount(client).catch((error: unknown) => error));
		return account instanceof UserFacingError ? account.explanation : undefined;
	};
	return { readAll, rowNumbers, stop: () => stop.abort(), waited, readAt, accountFailure };
}

/** What an earlier try of the engine may have done is not done again. */
function inDoubt(error: UserFacingError): ItemWork {
	const told = new UserFacingError({ ...error.explanation, isUnsent: true });
	const execute = async () => await Promise.reject(told);
	return { kind: 'ready', isDryRun: false, execute };
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

function toItem(output: Output, item: number, input?: IDataObject): INodeExecutionData {
	const { record, files } =
		output instanceof RecordWithFiles ? output : { record: output, files: undefined };
	return {
		json: { ...record, ...(input && { input }) },
		...(files && { binary: files }),
		pairedItem: { item },
	};
}
