import type { WorkflowFile, WorkflowNode } from '../../../rest.mts';
import { execute, wentWell, whyNot } from '../byHand.mts';
import { outputOf } from '../expectations.mts';
import type { Play } from '../scene.mts';

const SHEETS = 'n8n-nodes-base.googleSheets';
const TWO_HOURS_MS = 2 * 60 * 60 * 1_000;

type Row = Record<string, unknown>;

/**
 * Google Sheets is recorded: what it reads is pinned, and in the place of each node that writes stands
 * one that works out the same values and gives them out.
 */
export const sheetPlays: Record<string, Play> = {
	'google-sheets-links.json': async ({ file, example, n8n, service, checks }) => {
		let sheet: Row[] = [
			row(2, { 'Long URL': 'https://shop.example/tents' }),
			row(3, { 'Long URL': 'https://shop.example/sale', 'Custom Alias': 'sale' }),
			row(4, { 'Long URL': 'https://shop.example/stoves', 'Custom Alias': 'x' }),
			row(5, { 'Long URL': 'not a URL' }),
			row(6, {}),
			row(7, { 'Long URL': 'https://shop.example/old', Problem: 'That alias is taken.' }),
			row(8, { 'Long URL': 'https://shop.example/busy', 'Started At': ago(0) }),
			row(9, { 'Long URL': 'https://shop.example/left', 'Started At': ago(TWO_HOURS_MS) }),
		];
		const run = async (what: string) => {
			const execution = await execute(n8n, recorded(example, sheet), 'Every Hour');
			checks.check(`${file}: ${what} succeeds`, wentWell(execution), whyNot(execution));
			const marked = outputOf(execution, 'Mark Row');
			const links = outputOf(execution, 'Write Short Link');
			const problems = outputOf(execution, 'Write Problem');
			// What the sheet then holds.
			sheet = [...marked, ...links, ...problems].reduce<Row[]>(
				(rows, written) =>
					rows.map((each) =>
						each.row_number === written.row_number ? { ...each, ...written } : each,
					),
				sheet,
			);
			return { marked, links, problems };
		};

		const { marked, links, problems } = await run('the run');
		checks.same(
			`${file}: rows to do are marked first, one that a stopped run has left too`,
			marked.map((each) => [each.row_number, /^\d{4}-/.test(String(each['Started At']))]),
			[2, 3, 4, 5, 9].map((number) => [number, true]),
		);
		checks.same(
			`${file}: each good row gets its short link`,
			links.map((each) => [each.row_number, each['Short URL']]).sort(),
			service
				.links()
				.map(({ longurl, shorturl }) => [
					sheet.find((each) => each['Long URL'] === longurl)?.row_number,
					shorturl,
				])
				.sort(),
		);
		checks.same(
			`${file}: each bad row gets the reason, and may be tried again`,
			problems.map((each) => [each.row_number, Boolean(each.Problem), each['Started At']]),
			[4, 5].map((number) => [number, true, '']),
		);

		service.clearRequests();
		const again = await run('a second run');
		checks.same(`${file}: a second run finds nothing to do`, again.marked, []);
		checks.same(`${file}: and sends nothing`, service.requests.length, 0);

		// Stopped between the links and what is written back: the rows are marked and nothing more.
		const made = service.links().length;
		sheet = sheet.map((each) =>
			each['Short URL'] ? { ...each, 'Short URL': '', 'Started At': ago(TWO_HOURS_MS) } : each,
		);
		const later = await run('a run after a stop');
		checks.same(`${file}: a run after a stop makes no second link`, service.links().length, made);
		checks.same(
			`${file}: and writes the links that are there`,
			later.links.map((each) => each['Short URL']),
			links.map((each) => each['Short URL']),
		);
	},
};

function row(row_number: number, cells: Row): Row {
	const columns = ['Long URL', 'Custom Alias', 'Short URL', 'Problem', 'Started At'];
	return { row_number, ...Object.fromEntries(columns.map((name) => [name, ''])), ...cells };
}

function ago(ms: number): string {
	return new Date(Date.now() - ms).toISOString();
}

function recorded(example: WorkflowFile, rows: Row[]): WorkflowFile {
	const nodes = example.nodes.map((node) => (node.type === SHEETS ? standIn(node) : node));
	const pinData = { 'Read Rows': rows.map((json) => ({ json })) };
	return { ...example, nodes, pinData };
}

/** Gives out what the node would write; one that reads is pinned and does nothing. */
function standIn({ name, id, position, parameters }: WorkflowNode): WorkflowNode {
	const { value = {} } = Object(parameters.columns) as { value?: Row };
	const assignments = Object.entries(value).map(([column, cell]) => ({
		id: column,
		name: column,
		value: cell,
		type: column === 'row_number' ? 'number' : 'string',
	}));
	return {
		id,
		name,
		position,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.5,
		parameters: { assignments: { assignments }, options: {} },
	};
}
