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
	/** Fields of this output that the schema leaves out on purpose. */
	beyondSchema?: string[];
	/** The service chose the order by age, so an install with ascending lists turns it round. */
	byAge?: true;
	/** Which product has the pixels was found out by an earlier run. */
	isProductKnown?: true;
	/** Of pixels only: all else is the same there. */
	onLinks?: OnLinksProduct;
}

/** Everything the tests know about one operation. */
export interface OperationRow {
	resource: string;
	operation: string;
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
	/** One run over three items, whose values reach the parameters through expressions. */
	perItem: {
		parameters: INodeParameters;
		items: [IDataObject, IDataObject, IDataObject];
		/** The output of each item. */
		gives: (url: string) => [Records, Records, Records];
		byAge?: true;
	};
	/** Parameters that name something that is not there, and what the service says to that. */
	unknown?: Array<{ parameters: INodeParameters; message: string; onLinks?: string }>;
	/** Fields that the local service adds to what the API description names; they pass through. */
	passThrough?: string[];
}

/** A resource locator as the editor stores it. */
export function pick(
	mode: 'list' | 'id' | 'name' | 'shortUrl' | 'address',
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

/** The output of three items, a record for each. */
export function oneEach(
	...[first, second, third]: [Records[number], Records[number], Records[number]]
): [Records, Records, Records] {
	return [[first], [second], [third]];
}

/** The listing of all records of a kind, by pages. */
export function listRow(
	resource: string,
	path: string,
	gives: OperationCase['gives'],
	count = 3,
): OperationRow {
	const listing = (parameters: INodeParameters, limit: number): OperationCase => ({
		parameters,
		sends: [reads(path, firstPage(limit))],
		gives,
		byAge: true,
	});
	return {
		resource,
		operation: 'getAll',
		minimal: listing({}, 50),
		full: listing({ returnAll: true }, 100),
		perItem: {
			parameters: { limit: '={{ $json.limit }}' },
			items: [{ limit: count }, { limit: String(count + 1) }, { limit: count + 2 }],
			gives: (url) => [gives(url), gives(url), gives(url)],
			byAge: true,
		},
	};
}

/** The removal of one record, by its ID and as it is picked from the list. */
export function deleteRow(
	resource: string,
	place: string,
	[first, second, third]: readonly [number, number, number],
	message: string,
): OperationRow {
	const parameter = `${resource}Id`;
	const gone = (id: number) => ({ deleted: true, id });
	const removing = (mode: 'id' | 'list', id: number): OperationCase => ({
		parameters: { [parameter]: pick(mode, String(id)) },
		sends: [deletes(`/api/${place}/${id}/delete`)],
		gives: () => [gone(id)],
	});
	return {
		resource,
		operation: 'delete',
		minimal: removing('id', first),
		full: removing('list', second),
		perItem: {
			parameters: { [parameter]: idOfItem },
			items: [{ id: first }, { id: String(second) }, { id: third }],
			gives: () => oneEach(gone(first), gone(second), gone(third)),
		},
		unknown: [{ parameters: { [parameter]: pick('id', 999) }, message }],
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
