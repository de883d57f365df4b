import { join } from 'node:path';

/** This folder: n8n's own package.json, lockfile and node_modules live here, apart from the root's. */
export const E2E_FOLDER = import.meta.dirname;

/** The same for the newest n8n of the 1.x line, whose every other package is of another version, too. */
const N8N_1_FOLDER = join(E2E_FOLDER, 'n8n-1.123');

/** Every folder with an n8n of its own, the newest first. */
export const N8N_FOLDERS = [E2E_FOLDER, N8N_1_FOLDER];

export const ROOT = join(E2E_FOLDER, '..', '..');

/** Everything the demo leaves behind; git-ignored, and safe to delete while no demo runs. */
export const DEMO_FOLDER = join(ROOT, '.demo');

/** The n8n that is installed in a folder with a lockfile for it. */
export function n8nBin(folder: string): string {
	return join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
}

export const N8N_BIN = n8nBin(E2E_FOLDER);

/** What the end-to-end tests leave behind, beside the demo's own. */
export const E2E_STATE_FOLDER = join(DEMO_FOLDER, 'e2e');
