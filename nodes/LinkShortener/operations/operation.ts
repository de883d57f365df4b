import type {
	IBinaryData,
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Client } from '../api/client';
import type { Memory } from '../shared/memory';
import type { Parameters } from '../shared/n8n/parameters';
import type { UserFacingError } from '../shared/userFacingError';
import type { Sheet } from './sheet';

/** A type of JSON Schema; `string[]` is a list of texts. */
type FieldType = 'boolean' | 'integer' | 'null' | 'object' | 'string' | 'string[]';

/** The fields of an output item and their types, several for a field that may be either. */
export type OutputFields = Readonly<Record<string, FieldType | readonly FieldType[]>>;

/**
 * The definition of one operation: its entry in the list, its fields, its call.
 *
 * The frame adds what every operation has: `displayOptions` for its fields, the options of a run, the item
 * loop, item linking and what happens when an item fails.
 */
export interface Operation<Wish = unknown> {
	option: INodePropertyOptions & { value: string; action: string; description: string };
	/** Whether it changes something at the service, so that a second try must not repeat it. */
	writes: boolean;
	/**
	 * Whether an item that is in doubt can be executed again by the engine's next try, since it goes on by what
	 * `ofItem` remembers.
	 */
	isResumable?: true;
	/** Whether many items go through it, or whole lists are read, so that it offers Speed and Time Limits. */
	hasLimits?: true;
	properties: INodeProperties[];
	/** The output, for the editor: `npm run build` writes it as the operation's schema. */
	output: OutputFields;
	/** Its own fields under Options, besides those of every run. */
	options?: INodeProperties[];
	/** What stands below Options, as the sort order of a list does. */
	belowOptions?: INodeProperties[];
	/** The advice for going on after a run that stopped, without doing the finished items again. */
	runAgain?: string;
	/** Whether the same items can be run again without anything being done twice. */
	isRepeatable?: true;
	/** Whether some of its items need no room in the account's plan, such as updates among creates. */
	isMixed?: true;
	/** How it takes rows of a sheet and returns them; left out where no input row matters. */
	sheet?: RowsOfSheet;
	/** Whether an item is a blank row, which is neither read nor sent; left out where no input row matters. */
	isBlank?(call: BlankCall): boolean;
	/**
	 * Reads what an item asks for, before the first change of the run. Of the service it reads lists at most, in
	 * which names are looked up.
	 *
	 * @throws {UserFacingError} with everything that is wrong with the item's fields
	 */
	read(call: ReadingCall): Promise<Wish> | Wish;
	/**
	 * Judges all items together, before the first change of the run, where one may be about another one's record.
	 * Of the service it reads lists at most.
	 *
	 * @throws {UserFacingError} when it cannot be done, so that no item is
	 */
	plan?(call: PlanningCall<Wish>): Promise<Plan> | Plan;
	/** Does the work for one item. Throws a `UserFacingError` if it cannot. */
	execute(call: OperationCall, wish: Wish): Promise<Output[]>;
}

/** How an operation takes the rows of a sheet, and returns them. */
export interface RowsOfSheet {
	/**
	 * Reads the headings of all rows together.
	 *
	 * @param share to be awaited before each row, so that n8n gets the event loop in between
	 * @throws {UserFacingError} when an option about columns cannot be read
	 */
	tell(
		rows: readonly IDataObject[],
		parameters: Parameters,
		share: () => Promise<void>,
	): Promise<Sheet>;
	/**
	 * The row of an item as it is returned; undefined if it is not.
	 *
	 * @throws {UserFacingError} when the option for it is none of its choices
	 */
	inputRow(parameters: Parameters, row: IDataObject): InputRow | undefined;
	/** @param rows all that are returned, since nodes that read sheets leave empty cells out */
	writerFor(rows: readonly IDataObject[], parameters: Parameters): RowWriter;
}

/** An input row as it is returned. */
export interface InputRow {
	/** Its columns with the results in them, or whole beside them. */
	form: 'columns' | 'input';
	/** Its columns but those that are left out. */
	cells: IDataObject;
	/** The columns that are left out of it, since they hold a secret. */
	omitted: string[];
}

