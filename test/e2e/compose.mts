import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './paths.mts';

/** The main n8n of docs/compose/queue.yml, as far as it can be tried without Docker. */
interface ComposedN8n {
	environment: Record<string, string>;
	/** The command that says whether n8n is ready. */
	healthcheck: string[];
}

const VARIABLE = /\$\{(\w+):\?[^}]*\}/g;

/**
 * Reads that n8n.
 *
 * @param env what stands in the file .env beside it
 */
export async function composedN8n(env: Record<string, string>): Promise<ComposedN8n> {
	const text = await readFile(join(ROOT, 'docs/compose/queue.yml'), 'utf8');
	const { services } = parse(text, { merge: true }) as {
		services: {
			n8n: { environment: Record<string, string>; healthcheck: { test: string[] } };
		};
	};
	const { environment, healthcheck } = services.n8n;
	const filled = Object.entries(environment).map(([key, value]) => [
		key,
		value.replace(VARIABLE, (_, variable: string) => env[variable] ?? ''),
	]);
	return {
		environment: Object.fromEntries(filled) as Record<string, string>,
		healthcheck: healthcheck.test.slice(1),
	};
}
