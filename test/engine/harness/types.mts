import type {
	ExecutionError,
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	IRun,
	NodeExecutionHint,
	OnError,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { LogLine } from './logs.mts';

/** A node's settings, as in the editor's Settings tab. */
export interface NodeSettings {
	onError?: OnError;
	retryOnFail?: boolean;
	/** The engine allows 2 to 5; default 3. */
	maxTries?: number;
	/** Milliseconds; the engine caps them at 5000 and reads 0 as its default, 1000. */
	waitBetweenTries?: number;
}

/** What holds for an execution as a whole. */
export interface ExecutionOptions {
	/** `{ baseUrl, apiKey, ignoreSslIssues? }`, as stored. */
	credentials: ICredentialDataDecryptedObject;
	/** Input items, or only their json; default: one empty item. */
	items?: IDataObject[] | INodeExecutionData[];
	/** Workflow setting. */
	timezone?: string;
	/** Workflow setting: whether files are in the row rather than beside it. */
	binaryMode?: 'combined';
	/** Cancels the execution as n8n's Stop button and its time limit do. */
	cancelAfterMs?: number;
	/** Likewise, when the signal aborts. */
	signal?: AbortSignal;
	/** Default `trigger`, an active workflow's own; the editor's Execute button is `manual`. */
	mode?: WorkflowExecuteMode;
}

export interface RunOptions extends ExecutionOptions, NodeSettings {
	/** Parameters of the node under test; what is left out gets its default. */
	parameters: INodeParameters;
}

export interface WorkflowNode extends NodeSettings {
	name: string;
	parameters: INodeParameters;
}

export interface WorkflowOptions extends ExecutionOptions {
	/** A chain; the first one receives the items. */
	nodes: WorkflowNode[];
}

/** What there is of an execution, whichever node is asked for. */
interface ExecutionResult {
	run: IRun;
	status: string;
	durationMs: number;
	logs: LogLine[];
	/** The execution as n8n would have saved it, at the moment it would have saved it. */
	savedRecord: string;
	/** The node's error, else the execution's. As in n8n a plain object with the error's fields. */
	error?: ExecutionError;
}

export interface RunResult extends ExecutionResult {
	/** Items by output, of the node's last run; empty when it did not finish. */
	outputs: INodeExecutionData[][];
	/** The json of each item of the first output. */
	items: IDataObject[];
	/** The json of each item of the second output, the error output. */
	errorItems: IDataObject[];
	hints: NodeExecutionHint[];
}

export interface WorkflowResult extends ExecutionResult {
	/** The result of one node. */
	node: (name: string) => RunResult;
}

export interface ToolOptions extends RunOptions {
	/** What the model filled in for the `$fromAI()` expressions in the parameters. */
	toolArguments: IDataObject;
	/**
	 * `agent` (default): an Agent node of version 3 asks the engine to run the tool as a node.
	 * `direct`: the tool is called like a function: older agents, the MCP server trigger.
	 */
	caller?: 'agent' | 'direct';
}

export interface ToolResult extends RunResult {
	/** What the model is told about the tool. */
	tool: {
		argumentNames: string[];
		/** Those without a default value: the model has to fill them in. */
		requiredArguments: string[];
	};
	/** What the model is told by the tool; empty when a direct call threw. */
	response: string;
}

export interface LoadOptions {
	/** Name of the method, as in `searchListMethod` or `loadOptionsMethod`. */
	method: string;
	credentials: ICredentialDataDecryptedObject;
	/** The parameters as filled in so far. */
	parameters?: INodeParameters;
}

export interface ListSearchOptions extends LoadOptions {
	filter?: string;
}

export interface PollOptions {
	parameters: INodeParameters;
	credentials: ICredentialDataDecryptedObject;
	/** Changed in place by the node. The same object stands for the same trigger node. */
	staticData: IDataObject;
	mode: 'trigger' | 'manual';
	/** Default `activate`; stays the same for every later poll of an activation. */
	activationMode?: WorkflowActivateMode;
	/** What `getPollBudgetMs()` answers; default five minutes, n8n's own. */
	budgetMs?: number;
}
