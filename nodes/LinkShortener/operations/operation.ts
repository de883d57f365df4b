import type {
	IBinaryData,
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Client } from '../api/client';
import type { Memory } from '../api/memory';
import type { Parameters } from '../shared/n8n/parameters';
import type { UserFacingError } from '../shared/userFacingError';
import type { Sheet } from './sheet';

/** Of JSON Schema; `string[]` is a list of texts. */
type FieldType = 'boolean' | 'integer' | 'null' | 'object' | 'string' | 'string[]';

/** Several types for a field that may have either. */
export type OutputFields = Readonly<Record<string, FieldType | readonly FieldType[]>>;

/** The frame adds `displayOptions`, the options of a run, the item loop, item linking and failures. */
export interface Operation<Row = unknown> {
	option: INodePropertyOptions & { value: string; action: string; description: string };
	/** A second try must not repeat it. */
	writes?: boolean;
	/** n8n's next try can execute an item in doubt again, since it goes on by what `ofItem` remembers. */
	isResumable?: true;
	/** It offers Speed and Time Limits. */
	hasLimits?: true;
	properties: INodeProperties[];
	/** `npm run build` writes it as the operation's schema. */
	output: OutputFields;
	options?: INodeProperties[];
	/** Such as the sort order of a list. */
	belowOptions?: INodeProperties[];
	/** How to go on after a run that stopped, without doing finished items again. */
	runAgain?: string;
	/** The same items can be run again without anything being done twice. */
	isRepeatable?: true;
	/** Some items need no room in the account's plan, such as updates among creates. */
	isMixed?: true;
	/** Like `isBlank`, left out where no input row matters. */
	sheet?: RowsOfSheet;
	isBlank?(call: BlankCall): boolean;
	/** Reads lists of the service at most. @throws {UserFacingError} with all that is wrong with the item */
	read(call: ReadingCall): Promise<Row> | Row;
	/** Before the first change of the run; reads lists at most. @throws {UserFacingError} when no item can be done */
	plan?(call: PlanningCall<Row>): Promise<Plan> | Plan;
	execute(call: OperationCall, row: Row): Promise<IDataObject[]>;
}

export interface RowsOfSheet {
	/** `share`: awaited before each row. @throws {UserFacingError} when an option about columns cannot be read */
	tell(
		rows: readonly IDataObject[],
		parameters: Parameters,
		share: () => Promise<void>,
	): Promise<Sheet>;
	/** Rather than records. @throws {UserFacingError} when the option for it is no switch */
	returnsRows(parameters: Parameters): boolean;
	/** `rows`: all of them, since nodes that read sheets leave empty cells out. */
	writerFor(rows: readonly IDataObject[], parameters: Parameters): RowWriter;
}

/** Makes the output of a row, without its secrets. */
export interface RowWriter {
	done(row: IDataObject, record: IDataObject): IDataObject;
	/** `error`: what happened and what to do in one text. */
	failed(row: IDataObject, error: string): IDataObject;
}

export interface Resource {
	displayName: string;
	value: string;
	operations: readonly Operation[];
	defaultOperation: string;
}

/** Its bytes stay where n8n keeps them until they are read. */
export interface InputFile {
	binary: IBinaryData;
	/** @throws {UserFacingError} when n8n cannot read it */
	read: () => Promise<Buffer>;
}

export interface OwnCount {
	/** The usual outcome that it is a kind of, behind which it stands. */
	like: string;
	/** Behind a number other than 1. */
	words: string;
	one?: string;
	/** The line is a warning with it. */
	isWarning?: true;
}

export interface BlankCall {
	parameters: Parameters;
	item: INodeExecutionData;
	/** That of a form where there are no headings. */
	sheet: Sheet;
	itemCount: number;
	/** As in the later rounds of a loop. */
	isLaterRun: boolean;
	hint: (line: string) => void;
}

export interface ReadingCall extends BlankCall {
	client: Client;
	/** That of the sheet's row, else the item's place from 1. */
	number: number;
	/** In all tries of the run. */
	ofRun: Memory;
	/** IANA name, of the workflow. */
	timezone: string;
	/** `field`: a binary field's name, or an expression's value. @throws {UserFacingError} when there is no file */
	inputFile: (field: unknown) => Promise<InputFile>;
	/** For the line on the node after the run. `fields`: what it names with the count. */
	count: (what: string | OwnCount, fields?: readonly string[]) => void;
	/** Names the subject of the item, such as its long URL, for the message if it fails. */
	about: (what: Record<string, unknown>) => void;
}

export interface PlanningCall<Row = unknown> {
	client: Client;
	/** Undefined for an item that cannot be read, and for a blank row. */
	rows: ReadonlyArray<Row | undefined>;
	/** What an earlier try of the engine has made of an item; undefined where it is still to be done. */
	finished: (itemIndex: number) => IDataObject | undefined;
}

export interface Plan {
	problems?: ReadonlyMap<number, UserFacingError>;
	/** The item that each one waits for, by their places. */
	earlier: ReadonlyArray<number | undefined>;
}

export interface OperationCall extends ReadingCall {
	itemIndex: number;
	ofItem: Memory;
	/** Adds a file to the item's output. `field`: of the output. @throws {UserFacingError} when n8n cannot keep it */
	addFile: (field: string, data: Buffer, fileName: string, mimeType: string) => Promise<void>;
}

/** In a dry run what would be done. `repeated`: it shares the record of an earlier item. */
export type Action = 'created' | 'updated' | 'unchanged' | 'repeated' | 'create' | 'update';
