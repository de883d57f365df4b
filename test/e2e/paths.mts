import { join } from 'node:path';

/** The package.json, lockfile and node_modules of the newest n8n, apart from the root's. */
export const N8N_FOLDER = join(import.meta.dirname, 'n8n-2');

/** Every folder with an n8n of its own; the other one is of the 1.x line, and no package of it is of the same version. */
export const N8N_FOLDERS = [N8N_FOLDER, join(import.meta.dirname, 'n8n-1.123')];

export const ROOT = join(import.meta.dirname, '..', '..');

/** Everything the demo leaves behind; git-ignored, and safe to delete while no demo runs. */
export const DEMO_FOLDER = join(ROOT, '.demo');

/** The n8n that is installed in a folder with a lockfile for it. */
export function n8nBin(folder: string): string {
	return join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
}

export const N8N_BIN = n8nBin(N8N_FOLDER);

/** What the end-to-end tests leave behind, beside the demo's own. */
export const E2E_STATE_FOLDER = join(DEMO_FOLDER, 'e2e');
