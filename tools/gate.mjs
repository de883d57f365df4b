/**
 * The gate for verified n8n community packages, run locally: `npm run gate`.
 *
 * n8n lints a package twice, its source and its published tarball. Both legs run here with the
 * scanner's own configuration, and warnings count too. The source also has to pass n8n's command
 * line. Then the package itself is measured: size, dependencies, load time. Needs a finished build in
 * dist/. Exit code 1 on any finding.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTools } from './gate/install.mjs';

const TOOLS = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.dirname(TOOLS);

installTools(TOOLS);

// Imported only now: these need what was just installed.
const { lintLikeTheScanner, SOURCE_FILE_PATTERNS } = await import('./gate/scan.mjs');
const { copySource } = await import('./gate/source.mjs');
const { inspectPackage, packAndUnpack } = await import('./gate/package.mjs');
const { askTheCli } = await import('./gate/cli.mjs');
const { measureLoadTime } = await import('./gate/load-time.mjs');

// The scanner's second leg leaves out declarations: the source leg covers them.
const TARBALL_PATTERNS = ['**/*.js', 'package.json'];

/** @returns {Promise<import('./gate/scan.mjs').Leg[]>} */
async function runLegs(workDirectory) {
	const source = await copySource(ROOT, path.join(workDirectory, 'source'));
	const tarball = await packAndUnpack(ROOT, path.join(workDirectory, 'package'));
	const legs = [
		await lintLikeTheScanner('Scanner, source', source, SOURCE_FILE_PATTERNS),
		await lintLikeTheScanner('Scanner, tarball', tarball.directory, TARBALL_PATTERNS),
		await inspectPackage(tarball),
	];
	legs.push(...(await askTheCli(ROOT, source)));
	return [...legs, await measureLoadTime(ROOT, tarball.directory)];
}

function report(legs) {
	const findings = legs.flatMap((leg) => leg.findings.map((finding) => `${leg.name}: ${finding}`));
	for (const finding of findings) console.log(finding);
	if (findings.length > 0) console.log();

	for (const leg of legs) console.log(`${leg.name}: ${leg.summary}`);
	console.log(findings.length === 0 ? 'Gate passed.' : `Gate failed: ${findings.length} findings.`);
	return findings.length;
}

const workDirectory = await mkdtemp(path.join(tmpdir(), 'link-shortener-gate-'));
try {
	process.exitCode = report(await runLegs(workDirectory)) === 0 ? 0 : 1;
} finally {
	await rm(workDirectory, { recursive: true, force: true });
}
