import path from 'node:path';
import {
	analyzePackage,
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';

export { SOURCE_FILE_PATTERNS };

/**
 * What one check found.
 *
 * @typedef {object} Leg
 * @property {string} name
 * @property {string} summary one line, also when all is well
 * @property {string[]} findings empty when all is well
 */

/**
 * One leg of n8n's scan. The verdict is the scanner's own; but it lets warnings pass and says
 * nothing about the number of files, so the same configuration runs once more for both.
 *
 * @param {string} name
 * @param {string} directory
 * @param {string[]} patterns
 * @returns {Promise<Leg>}
 */
export async function lintLikeTheScanner(name, directory, patterns) {
	const results = await lint(directory, patterns);
	const findings = results.flatMap((result) => messagesOf(directory, result));
	const errors = sum(results, 'errorCount');
	const warnings = sum(results, 'warningCount');

	const { passed, message } = await analyzePackage(directory, patterns);
	if (!passed && errors === 0) findings.push(`the scanner refuses it: ${message}`);
	// package.json alone is no package: the patterns met nothing that was built or written.
	if (results.length < 2) findings.push('no files to lint; is there a build in dist/?');

	const summary = `${results.length} files, ${errors} errors, ${warnings} warnings`;
	return { name, findings, summary };
}

async function lint(directory, patterns) {
	const eslint = new ESLint({
		cwd: directory,
		allowInlineConfig: false,
		errorOnUnmatchedPattern: false,
		overrideConfigFile: true,
		overrideConfig: await buildScanConfig(),
	});
	return await eslint.lintFiles(patterns);
}

function messagesOf(directory, { filePath, messages }) {
	const file = path.relative(directory, filePath);
	return messages.map(({ line = 0, column = 0, severity, message, ruleId }) => {
		const level = severity === 2 ? 'error' : 'warning';
		return `${file}:${line}:${column} ${level} ${message} (${ruleId ?? 'parser'})`;
	});
}

function sum(results, field) {
	return results.reduce((total, result) => total + result[field], 0);
}
