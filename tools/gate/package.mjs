import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { run } from './run.mjs';

/**
 * @typedef {object} Tarball
 * @property {string} directory where its content lies
 * @property {number} bytes packed
 */

/**
 * Packs the package as `npm publish` would and unpacks it again.
 *
 * @param {string} root
 * @param {string} target
 * @returns {Promise<Tarball>}
 */
export async function packAndUnpack(root, target) {
	const packed = `${target}-packed`;
	await mkdir(packed, { recursive: true });
	await mkdir(target, { recursive: true });
	// Without scripts: a build started here would hide that dist/ is missing or old.
	run('npm', ['pack', '--ignore-scripts', '--pack-destination', packed], { cwd: root });
	const [name] = await readdir(packed);
	const file = path.join(packed, name);
	run('tar', ['-xzf', file, '-C', target, '--strip-components=1'], { cwd: packed });
	return { directory: target, bytes: (await stat(file)).size };
}

/**
 * What a user would install, in numbers. That no packages come along is the plugin's to judge.
 *
 * @param {Tarball} tarball
 * @returns {Promise<import('./scan.mjs').Leg>}
 */
export async function inspectPackage({ directory, bytes }) {
	const files = await filesIn(directory);
	const manifest = JSON.parse(await readFile(path.join(directory, 'package.json'), 'utf8'));
	const dependencies = Object.keys(manifest.dependencies ?? {});

	const summary = `${kilobytes(bytes)} packed, ${files.length} files, ${dependencies.length} dependencies`;
	return { name: 'Package', findings: [], summary };
}

async function filesIn(directory) {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	return entries.filter((entry) => entry.isFile());
}

function kilobytes(bytes) {
	return `${(bytes / 1000).toFixed(1)} kB`;
}
