import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { run } from './run.mjs';

/**
 * Copies what the repository holds, or would hold after `git add`: n8n scans a clean checkout.
 *
 * @param {string} root
 * @param {string} target
 */
export async function copySource(root, target) {
	const listed = run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
		cwd: root,
	});
	for (const file of new Set(listed.split('\0').filter(Boolean))) {
		await copyUnlessDeleted(path.join(root, file), path.join(target, file));
	}
	return target;
}

async function copyUnlessDeleted(from, to) {
	await mkdir(path.dirname(to), { recursive: true });
	try {
		await cp(from, to);
	} catch (error) {
		if (error.code !== 'ENOENT') throw error;
	}
}
