/** What the suite found on one n8n: a row of the table in docs/compatibility.md. */
export interface Row {
	n8n: string;
	node: string;
	/** By the head of its column, whether every check of a step held. */
	passed: Record<string, boolean>;
	package: string;
	/** Of the run, in UTC, such as 2026-01-31. */
	date: string;
}

const BEGIN = '<!-- Written by `npm run test:e2e -- versions --write`. -->';
const END = '<!-- End of what is written. -->';

/**
 * The page with the rows that a run has found; those of other versions stay as they are while a
 * lockfile has them. Pure.
 *
 * @param titles the heads of the steps' columns
 * @param locked the versions of the lockfiles, as they are to stand in the table
 */
export function withRows(page: string, rows: Row[], titles: string[], locked: string[]): string {
	const [before, table, after] = parts(page);
	const lines = new Map(linesOf(table).map((line) => [versionOf(line), line]));
	for (const row of rows) lines.set(row.n8n, lineOf(row, titles));
	const head = ['n8n', 'Node.js', ...titles, 'Package', 'Date'];
	const written = [
		joined(head),
		joined(head.map(() => '---')),
		...locked.flatMap((n8n) => lines.get(n8n) ?? []),
	];
	return `${before}${BEGIN}\n\n${written.join('\n')}\n\n${END}${after}`;
}

function parts(page: string): [string, string, string] {
	const begin = page.indexOf(BEGIN);
	const end = page.indexOf(END);
	if (begin < 0 || end < begin) throw new Error('The page has no place for the table.');
	return [
		page.slice(0, begin),
		page.slice(begin + BEGIN.length, end),
		page.slice(end + END.length),
	];
}

/** The rows without head and rule. */
function linesOf(table: string): string[] {
	return table
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.slice(2);
}

function versionOf(line: string): string {
	return line.split('|')[1]?.trim() ?? '';
}

function lineOf({ n8n, node, passed, package: version, date }: Row, titles: string[]): string {
	const steps = titles.map((title) => (passed[title] === true ? 'passed' : '—'));
	return joined([n8n, node, ...steps, version, date]);
}

function joined(cells: string[]): string {
	return `| ${cells.join(' | ')} |`;
}
