import type {
	IBinaryKeyData,
	IDataObject,
	INodeParameterResourceLocator,
	INodeParameters,
} from 'n8n-workflow';

/** A request as the service receives it. Absent parts are absent: no query, no body. */
export interface SentRequest {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: string;
	query?: Record<string, string>;
	json?: Record<string, unknown>;
	form?: Record<string, string>;
	/** The size of an uploaded file. */
	file?: number;
}

/** Records or parts of them, with matchers where a value is the service's own choice. */
export type Records = ReadonlyArray<Readonly<Record<string, unknown>>>;

/** What a case comes to where the links product's own pixels answer. */
export interface OnLinksProduct {
	/** Behind both lists that tell whose pixels there are: the description's is not there. */
	sends: SentRequest[];
	/** The output, or the message where that product cannot do it. */
	gives?: () => Records;
	says?: string;
}

/** One way of using an operation. */
export interface OperationCase {
	/** Besides resource and operation. */
	parameters: INodeParameters;
	/** Default: one empty item. */
	items?: IDataObject[];
	/** In the order of sending, unless that is left open. */
	sends: SentRequest[];
	/** Many leave side by side. */
	inAnyOrder?: true;
	/** The output; `url` is the base address of the service. */
	gives: (url: string) => Records;
	/** Each record is one of several items, in their order; else all are of the first item. */
	isOneEach?: true;
	/** Fields of this output that the schema leaves out on purpose. */
	beyondSchema?: string[];
	/** Which product has the pixels was found out by an earlier run. */
	isProductKnown?: true;
	/** Of pixels only: all else is the same there. */
	onLinks?: OnLinksProduct;
}

/** What the service says to parameters. */
export interface Refusal {
	parameters: INodeParameters;
	message: string;
}

/** Everything the tests know about one operation. */
export interface OperationUses {
	/** The files of every item. */
	binary?: IBinaryKeyData;
	/** Only what has to be filled in. */
	minimal: OperationCase;
	/** Everything that can be filled in. */
	full: OperationCase;
	/** Further ways, by name. */
	more?: Record<string, OperationCase>;
	/** What the second item of `perItem` is about, as its failure tells. */
	about?: Record<string, string>;
	/** One run over three items, whose values reach the parameters through expressions: of some, since the loop is one. */
	perItem?: {
		parameters: INodeParameters;
		items: IDataObject[];
		/** The output of each item. */
		gives: (url: string) => Records[];
	};
	/** Parameters that name something that is not there, and what the service says to that: of some, of which others share the code. */
	unknown?: Refusal[];
	/** Fields that the local service adds to what the API description names; they pass through. */
	passThrough?: string[];
}

export interface OperationRow extends OperationUses {
	resource: string;
	operation: string;
}

/** The operations of a resource, by their names. */
export function rowsOf(
	resource: string,
	operations: Record<string, OperationUses>,
): OperationRow[] {
	return Object.entries(operations).map(([operation, uses]) => ({ resource, operation, ...uses }));
}

/** A resource locator as the editor stores it. */
export function pick(
	mode: 'list' | 'id' | 'name' | 'shortUrl' | 'longUrl' | 'address',
	value: string | number,
) {
	return { __rl: true, mode, value } satisfies INodeParameterResourceLocator;
}

/** A resource locator by an id of the input item. */
export const idOfItem = pick('id', '={{ $json.id }}');

/** The query of the first page of a listing. */
export function firstPage(limit: number, more: Record<string, string> = {}) {
	return { ...more, limit: String(limit), page: '1' };
}

export function reads(path: string, query?: Record<string, string>): SentRequest {
	return { method: 'GET', path, ...(query && { query }) };
}

export function posts(path: string, json?: Record<string, unknown>): SentRequest {
	return { method: 'POST', path, ...(json && { json }) };
}

export function puts(path: string, json: Record<string, unknown>): SentRequest {
	return { method: 'PUT', path, json };
}

export function deletes(path: string): SentRequest {
	return { method: 'DELETE', path };
}

export function refused(parameters: INodeParameters, message: string): Refusal {
	return { parameters, message };
}

/** The output of items with a record each. */
export function oneEach(...records: Records): Records[] {
	return records.map((record) => [record]);
}

/** A create that sends one body. */
export function creating(
	path: string,
	parameters: INodeParameters,
	json: Record<string, unknown>,
	gives: OperationCase['gives'],
): OperationCase {
	return { parameters, sends: [posts(path, json)], gives };
}

/** A listing that ends with its first page. */
export function listing(
	path: string,
	parameters: INodeParameters,
	gives: OperationCase['gives'],
	query: Record<string, string> = {},
): OperationCase {
	const limit = parameters.returnAll === true ? 100 : 50;
	return { parameters, sends: [reads(path, firstPage(limit, query))], gives };
}

/** The listing of all records of a kind, by pages. */
export function listRow(path: string, gives: OperationCase['gives']): OperationUses {
	return {
		minimal: listing(path, {}, gives),
		full: listing(path, { returnAll: true }, gives),
	};
}

/** An update that tells what it sent. */
export function updating(
	place: string,
	id: number,
	parameters: INodeParameters,
	json: Record<string, unknown>,
): OperationCase {
	return {
		parameters,
		sends: [puts(`/api/${place}/${id}/update`, json)],
		gives: () => [{ updated: true, id, ...json }],
	};
}

/**
 * The removal of one record, by its ID and as it is picked from the list.
 *
 * @param list that tells whether a record that the service does not find is really gone
 */
export function deleteRow(
	resource: string,
	place: string,
	[first, second]: readonly [number, number],
	list: string,
): OperationUses {
	const parameter = `${resource}Id`;
	const gone = (id: number) => ({ deleted: true, id });
	const removing = (mode: 'id' | 'list', id: number): OperationCase => ({
		parameters: { [parameter]: pick(mode, String(id)) },
		sends: [deletes(`/api/${place}/${id}/delete`)],
		gives: () => [gone(id)],
	});
	return {
		minimal: removing('id', first),
		full: removing('list', second),
		more: {
			'already gone': {
				parameters: { [parameter]: pick('id', 999) },
				sends: [deletes(`/api/${place}/999/delete`), reads(list, firstPage(100))],
				gives: () => [{ ...gone(999), alreadyGone: true }],
			},
		},
	};
}

/** What looks up the names of campaigns. */
export const CAMPAIGNS: SentRequest = reads('/api/campaigns', firstPage(100));

/** The request of a row that does its work, whatever is read before and afterwards. */
export function workOf({ minimal: { sends } }: OperationRow): Partial<SentRequest> {
	return sends.findLast(({ method }) => method !== 'GET') ?? sends.at(-1) ?? {};
}

/** The cases of a row by name. */
export function casesOf({
	minimal,
	full,
	more = {},
}: OperationRow): Array<[string, OperationCase]> {
	return Object.entries({ minimal, full, ...more });
}
