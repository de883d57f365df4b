import { join } from 'node:path';

/** This folder: n8n's own package.json, lockfile and node_modules live here, apart from the root's. */
export const E2E_FOLDER = import.meta.dirname;

export const ROOT = join(E2E_FOLDER, '..', '..');

/** Everything the demo leaves behind; git-ignored, and safe to delete while no demo runs. */
export const DEMO_FOLDER = join(ROOT, '.demo');

export const N8N_BIN = join(E2E_FOLDER, 'node_modules', 'n8n', 'bin', 'n8n');

/** What the end-to-end tests leave behind, beside the demo's own. */
export const E2E_STATE_FOLDER = join(DEMO_FOLDER, 'e2e');
