import type { Family, Outcome } from './answers.mts';
import type { Database } from './database.mts';
import type { ServiceOptions } from './options.mts';
import type { BodyCheck } from './validation.mts';
import type { Variations } from './variations.mts';

/** What an endpoint works with. */
export interface Call<Body> {
	db: Database;
	options: ServiceOptions;
	variations: Variations;
	/** Base address with the base path, without a slash at the end. */
	url: string;
	/** The service's own, possibly wrong clock in epoch milliseconds. */
	nowMs: number;
	account: number;
	params: Record<string, string>;
	query: Record<string, string>;
	/** Already checked against the endpoint's schema. */
	body: Body;
	headers: Record<string, string | string[] | undefined>;
	/** Waits, until the service stops at most. */
	sleep(ms: number): Promise<void>;
}

export interface EndpointDefinition<Body> {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Path below the base path with `:name` for the variable parts. */
	path: string;
	family: Family;
	/** Set on the endpoints that add a record: only these can finish late. */
	creates?: boolean;
	/** Checks of the described input; without one the input must be empty. */
	body?: BodyCheck;
	query?: BodyCheck;
	/** Set where the body is a file: its raw bytes, whatever they are. */
	takesFile?: true;
	/** A parameter whose presence makes the service ignore all the others. */
	soloParameter?: string;
	/** Carries the request out; throws a Failure where the service refuses. */
	work(call: Call<Body>): Outcome | Promise<Outcome>;
}

/** An endpoint in the table of all endpoints, where the type of its body no longer matters. */
export type Endpoint = EndpointDefinition<unknown>;

/**
 * Ties the type of a body to its schema: `work` gets what the schema let through.
 */
export function endpoint<Body = Record<string, never>>(
	definition: EndpointDefinition<Body>,
): Endpoint {
	return definition;
}
