import { chmod, mkdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../ports.mts';
import { run } from '../../processes.mts';
import { findProgram, installDebianPackage } from '../../debian.mts';

export interface Postgres {
	/** For n8n; the database's name is added by whoever creates it. */
	env: NodeJS.ProcessEnv;
	where: string;
	createDatabase: (name: string) => Promise<void>;
	dropDatabase: (name: string) => Promise<void>;
	/** Stops it if it was started here. */
	stop: () => Promise<void>;
}

interface Address {
	/** A host, or the folder of a socket. */
	host: string;
	port: number;
	user: string;
	password: string;
	/** The database to log in to before there is one of our own. */
	database: string;
}

const SOCKETS = '/var/run/postgresql';
const OR_ELSE =
	'Or name a running PostgreSQL in E2E_POSTGRES_URL; none was found at the usual addresses.';
const CONNECT_TIMEOUT_MS = 2_000;

/**
 * The PostgreSQL that E2E_POSTGRES_URL names, else one on this machine that lets this user in, else
 * one of our own.
 *
 * @throws when there is none and none can be started
 */
export async function findPostgres(folder: string): Promise<Postgres> {
	const named = process.env.E2E_POSTGRES_URL;
	if (named) {
		const address = addressOf(new URL(named));
		await ask(address, 'SELECT 1');
		return postgresAt(address, 'found', async () => Promise.resolve());
	}
	for (const host of [SOCKETS, '127.0.0.1']) {
		for (const user of [userInfo().username, 'postgres']) {
			const address = { host, port: 5432, user, password: '', database: 'postgres' };
			if (!(await mayCreateDatabases(address))) continue;
			return postgresAt(address, 'found', async () => Promise.resolve());
		}
	}
	return await startPostgres(folder);
}

/** A cluster of our own, which lets in whoever is on this machine. */
async function startPostgres(folder: string): Promise<Postgres> {
	const initdb =
		(await findProgram('initdb')) ?? (await installDebianPackage('postgresql', 'initdb', OR_ELSE));
	const pgCtl = await findProgram('pg_ctl');
	if (!pgCtl) throw new Error(`There is an ${initdb} but no pg_ctl.`);
	// PostgreSQL refuses to run as root; the user that its package makes cannot reach every folder.
	const isRoot = process.getuid?.() === 0;
	const home = isRoot ? tmpdir() : folder;
	const data = join(home, `link-shortener-e2e-postgres-${process.pid}`);
	await mkdir(data, { recursive: true });
	if (isRoot) await run('chown', ['postgres', data], { cwd: '/' });
	await chmod(data, 0o700);
	const asServer = async (program: string, args: string[]) =>
		isRoot
			? await run('runuser', ['-u', 'postgres', '--', program, ...args], { cwd: '/' })
			: await run(program, args, { cwd: '/' });

	const port = await freePort();
	await asServer(initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N']);
	const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
	await asServer(pgCtl, ['-D', data, '-l', join(data, 'log'), '-o', options, '-w', 'start']);
	const address = { host: '127.0.0.1', port, user: 'postgres', password: '', database: 'postgres' };
	return postgresAt(address, 'started', async () => {
		await asServer(pgCtl, ['-D', data, '-m', 'immediate', '-w', 'stop']);
		await rm(data, { recursive: true, force: true });
	});
}

function postgresAt(address: Address, how: string, stop: () => Promise<void>): Postgres {
	const { host, port, user, password } = address;
	return {
		env: {
			DB_POSTGRESDB_HOST: host,
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_USER: user,
			DB_POSTGRESDB_PASSWORD: password,
		},
		where: `PostgreSQL ${how} at ${host}:${port} as ${user}`,
		createDatabase: async (name) => {
			await ask(address, `CREATE DATABASE "${name}"`);
		},
		dropDatabase: async (name) => {
			await ask(address, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
		},
		stop,
	};
}

function addressOf(url: URL): Address {
	return {
		host: url.hostname,
		port: Number(url.port || '5432'),
		user: decodeURIComponent(url.username) || 'postgres',
		password: decodeURIComponent(url.password),
		database: url.pathname.slice(1) || 'postgres',
	};
}

async function mayCreateDatabases(address: Address): Promise<boolean> {
	const role = 'SELECT 1 FROM pg_roles WHERE rolname = current_user AND (rolcreatedb OR rolsuper)';
	return await ask(address, role).then(
		(rows) => rows > 0,
		() => false,
	);
}

/** Runs one statement; the number of rows it gave. */
async function ask(address: Address, statement: string): Promise<number> {
	const client = new pg.Client({ ...address, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
	await client.connect();
	try {
		return (await client.query(statement)).rows.length;
	} finally {
		await client.end();
	}
}
