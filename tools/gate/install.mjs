import { statSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';

/**
 * Installs what tools/package-lock.json names, unless that was done since the lockfile changed.
 *
 * @param {string} tools
 */
export function installTools(tools) {
	const installed = modifiedAt(path.join(tools, 'node_modules', '.package-lock.json'));
	if (installed >= modifiedAt(path.join(tools, 'package-lock.json'))) return;

	console.log("Installing n8n's package scanner …");
	run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tools });
}

function modifiedAt(file) {
	return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
