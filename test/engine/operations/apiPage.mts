import { format } from 'prettier';
import { nodeDescription } from '../harness/index.mts';
import { runOperation, schemaOf } from './check.mts';
import { controlsOf, rowOf } from './controls.mts';
import { describedOperations, type DescribedOperation } from './description.mts';
import { endpointOf, isDescribed } from './endpoints.mts';
import { seededService } from './fixtures.mts';
import { listRows } from './lists.mts';
import { casesOf, type OperationCase, type SentRequest } from './row.mts';
import { nameOf } from './table.mts';

/** Fields of the API that no control sends, and why. */
export const NOT_SENT: Readonly<Record<string, { fields: readonly string[]; why: string }>> = {
	link: {
		fields: ['parameters'],
		why: 'UTM and other parameters are written into the query of `url`; the body field `parameters` is not sent.',
	},
	pixel: {
		fields: ['search_by'],
		why: '`search_by` is not sent: `name` is its default and its only value.',
	},
};

/** What the tables cannot say, by resource. */
const NOTES: Readonly<Record<string, readonly string[]>> = {
	account: ['Check Service reads one page of 10 of every list.'],
	campaign: [
		'Update sends the present `name` if you leave it empty, since the API requires one: one request more.',
		'If the service returns the name under `domain` or `campaign`, it is output as `name`.',
	],
	channel: ['`links`, `bio` and `qr` are the types. An item is known by its type and ID together.'],
	file: ['Upload sends the bytes of the file as the body, and everything else in the query.'],
	link: [
		'Create looks for a link whose response is lost: by `short`, then in the list of links.',
		'Create or Update reads as much of the list as its rows need, and sends one request per link that it creates or updates. An unchanged row costs nothing more. It never changes `custom` and `domain` of a link that exists.',
		'Update reads the link first and sends its present `url` if you leave Long URL empty: with one, it takes a request less. The read after it checks whether the link has lost a field, until the service has shown that it keeps them.',
		'The columns of Map Automatically are sent as the same fields. If Custom Alias is empty, `custom` is an alias that the node generates, unless Options → If Custom Alias Is Empty is Let the Service Choose.',
		'Get with Output set to Raw returns `id`, `details` and `data` as the service sends them.',
	],
	pixel: [
		'A service has its pixels under `/api/v1/pixels` (bodies as forms) or under `/api/pixel` and `/api/pixels` (JSON). The first request finds out which. Under `/api/pixels` the node itself searches, filters and sorts, and Get reads the list.',
	],
	qrCode: [
		'The image of Create and Get is one more request, to the `link` of the code, without the API key. If it is not on the host of the base URL, the links and, if needed, the domains are read once in a run to check that the host is your own.',
		'`data` is a text for a link, a text, and a phone number, and an object for all other types.',
	],
};

/** Where the requests of one item and of three say too little. */
const COST: Readonly<Record<string, string>> = {
	'link.upsert': 'pages of the list, 1 per change',
};

/** What makes or removes a record, and so cannot be done twice with the same values. */
const ONCE = /\.(create|upload|delete)$/;

/** The requests of the first item and, where they differ, of each further one, as they are counted. */
async function costOf(operation: DescribedOperation): Promise<string> {
	const name = nameOf(operation);
	const told = COST[name];
	if (told !== undefined) return told;
	const row = rowOf(operation);
	const { minimal, perItem } = row;
	if (listRows.some((list) => nameOf(list) === name)) {
		return minimal.sends.length === 1 ? '1 per 100 records' : '1 per 100 records, and 1';
	}
	const service = await seededService();
	const requestsOf = async ({ parameters, items }: Pick<OperationCase, 'parameters' | 'items'>) => {
		service.clearRequests();
		await runOperation(service, row, parameters, { items });
		return service.requests.length;
	};
	const first = ONCE.test(name) ? minimal.sends.length : await requestsOf(minimal);
	const each = ONCE.test(name)
		? ((await requestsOf(perItem)) - first) / (perItem.items.length - 1)
		: await requestsOf(minimal);
	return each === first ? String(first) : `${String(first)}, then ${String(each)}`;
}