/** Writes results into the rows of one sheet. */
export interface RowWriter {
	done(record: IDataObject, row: InputRow): IDataObject;
	/** @param error what happened and what to do in one text */
	failed(row: InputRow, error: string): IDataObject;
}

/** The content of one output item. */
export type Output = IDataObject | RecordWithFiles;

/** A record and the files that are returned with it, by the name of their field. */
export class RecordWithFiles {
	constructor(
		readonly record: IDataObject,
		readonly files: Record<string, IBinaryData>,
	) {}
}

/** One resource: its operations in the order the user sees them. */
export interface Resource {
	displayName: string;
	value: string;
	operations: readonly Operation[];
	/** The operation a new node starts with. */
	defaultOperation: string;
}

/** A file of an input item. Its bytes stay where n8n keeps them until they are read. */
export interface InputFile {
	binary: IBinaryData;
	/** @throws {UserFacingError} when n8n cannot read it */
	read: () => Promise<Buffer>;
}

/** An outcome that is counted by itself, in words of its operation. */
export interface OwnCount {
	/** The usual outcome that it is a kind of, behind which it stands. */
	like: string;
	/** Behind a number. */
	words: string;
	/** The same behind 1. */
	one: string;
	/** Whether the line is a warning with it. */
	isWarning?: true;
}

/** What tells a blank row, before anything else of an item is read. */
export interface BlankCall {
	parameters: Parameters;
	item: INodeExecutionData;
	/** What the headings tell; the sheet of a form where there are none. */
	sheet: Sheet;
	/** How many items the run has. */
	itemCount: number;
	/** Whether the node has run before in this execution, as in the later rounds of a loop. */
	isLaterRun: boolean;
	/** Shows a line on the node after the run, once however many items give it. */
	hint: (line: string) => void;
}

/** The input of an operation for one item, as it is read. */
export interface ReadingCall extends BlankCall {
	client: Client;
	/** The item's number for people: that of the sheet's row, else its place from 1. */
	number: number;
	/** What is remembered of all items in all tries of their run. */
	ofRun: Memory;
	/** IANA name of the workflow's time zone. */
	timezone: string;
	/**
	 * Finds a file of the item.
	 *
	 * @param field the name of its binary field, or what an expression gives in its place
	 * @throws {UserFacingError} when there is none
	 */
	inputFile: (field: unknown) => Promise<InputFile>;
	/**
	 * Counts the outcome of an item, for the line on the node after the run.
	 *
	 * @param fields what the line names with the count, in words
	 */
	count: (what: string | OwnCount, fields?: readonly string[]) => void;
	/**
	 * Notes that the item shares the record of an earlier one, for the warning on the node.
	 *
	 * @param record what they share, such as "link"
	 * @param advice what to do for a record each, as a sentence
	 */
	repeats: (record: string, advice: string) => void;
	/** Names the subject of the item, such as its long URL, for the message if it fails. */
	about: (what: Record<string, unknown>) => void;
}

/** The input of an operation for all its items together. */
export interface PlanningCall<Wish = unknown> {
	client: Client;
	/** What each item asks for; undefined for one that cannot be read, and for a blank row. */
	wishes: ReadonlyArray<Wish | undefined>;
	/** What an earlier try of the engine has made of an item; undefined where it is still to be done. */
	finished: (itemIndex: number) => IDataObject | undefined;
}

/** What is known of all items together. */
export interface Plan {
	/** What is wrong with an item, by its place. */
	problems?: ReadonlyMap<number, UserFacingError>;
	/** The earlier item that each one waits for, by their places. */
	earlier: ReadonlyArray<number | undefined>;
}

/** The input of an operation for one item, when it is worked on. */
export interface OperationCall extends ReadingCall {
	/** The item's place in the input, from 0. */
	itemIndex: number;
	/** What is remembered of the item in all tries of its run. */
	ofItem: Memory;
	/**
	 * Hands a file to n8n, which stores it.
	 *
	 * @throws {UserFacingError} when n8n cannot keep it
	 */
	storeFile: (data: Buffer, fileName: string, mimeType: string) => Promise<IBinaryData>;
}

/**
 * What became of an item that makes a record look like its row: what was done, or in a dry run what would be.
 * `repeated`: it shares the record of an earlier item.
 */
export type Action = 'created' | 'updated' | 'unchanged' | 'repeated' | 'create' | 'update';
