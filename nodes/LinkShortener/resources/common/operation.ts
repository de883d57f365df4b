import type {
	IBinaryData,
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Client } from '../../api/client';
import type { Parameters } from '../../shared/parameters';

/**
 * Everything there is to one operation: how it stands in the list, its fields, its call.
 *
 * The frame adds what every operation has: `displayOptions` for its fields, the options of a run, the
 * item loop, item linking and what happens when an item fails.
 */
export interface Operation {
	option: INodePropertyOptions & { value: string; action: string; description: string };
	/** Whether it changes something at the service, so that a second try must not repeat it. */
	writes: boolean;
	properties: INodeProperties[];
	/** What it has under Options besides those of every run. */
	options?: INodeProperties[];
	/** How to go on after a run that stopped with some items done, without doing these again. */
	runAgain?: string;
	/** Does the work for one item. Throws a `UserFacingError` for what cannot be done. */
	execute(call: OperationCall): Promise<Output[]>;
}

/** What comes out as one item. */
export type Output = IDataObject | RecordWithFiles;

/** A record and the files that come out with it, by the name of their field. */
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

/** What became of the columns of an item, by their names there. */
export interface ColumnUse {
	used: readonly string[];
	/** Those that are no field. */
	ignored: readonly string[];
	/** Columns of a listing whose field has another name here, such as `title`. */
	listed?: readonly string[];
	/** Those that repeat the record's present value, or are empty. */
	unchanged?: readonly string[];
}

/** What an operation is given for one item. */
export interface OperationCall {
	parameters: Parameters;
	item: INodeExecutionData;
	client: Client;
	/** IANA name of the workflow's time zone. */
	timezone: string;
	/** How many items the run has. */
	itemCount: number;
	/** Unique to this item of this run, and the same on every try of the engine's. */
	uniqueKey: string;
	/**
	 * Hands a file to n8n, which keeps it wherever it keeps them.
	 *
	 * @throws {UserFacingError} when n8n cannot keep it
	 */
	storeFile: (data: Buffer, fileName: string, mimeType: string) => Promise<IBinaryData>;
	/** Counts what became of an item, for the line on the node after a long run. */
	count: (what: string) => void;
	/** Says what the item is about, for the message should it fail: such as its long URL. */
	about: (what: Record<string, string>) => void;
	/** Shows a line on the node after the run, once however many items say it. */
	hint: (line: string) => void;
	/** Notes what became of an item's columns, for the one line on the node that names those of all items. */
	noteColumns: (columns: ColumnUse) => void;
}