/** The endpoints that do an operation's work, and those that it reads besides. */
export function endpointsOf(operation: DescribedOperation): { work: string[]; reads: string[] } {
	const row = rowOf(operation);
	const runs = casesOf(row).flatMap(([, { sends, onLinks }]) => [sends, onLinks?.sends ?? []]);
	const called = unique(runs.flat().map(nameOfEndpoint));
	const changes = called.filter((endpoint) => !endpoint.startsWith('GET '));
	const last = runs.flatMap((sends) => sends.slice(-1)).map(nameOfEndpoint);
	const work = changes.length > 0 ? changes : unique(last);
	return { work, reads: called.filter((endpoint) => !work.includes(endpoint)) };
}

function nameOfEndpoint(request: SentRequest): string {
	return endpointOf(request) ?? `${request.method} ${request.path}`;
}

function unique(texts: string[]): string[] {
	return [...new Set(texts)];
}

const code = (text: string) => `\`${text}\``;

function endpointCell(operation: DescribedOperation): string {
	const { work, reads } = endpointsOf(operation);
	const lines = work.map((one) => `${code(one)}${isDescribed(one) ? '' : '¹'}`);
	if (reads.length === 0) return lines.join('<br>');
	const paths = reads.map((one) => code(one.replace('GET ', '')));
	return [...lines, `reads ${paths.join(', ')}`].join('<br>');
}

function table(head: string[], rows: string[][]): string {
	const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
	return lines.join('\n');
}

/** Controls that send the same share a row. */
function fieldRows(operations: DescribedOperation[]): string[][] {
	const rows = new Map<string, string[]>();
	for (const operation of operations) {
		for (const { label, text } of controlsOf(operation)) {
			if (text === undefined) continue;
			const key = JSON.stringify([label, text]);
			rows.set(key, [...(rows.get(key) ?? []), operation.option.name]);
		}
	}
	return [...rows].map(([key, names]) => [...(JSON.parse(key) as string[]), names.join(', ')]);
}

async function sectionOf(resource: string, title: string): Promise<string> {
	const operations = describedOperations().filter((one) => one.resource === resource);
	const rows = [];
	for (const operation of operations) {
		const { properties } = schemaOf(rowOf(operation));
		const output = Object.keys(properties).map(code).join(', ');
		const cost = await costOf(operation);
		rows.push([operation.option.name, endpointCell(operation), cost, output]);
	}
	const fields = fieldRows(operations);
	const { why } = NOT_SENT[resource] ?? {};
	const notes = [...(why === undefined ? [] : [why]), ...(NOTES[resource] ?? [])];
	return [
		`## ${title}`,
		table(['Operation', 'Endpoint', 'Requests', 'Output'], rows),
		...(fields.length > 0 ? [table(['Field in the panel', 'Sent as', 'In'], fields)] : []),
		notes.map((note) => `- ${note}`).join('\n'),
	].join('\n\n');
}

/** docs/api.md. */
export async function apiPage(): Promise<string> {
	const { options = [] } =
		nodeDescription().properties.find(({ name }) => name === 'resource') ?? {};
	const sections = [];
	for (const option of options) {
		if ('value' in option) sections.push(await sectionOf(String(option.value), option.name));
	}
	const text = `# The operations and the API

What each operation of the node sends, for readers who have the API description at hand. A test writes this page from the node and from the requests that it sends.

- **Endpoint:** the request that does the work, and what else may be read, such as a list in which a name is looked up. ¹ From the product's public documentation, not from the API description.
- **Requests:** for the first item, then for each further one in the run or within a minute. Names are looked up in their list, at most once a minute. Requests that are sent again after a failure are not counted.
- **Return All and Limit** become \`limit\` and \`page\`, for pixels \`per_page\` and \`page\`. A list of more than one page takes two more requests, to check it.
- **Empty fields** are not sent. Options are settings of the node, not fields of the API.
- **Output:** the fields that are documented. Whatever else the service returns in a list is passed through.

${sections.join('\n\n')}
`;
	return await format(text, { parser: 'markdown' });
}
