import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { type Client, openClient } from '../api/client';
import { readAccount } from '../api/records/records';
import type { RequestPolicy } from '../api/request/sendOnce';
import type { Operation } from '../operations/operation';
import { requestPolicy } from '../operations/runOptions';
import { isAutoMapped, NO_SHEET, type Sheet } from '../operations/sheet';
import { EventLoop, once } from '../shared/waiting';
import { cancelSignalOf, isLaterRun, isToolRun } from '../shared/n8n/n8nCompat';
import { type Parameters, readParameters } from '../shared/n8n/parameters';
import { type Explanation, inOneLine, UserFacingError } from '../shared/userFacingError';
import { type Note, Report } from './report/report';
import { Memory } from '../api/memory';

export interface CompletedItem {
	output: INodeExecutionData[];
	/** n8n shows the lines of the last try only. */
	notes: Note[];
}

/** What the tries of one run have done, or perhaps done, by the place of the item: then it is an error. */
export class CompletedItems {
	readonly ofRun = new Memory();

	private readonly outcomes = new Map<number, CompletedItem | UserFacingError>();

	private readonly ofItems = new Map<number, Memory>();

	readonly recordOf = (itemIndex: number): IDataObject | undefined => {
		const work = this.outcomes.get(itemIndex);
		return work instanceof UserFacingError ? undefined : work?.output[0]?.json;
	};

	get(itemIndex: number): CompletedItem | UserFacingError | undefined {
		const work = this.outcomes.get(itemIndex);
		return work && copy(work);
	}

	set(itemIndex: number, work: CompletedItem | UserFacingError): void {
		this.outcomes.set(itemIndex, copy(work));
		this.ofItems.delete(itemIndex);
	}

	/** Kept whatever became of the item. */
	ofItem(itemIndex: number): Memory {
		const ofItem = this.ofItems.get(itemIndex) ?? new Memory();
		this.ofItems.set(itemIndex, ofItem);
		return ofItem;
	}
}

// Retry On Fail runs a node again for all items as soon as one fails, whatever the error setting. The input item
// objects are the same across the tries (measured on n8n 2.41), so the first of them is the key.
const memories = new WeakMap<INodeExecutionData, Map<string, CompletedItems>>();

/** Node and run belong to the key: the same object may reach two nodes, or come round a loop again. */
export function completedItems(context: IExecuteFunctions): CompletedItems {
	const { $runIndex } = context.getWorkflowDataProxy(0);
	const runName = `${context.getExecutionId()}/${context.getNode().id}/${String($runIndex)}`;
	const [firstItem] = context.getInputData();
	if (firstItem === undefined) return new CompletedItems();
	const byRun = memories.get(firstItem) ?? new Map<string, CompletedItems>();
	const memory = byRun.get(runName) ?? new CompletedItems();
	memories.set(firstItem, byRun.set(runName, memory));
	return memory;
}

/** n8n changes the items it is given, so it only gets copies of remembered ones. */
function copy(work: CompletedItem | UserFacingError): CompletedItem | UserFacingError {
	if (work instanceof UserFacingError) return work;
	const output = work.output.map(({ json, binary, ...item }) => ({
		...item,
		json: { ...json },
		...(binary && { binary: { ...binary } }),
	}));
	return { ...work, output };
}

/** One run of one operation: what all its items share. Nothing is read or sent before an item asks for it. */
export class Run {
	readonly items: readonly INodeExecutionData[];

	readonly parametersAt: (itemIndex: number) => Parameters;

	readonly report: Report;

	/** What earlier tries of the engine did. */
	readonly memory: CompletedItems;

	readonly eventLoop = new EventLoop();

	/** Whether the node has run before in this execution, as in the later rounds of a loop. */
	readonly isLater: boolean;

	/** Whether a failed item leaves the others alone. */
	readonly goesOn: boolean;

	/** What the items ask for, once they were read. */
	readonly rows: unknown[];

	/** The item that has to be done before each one, by their places. */
	earlier: ReadonlyArray<number | undefined> = [];

	/** Undefined before the first item was read. */
	client: Client | undefined;

	/** What the items say that are not sent, once the run has ended early. */
	ended: Explanation | undefined;

	/** What the headings of all rows tell. */
	readonly sheet: () => Promise<Sheet>;

	/** What the items are about, such as a long URL, for the output if they fail. */
	readonly subjects = new Map<number, Record<string, string>>();

	private readonly stopping = new AbortController();

	private opening: Promise<Client> | undefined;

	constructor(
		readonly context: IExecuteFunctions,
		readonly operation: Operation,
	) {
		this.items = context.getInputData();
		this.parametersAt = readParameters(context);
		this.report = new Report(context);
		this.memory = completedItems(context);
		this.isLater = isLaterRun(context);
		// To the model of an agent before version 3, n8n gives an empty text for a tool that throws (measured on 2.41),
		// and in n8n 1.x it ends the run of a newer one.
		this.goesOn = context.continueOnFail() || isToolRun(context);
		this.rows = Array.from({ length: this.items.length });
		this.sheet = once(() => this.readSheet());
	}

	get isCanceled(): boolean {
		return cancelSignalOf(this.context)?.aborted === true;
	}

	/** Whether an item only says what it would do; an expression may make it so for some items only. */
	isDry(itemIndex: number): boolean {
		try {
			return this.parametersAt(itemIndex).flag('dryRun', 'Dry Run');
		} catch {
			// The switch cannot be read, which is what the item has failed for.
			return false;
		}
	}

	/** Whether the run stops if an item fails. */
	mayStop(itemIndex: number): boolean {
		return !this.goesOn && !this.isDry(itemIndex);
	}

	/** The client, which the first item opens, so that a wrong credential or option is its failure like any other. */
	async open(parameters: Parameters): Promise<Client> {
		const policy = requestPolicy(this.context, parameters);
		this.opening ??= this.openWith(policy);
		this.client = await this.opening;
		return this.client;
	}

	/** A read may be given up halfway. An operation that changes something waits for its answers. */
	private async openWith(policy: RequestPolicy): Promise<Client> {
		const { cancelSignal } = policy;
		const stop = this.stopping.signal;
		const stopSignal = AbortSignal.any(cancelSignal === undefined ? [stop] : [stop, cancelSignal]);
		const ends = this.operation.writes ? { stopSignal } : { cancelSignal: stopSignal };
		return await openClient(this.context, { ...policy, ...ends });
	}

	/** Lets no other work begin. Writes under way end by themselves, reads are cut. */
	stop(): void {
		this.stopping.abort();
	}

	/** Sends no more items, which say why. */
	endEarly(ended: Explanation): void {
		if (this.ended !== undefined) return;
		this.ended = ended;
		const { logger } = this.context;
		logger.info(`${this.context.getNode().name}: ended early: ${inOneLine(ended)}`);
		this.stop();
	}

	/** Why the account cannot be read; undefined where it can. */
	async accountFailure(): Promise<Explanation | undefined> {
		const { client } = this;
		const account = client && (await readAccount(client, true).catch((error: unknown) => error));
		return account instanceof UserFacingError ? account.explanation : undefined;
	}

	private async readSheet(): Promise<Sheet> {
		const parameters = this.parametersAt(0);
		const { sheet } = this.operation;
		if (sheet === undefined || !isAutoMapped(parameters)) return NO_SHEET;
		const rows = this.items.map(({ json }) => json);
		const read = await sheet.tell(rows, parameters, () => this.eventLoop.share());
		this.report.sheet = read;
		return read;
	}
}
