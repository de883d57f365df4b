/**
 * The part of pg, the PostgreSQL client that n8n brings along, that is used here. The type check has
 * to pass before anything is installed in this folder.
 */
declare module 'pg' {
	interface Client {
		connect(): Promise<void>;
		query(statement: string): Promise<{ rows: unknown[] }>;
		end(): Promise<void>;
	}
	const pg: {
		Client: new (options: {
			host: string;
			port: number;
			user: string;
			password: string;
			database: string;
			connectionTimeoutMillis: number;
		}) => Client;
	};
	export default pg;
}
