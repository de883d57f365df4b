import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';

const PROCESSES = 7;
const TARGET_MS = 60;

const SCRIPT = fileURLToPath(new URL('./load-once.cjs', import.meta.url));

/**
 * How long n8n waits for the package at its start. Printed, not judged: machines are noisy. That it
 * loads at all from its tarball is judged.
 *
 * @param {string} root
 * @param {string} directory the unpacked tarball
 * @returns {Promise<import('./scan.mjs').Leg>}
 */
export async function measureLoadTime(root, directory) {
	const name = 'Load time';
	const { n8n = {} } = JSON.parse(await readFile(path.join(directory, 'package.json'), 'utf8'));
	const files = [...(n8n.nodes ?? []), ...(n8n.credentials ?? [])];
	// In n8n the peer dependency is found from the package's place; here it is lent.
	await symlink(path.join(root, 'node_modules'), path.join(directory, 'node_modules'), 'junction');
	try {
		const ms = median(Array.from({ length: PROCESSES }, () => loadOnce(directory, files)));
		const summary = `${ms.toFixed(1)} ms, median of ${PROCESSES} processes (target ${TARGET_MS} ms, not judged)`;
		return { name, findings: [], summary };
	} catch (error) {
		return { name, findings: [error.message], summary: 'the package does not load' };
	}
}

function loadOnce(directory, files) {
	return Number(run(process.execPath, [SCRIPT, ...files], { cwd: directory }));
}

function median(values) {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)];
}
