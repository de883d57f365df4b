import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Service, ServiceOptions } from '../../service/index.mts';
import { listen, webPage } from '../support/listener.mts';
import { autoMap, autoMapUpdate, createOf, rows } from '../support/runs.mts';
import { credentialsOf, KEY, serviceWith } from '../support/service.mts';

export const LONG = 'https://example.com/page';

/** What stands behind a run: a credential and the requests that reached anything with it. */
export interface Place {
	credentials: Partial<ReturnType<typeof credentialsOf>>;
	requests: readonly unknown[];
}

export interface BadInput {
	what: string;
	/** Default: a service with something to find in it. */
	place?: () => Promise<Place>;
	parameters?: INodeParameters;
	/** The item with the bad value. */
	bad?: IDataObject;
	/** Items beside it that nothing is wrong with; none where the credential spoils every item. */
	good?: IDataObject[];
	message: string | RegExp;
	/** Part of the description. */
	remedy: string;
	/** Requests the bad item alone costs; a link that is sent costs a read of the newest ones too. */
	requests: number;
	/** How many of these only look up a name. */
	lookUps?: number;
}

/** A bad input as a row of a table: what it is, how it is given, what is said and what is to be done. */
export type Told = [
	what: string,
	given: Pick<BadInput, 'parameters' | 'bad' | 'good'>,
	message: string,
	remedy: string,
];

export function toRow([what, given, message, remedy]: Told, requests: number): BadInput {
	return { what, ...given, message, remedy, requests };
}

export async function seeded(options: Partial<ServiceOptions> = {}): Promise<Service> {
	const service = await serviceWith(options);
	service.seed('links', [
		{ id: 1, url: LONG, alias: 'taken' },
		{ id: 2, url: LONG, alias: 'second' },
	]);
	service.seed('campaigns', [{ name: 'Autumn' }, { name: 'Spring' }]);
	service.seed('channels', [{ name: 'Mail' }]);
	service.seed('pixels', [{ name: 'Blog' }]);
	return service;
}

export function placeOf(service: Service, change: Partial<Place['credentials']> = {}): Place {
	return { credentials: credentialsOf(service, change), requests: service.requests };
}

/** A base URL made out of the service's own. */
export function baseUrl(write: (url: string) => string) {
	return async () => {
		const service = await seeded();
		return placeOf(service, { baseUrl: write(service.url) });
	};
}

export function credential(change: Place['credentials']) {
	return async () => placeOf(await seeded(), change);
}

export function key(apiKey: string, options: Partial<ServiceOptions> = {}) {
	return async () => placeOf(await seeded(options), { apiKey });
}

export async function nothingThere(address: string | Promise<string>): Promise<Place> {
	return { credentials: { baseUrl: await address, apiKey: KEY }, requests: [] };
}

export async function aWebPage(status: number): Promise<Place> {
	const { url, requests } = await listen(webPage(status));
	return { credentials: { baseUrl: url, apiKey: KEY }, requests };
}

/** Every field from the item; what an item does not have stays empty. */
export const CREATE = createOf('={{ $json.url }}', {
	custom: '={{ $json.custom }}',
	domain: { __rl: true, mode: 'address', value: '={{ $json.domain }}' },
	additionalFields: {
		campaign: { __rl: true, mode: 'id', value: '={{ $json.campaign }}' },
		channel: { __rl: true, mode: 'id', value: '={{ $json.channel }}' },
		expiry: '={{ $json.expiry }}',
		metaimage: '={{ $json.metaimage }}',
		pixels: '={{ $json.pixels }}',
		status: '={{ $json.status }}',
		timezone: '={{ $json.zone }}',
	},
});
export const GOOD_ROWS = rows(2);

export function create(bad: IDataObject): Pick<BadInput, 'parameters' | 'bad' | 'good'> {
	return { parameters: CREATE, bad: { url: LONG, ...bad }, good: GOOD_ROWS };
}

export function mapped(bad: IDataObject): Pick<BadInput, 'parameters' | 'bad' | 'good'> {
	return { parameters: autoMap(), bad: { url: LONG, ...bad }, good: GOOD_ROWS };
}

/** An update of the link that the row names. */
export function mappedUpdate(bad: IDataObject, columnToMatchOn = 'shorturl') {
	return { parameters: autoMapUpdate({ columnToMatchOn }), bad: { url: LONG, ...bad } };
}

export function getLink(mode: string, bad: unknown, good: unknown) {
	return {
		parameters: {
			resource: 'link',
			operation: 'get',
			linkId: { __rl: true, mode, value: '={{ $json.value }}' },
			output: 'fields',
			fields: '={{ $json.fields ?? "id" }}',
		},
		bad: { value: bad } as IDataObject,
		good: [{ value: good }, { value: good }] as IDataObject[],
	};
}

export function getMany(bad: IDataObject) {
	return {
		parameters: {
			resource: 'link',
			operation: 'getAll',
			limit: '={{ $json.limit }}',
			filters: { q: '={{ $json.q }}', order: '={{ $json.order }}' },
		},
		bad,
		good: [{ limit: 1 }, { limit: 1, q: 'example' }],
	};
}

export function options(more: INodeParameters) {
	return { parameters: createOf(LONG, { options: more }) };
}
