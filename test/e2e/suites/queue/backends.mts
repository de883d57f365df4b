import { randomBytes } from 'node:crypto';
import { findPostgres, type Postgres } from './postgres.mts';
import { findRedis, type Redis } from './redis.mts';

/** The queue and the database of one run: nothing of it is left behind, nothing else is touched. */
export interface Backends {
	/** For n8n's main and every worker. */
	env: NodeJS.ProcessEnv;
	/** In words, for the report. */
	where: string;
	dispose: () => Promise<void>;
}

/**
 * Finds or starts a Redis and a PostgreSQL.
 *
 * @param folder for the data of what has to be started
 * @throws when one of them can neither be found nor started
 */
export async function openBackends(folder: string): Promise<Backends> {
	const redis = await findRedis(folder);
	try {
		const postgres = await findPostgres(folder);
		return await useBackends(redis, postgres);
	} catch (error) {
		await redis.stop();
		throw error;
	}
}

async function useBackends(redis: Redis, postgres: Postgres): Promise<Backends> {
	const name = `link_shortener_e2e_${randomBytes(4).toString('hex')}`;
	await postgres.createDatabase(name);
	return {
		env: {
			EXECUTIONS_MODE: 'queue',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			QUEUE_BULL_PREFIX: name,
			N8N_REDIS_KEY_PREFIX: name,
			...redis.env,
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_DATABASE: name,
			...postgres.env,
		},
		where: `${redis.where}; ${postgres.where}`,
		dispose: async () => {
			await postgres.dropDatabase(name);
			await postgres.stop();
			await redis.deleteKeys(name);
			await redis.stop();
		},
	};
}
