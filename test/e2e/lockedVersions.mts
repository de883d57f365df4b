import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { E2E_FOLDER, N8N_1_FOLDER } from './paths.mts';

/** An n8n that a lockfile of this repository pins. */
export interface LockedVersion {
	/** The folder of the lockfile. */
	folder: string;
	/** Such as 2.41.1. */
	n8n: string;
}

/** The newest one first. */
export function lockedVersions(): LockedVersion[] {
	return [E2E_FOLDER, N8N_1_FOLDER].map((folder) => ({ folder, n8n: versionLockedIn(folder) }));
}

function versionLockedIn(folder: string): string {
	const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
		packages: Record<string, { version: string } | undefined>;
	};
	const n8n = packages['node_modules/n8n'];
	if (n8n === undefined) throw new Error(`There is no n8n in the lockfile in ${folder}.`);
	return n8n.version;
}
