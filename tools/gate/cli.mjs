import { spawnSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const PROBLEMS = /\d+ problems? \(/;

/**
 * What n8n's own command line says about a clean checkout. `lint` checks that the rules are n8n's only
 * where package.json says `strict`, and `cloud-support` whether it says so; neither can look at a
 * tarball, which holds no ESLint configuration.
 *
 * @param {string} root
 * @param {string} source
 * @returns {Promise<import('./scan.mjs').Leg[]>}
 */
export async function askTheCli(root, source) {
	await symlink(path.join(root, 'node_modules'), path.join(source, 'node_modules'), 'junction');
	return [judgeLint(n8nNode(source, 'lint')), judgeCloudSupport(n8nNode(source, 'cloud-support'))];
}

function judgeLint({ status, output }) {
	const passed = status === 0 && !PROBLEMS.test(output);
	return {
		name: 'n8n-node lint',
		findings: passed ? [] : [output],
		summary: passed ? "strict, n8n's default rules, no findings" : `exit code ${status}`,
	};
}

function judgeCloudSupport({ status, output }) {
	const eligible = status === 0 && /Status: eligible/.test(output);
	return {
		name: 'n8n-node cloud-support',
		findings: eligible ? [] : [output],
		summary: eligible ? 'eligible' : 'not eligible',
	};
}

function n8nNode(cwd, command) {
	const cli = path.join(cwd, 'node_modules', '@n8n', 'node-cli', 'bin', 'n8n-node.mjs');
	const { status, stdout, stderr, error } = spawnSync(process.execPath, [cli, command], {
		cwd,
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
	});
	if (error !== undefined) throw error;
	return { status, output: stripVTControlCharacters(`${stdout}${stderr}`).trim() };
}
