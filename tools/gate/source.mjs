import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { plainLeg } from './report.mjs';
import { run } from './run.mjs';

const SOURCE_FOLDERS = ['nodes', 'credentials'];
const INLINE_DISABLE = /eslint-(?:disable|enable)|@ts-(?:ignore|nocheck|expect-error)/;

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

/**
 * The scanner ignores inline disables, so each is a violation it will report after publishing.
 *
 * @param {string} root
 */
export async function findInlineDisables(root) {
	const findings = [];
	for (const file of await sourceFiles(root)) {
		const lines = (await readFile(path.join(root, file), 'utf8')).split('\n');
		lines.forEach((line, index) => {
			if (INLINE_DISABLE.test(line)) findings.push(`${file}:${index + 1} ${line.trim()}`);
		});
	}
	return plainLeg('Inline disables', findings);
}

async function sourceFiles(root) {
	const found = [];
	for (const folder of SOURCE_FOLDERS.filter((name) => existsSync(path.join(root, name)))) {
		const entries = await readdir(path.join(root, folder), {
			recursive: true,
			withFileTypes: true,
		});
		for (const entry of entries.filter((candidate) => candidate.isFile())) {
			found.push(path.relative(root, path.join(entry.parentPath, entry.name)));
		}
	}
	return found;
}
