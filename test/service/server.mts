import { fastify } from 'fastify';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { AddressInfo } from 'node:net';
import { Database } from './database.mts';
import { allEndpoints, isServed } from './endpoints/index.mts';
import type { Fault } from './faults.mts';
import { allLinks } from './link-store.mts';
import type { LinkEdit, LinkRow } from './link-store.mts';
import { accountsOf, changeOptions, resolveOptions } from './options.mts';
import type { ChangingOptions, ServiceOptions } from './options.mts';
import { Pipeline } from './pipeline.mts';
import type { RequestLogEntry } from './request-log.mts';
import { FILE_TYPE } from './request.mts';
import { seed, seedAccounts } from './seeds.mts';
import type { SeedKind, SeedRow } from './seeds.mts';
import { addClicks } from './visits.mts';

export interface Service {
	/** Base address with the base path, no slash at the end. */
	readonly url: string;
	/** The first key. */
	readonly apiKey: string;
	/** Live: `set` changes it in place. */
	readonly options: ServiceOptions;
	/** Changes options at run time; given `hosting` or `variations` replace those in force. */
	set(options: Partial<ChangingOptions>): void;
	addFault(fault: Fault): void;
	clearFaults(): void;
	/** Every request since the start or the last `clearRequests`, in the order of arrival. */
	readonly requests: RequestLogEntry[];
	clearRequests(): void;
	/** All links of all accounts, oldest first. */
	links(): LinkRow[];
	/** All rows of a table of the database. */
	table(name: string): Array<Record<string, unknown>>;
	/** Inserts rows directly and returns their ids. */
	seed(kind: SeedKind, rows: SeedRow[]): number[];
	deleteLinks(ids: number[]): void;
	/** Changes columns of a link as a person does in the dashboard: no request tells of it. */
	editLink(id: number, columns: LinkEdit): void;
	/** Adds clicks to a link. */
	click(id: number, times: number): void;
	/** Sends a request without a connection, for a test that puts the clock forward itself. */
	inject(request: InjectOptions): Promise<LightMyRequestResponse>;
	/** Ends all waits, lets work in progress finish, closes connections and database. */
	stop(): Promise<void>;
}

/** Path under which a request outside the base path is looked for, and not found. */
const OUTSIDE = '/.outside';
const BODY_LIMIT = 1024 * 1024;

/** Made once in a process, in which each test starts a service of its own: the framework's own routes take half of that. */
const PATTERNS = allEndpoints.map((endpoint) => ({
	endpoint,
	pattern: new RegExp(`^${endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}));

/** Starts the service; everything it keeps is in the database named by the options. */
export async function startService(given: Partial<ServiceOptions> = {}): Promise<Service> {
	const options = resolveOptions(given);
	const db = new Database(options.database);
	seedAccounts(db, accountsOf(options), Date.now() + options.clockOffsetMs);
	let origin = '';
	const url = (): string => origin + options.basePath;
	const pipeline = new Pipeline(options, db, url);
	options.faults.forEach((fault) => pipeline.faults.add(fault));
	const server = buildServer(options, pipeline);
	try {
		await server.listen({ host: options.host, port: options.port });
	} catch (error) {
		db.close();
		throw error;
	}
	origin = originOf(server, options.host);

	let stopping: Promise<void> | undefined;
	const stop = async (): Promise<void> => {
		await pipeline.finish();
		await server.close();
		// What slipped in between the two.
		await pipeline.finish();
		db.close();
	};

	return {
		get url() {
			return url();
		},
		get apiKey() {
			return options.apiKeys[0] ?? '';
		},
		options,
		requests: pipeline.requests,
		set(change) {
			changeOptions(options, change);
			if (change.apiKeys !== undefined || change.accounts !== undefined) {
				seedAccounts(db, accountsOf(options), Date.now() + options.clockOffsetMs);
				pipeline.readKeys();
			}
		},
		addFault(fault) {
			pipeline.faults.add(fault);
		},
		clearFaults() {
			pipeline.faults.clear();
		},
		clearRequests() {
			pipeline.requests.length = 0;
		},
		links() {
			return allLinks(db, url());
		},
		table(name) {
			const known = db.all(
				`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`,
				name,
			)[0];
			if (known === undefined) throw new Error(`There is no table "${name}"`);
			return db.all<Record<string, unknown>>(`SELECT * FROM ${name}`);
		},
		seed(kind, rows) {
			return seed(db, kind, rows, Date.now() + options.clockOffsetMs);
		},
		deleteLinks(ids) {
			db.transaction(() => {
				for (const id of ids) db.run('DELETE FROM links WHERE id = ?', id);
			});
		},
		editLink(id, columns) {
			db.update('links', id, { ...columns });
		},
		click(id, times) {
			addClicks(db, id, times);
		},
		inject(request) {
			return server.inject(request);
		},
		stop() {
			stopping ??= stop();
			return stopping;
		},
	};
}

function buildServer(options: ServiceOptions, pipeline: Pipeline): FastifyInstance {
	const server = fastify({
		bodyLimit: BODY_LIMIT,
		exposeHeadRoutes: false,
		// Clients keep connections open; a stop must not wait for them.
		forceCloseConnections: true,
		// Here and not as a prefix of the routes, so that it can change while the service runs.
		rewriteUrl: (request) => belowBase(request.url ?? '/', options.basePath),
	});
	// Bodies stay text: the log wants them as they came, and only the endpoint knows their type.
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => {
		parsed(null, body);
	});
	// A file is read while it comes, and never kept as a whole.
	server.addContentTypeParser(FILE_TYPE, (_request, payload, parsed) => {
		parsed(null, payload);
	});
	server.route({
		method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
		url: '*',
		handler: (request, reply) => {
			const { endpoint, params } = findEndpoint(request.method, request.url) ?? {};
			request.params = params ?? {};
			// Asked with each request, since the product can change while the service runs.
			const isThere = endpoint !== undefined && isServed(endpoint, options);
			return pipeline.serve(request, reply, isThere ? endpoint : undefined);
		},
	});
	server.setNotFoundHandler((request, reply) => pipeline.serve(request, reply, undefined));
	return server;
}

/** The endpoint of a request, and the variable parts of its path. */
function findEndpoint(method: string, url: string) {
	const path = url.split('?', 1)[0] ?? '';
	for (const { endpoint, pattern } of PATTERNS) {
		const match = endpoint.method === method ? pattern.exec(path) : null;
		if (match === null) continue;
		const parts = Object.entries(match.groups ?? {});
		const params = Object.fromEntries(
			parts.map(([name, part]) => [name, decodeURIComponent(part)]),
		);
		return { endpoint, params };
	}
	return undefined;
}

function belowBase(url: string, basePath: string): string {
	if (basePath === '') return url;
	const rest = url.slice(basePath.length);
	if (!url.startsWith(basePath) || !/^($|[/?])/.test(rest)) return OUTSIDE + url;
	return rest.startsWith('/') ? rest : `/${rest}`;
}

/** An address clients on this machine can use, also when the service listens everywhere. */
function originOf(server: FastifyInstance, host: string): string {
	const { port } = server.server.address() as AddressInfo;
	const anywhere = host === '0.0.0.0' || host === '::';
	const shown = anywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
	return new URL(`http://${shown}:${port}`).origin;
}
