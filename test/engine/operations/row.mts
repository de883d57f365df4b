import type { IDataObject, INodeParameterResourceLocator, INodeParameters } from 'n8n-workflow';

/** A request as the service receives it. Absent parts are absent: no query, no body. */
export interface SentRequest {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: string;
	query?: Record<string, string>;
	json?: Record<string, unknown>;
	form?: Record<string, string>;
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
	/** In the order of sending. */
	sends: SentRequest[];
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
export function pick(mode: 'list' | 'id' | 'url', value: string | number) {
	return { __rl: true, mode, value } satisfies INodeParameterResourceLocator;
}

/** A resource locator by an id of the input item. */
export const idOfItem = pick('id', '={{ $json.id }}');

/** The query of the first page of a listing. */
export function firstPage(limit: number, more: Record<string, string> = {}) {
	return { ...more, limit: String(limit), page: '1' };
}

/** What looks up the names of campaigns. */
export const CAMPAIGNS: SentRequest = {
	method: 'GET',
	path: '/api/campaigns',
	query: firstPage(100),
};

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
