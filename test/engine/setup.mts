import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import '../clock.mts';
import { stopPairs } from '../service/client.mts';
import { stopListeners } from './support/listener.mts';
import { stopServices } from './support/service.mts';

const ROOT = join(import.meta.dirname, '../..');

/** The source files that are newer than what was built of them, or were not built. */
function unbuiltFiles(): string[] {
	return ['credentials', 'nodes'].flatMap((folder) => {
		const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
		return files
			.filter((file) => file.endsWith('.ts'))
			.map((file) => join(folder, file))
			.filter((file) => {
				const built = statSync(join(ROOT, 'dist', file.replace(/ts$/, 'js')), {
					throwIfNoEntry: false,
				});
				return built === undefined || built.mtimeMs < statSync(join(ROOT, file)).mtimeMs;
			});
	});
}

const unbuilt = unbuiltFiles();
if (unbuilt.length > 0) {
	throw new Error(`These tests run what was built last. Run npm run build: ${unbuilt.join(', ')}`);
}

// Files of tests share a process, n8n's engine in it, and the clock: a hook that one of the modules they
// share sets for itself would be there for the first file alone. This one runs for each.
afterEach(stopPairs);

afterAll(async () => {
	stopListeners();
	await stopServices();
});
