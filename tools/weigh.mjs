/**
 * Weighs nodes/ and credentials/ in tokens, as TypeScript's parser sees them: comments do not count, and a text
 * counts one for each 40 characters begun. Prints them by room, beside the budget in budget.json.
 * `node tools/weigh.mjs [--json]`; exit code 1 above the budget.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.dirname(import.meta.dirname);
const TEXT_WIDTH = 40;

const budget = JSON.parse(readFileSync(path.join(import.meta.dirname, 'budget.json'), 'utf8'));

/** @param {ts.Node} node */
function isText(node) {
	return (
		ts.isStringLiteralLike(node) ||
		ts.isTemplateHead(node) ||
		ts.isTemplateMiddleOrTemplateTail(node) ||
		ts.isRegularExpressionLiteral(node)
	);
}

/**
 * @param {ts.Node} node
 * @param {ts.SourceFile} source
 * @returns {number}
 */
function weigh(node, source) {
	if (ts.isJSDoc(node) || node.kind === ts.SyntaxKind.EndOfFileToken) return 0;
	const children = node.getChildren(source);
	if (children.length > 0) {
		return children.reduce((sum, child) => sum + weigh(child, source), 0);
	}
	const width = node.getWidth(source);
	if (width === 0) return 0;
	return isText(node) ? Math.ceil(width / TEXT_WIDTH) : 1;
}

const sources = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => path.join(folder, file)),
);

const files = sources.map((file) => {
	const text = readFileSync(path.join(ROOT, file), 'utf8');
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const room = file.split(path.sep).slice(2, -1).slice(0, 2).join('/') || '(top)';
	return { file, room, tokens: weigh(source, source), lines: text.split('\n').length };
});

/** @type {Record<string, number>} */
const rooms = {};
for (const { room, tokens } of files) rooms[room] = (rooms[room] ?? 0) + tokens;
const tokens = files.reduce((sum, file) => sum + file.tokens, 0);

if (process.argv.includes('--json')) {
	console.log(JSON.stringify({ tokens, files: files.length, rooms }));
} else {
	for (const [room, weight] of Object.entries(rooms).sort(([, one], [, other]) => other - one)) {
		console.log(`${String(weight).padStart(7)}  ${room}`);
	}
	const [longest] = files.toSorted((one, other) => other.lines - one.lines);
	console.log(`${tokens} tokens in ${files.length} files (budget ${budget.tokens})`);
	console.log(`longest file: ${longest.file}, ${longest.lines} lines`);
}
if (tokens > budget.tokens) process.exitCode = 1;
