import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './paths.mts';

/** The main n8n of a Compose file in docs/compose, as far as it can be tried without Docker. */
export interface ComposedN8n {
	environment: Record<string, string>;
	/** The command that says whether n8n is ready; empty if the file has none. */
	healthcheck: string[];
}

const VARIABLE = /\$\{(\w+):\?[^}]*\}/g;

/**
 * Reads the n8n out of a Compose file.
 *
 * @param env what stands in the file .env beside it
 */
export async function composedN8n(
	name: 'single.yml' | 'queue.yml',
	env: Record<string, string>,
): Promise<ComposedN8n> {
	const text = await readFile(join(ROOT, 'docs/compose', name), 'utf8');
	const { services } = parse(text, { merge: true }) as {
		services: {
			n8n: { environment: Record<string, string>; healthcheck?: { test: string[] } };
		};
	};
	const { environment, healthcheck } = services.n8n;
	const filled = Object.entries(environment).map(([key, value]) => [
		key,
		value.replace(VARIABLE, (_, variable: string) => env[variable] ?? ''),
	]);
	return {
		environment: Object.fromEntries(filled) as Record<string, string>,
		healthcheck: healthcheck?.test.slice(1) ?? [],
	};
}
