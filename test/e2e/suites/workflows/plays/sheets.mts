import type { Service } from '../../../../service/index.mts';
import type { WorkflowFile, WorkflowNode } from '../../../rest.mts';
import { execute, wentWell, whyNot } from '../byHand.mts';
import { outputOf } from '../expectations.mts';
import type { Play } from '../scene.mts';
import { visit } from '../visit.mts';

const SHEETS = 'n8n-nodes-base.googleSheets';

type Row = Record<string, unknown>;

/**
 * Google Sheets is recorded: what it reads is pinned, and in the place of the node that writes stands
 * one that works out the same values and gives them out.
 */
export const sheetPlays: Record<string, Play> = {
	'sync-google-sheet.json': async ({ file, example, n8n, service, checks }) => {
		let sheet: Row[] = [
			row(2, { 'Long URL': 'https://shop.example/tents' }),
			row(3, { 'Long URL': 'https://shop.example/sale', 'Custom Alias': 'sale' }),
			row(4, { 'Long URL': 'https://shop.example/stoves', 'Custom Alias': 'x' }),
			row(5, { 'Long URL': 'not a URL' }),
			row(6, {}),
		];
		/** Runs it and gives the rows that are written; unless it is stopped, the sheet then holds them. */
		const run = async (what: string, { isStopped = false } = {}) => {
			const execution = await execute(n8n, recorded(example, sheet));
			checks.check(`${file}: ${what} succeeds`, wentWell(execution), whyNot(execution));
			const written = outputOf(execution, 'Write Result');
			if (isStopped) return written;
			sheet = sheet.map((each) => ({
				...each,
				...written.find(({ row_number }) => row_number === each.row_number),
			}));
			return written;
		};

		await run('a run that is stopped before it writes', { isStopped: true });
		const made = service.links().length;
		await run('the next run');
		checks.same(`${file}: the next run makes nothing twice`, service.links().length, made);
		checks.same(
			`${file}: each good row has its short link, each bad one the reason, an empty one nothing`,
			sheet.map((each) => [each['Short URL'], String(each.Clicks), Boolean(each.Problem)]),
			[
				[shortUrlOf(service, 'https://shop.example/tents'), '0', false],
				[shortUrlOf(service, 'https://shop.example/sale'), '0', false],
				['', '', true],
				['', '', true],
				['', '', false],
			],
		);

		checks.same(`${file}: a run that finds nothing new writes nothing`, await run('one more'), []);
		checks.same(`${file}: and makes nothing`, service.links().length, made);

		await visit(String(shortUrlOf(service, 'https://shop.example/sale')));
		const clicked = await run('a run after a click');
		checks.same(
			`${file}: the clicks stand beside the link`,
			clicked.map((each) => [each.row_number, String(each.Clicks)]),
			[[3, '1']],
		);

		sheet = sheet.map((each) => ({
			...each,
			'Long URL': String(each['Long URL']).replace('tents', 'big-tents'),
			'Custom Alias': each['Custom Alias'] === 'x' ? 'stoves' : each['Custom Alias'],
		}));
		const written = await run('a run after corrections');
		checks.same(
			`${file}: a changed row changes its link, and a corrected row gets one`,
			service
				.links()
				.map(({ longurl }) => longurl)
				.sort(),
			['big-tents', 'sale', 'stoves'].map((page) => `https://shop.example/${page}`),
		);
		checks.same(
			`${file}: only the corrected row is written`,
			written.map((each) => [each.row_number, each.Problem]),
			[[4, '']],
		);
	},
};

function shortUrlOf(service: Service, longUrl: string): unknown {
	return service.links().find(({ longurl }) => longurl === longUrl)?.shorturl;
}

function row(row_number: number, cells: Row): Row {
	const columns = ['Long URL', 'Custom Alias', 'Short URL', 'Clicks', 'Problem'];
	return { row_number, ...Object.fromEntries(columns.map((name) => [name, ''])), ...cells };
}

function recorded(example: WorkflowFile, rows: Row[]): WorkflowFile {
	const pinData = { 'Read Rows': rows.map((json) => ({ json })) };
	return { ...withoutGoogle(example), pinData };
}

/** The example with stand-ins for its Google Sheets nodes, those included that are switched off. */
export function withoutGoogle(example: WorkflowFile): WorkflowFile {
	const nodes = example.nodes.map((node) => (node.type === SHEETS ? standIn(node) : node));
	return { ...example, nodes };
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
