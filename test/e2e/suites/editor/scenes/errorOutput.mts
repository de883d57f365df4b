import type { Scene } from '../desk.mts';
import { linkShortener, manualTrigger } from './nodes.mts';

const ROWS = [
	{ longUrl: 'https://shop.example/coats', alias: 'coats', campaign: 'Summer' },
	{ longUrl: 'https://shop.example/socks', alias: 'socks', campaign: 'Sumer' },
	{ longUrl: 'https://shop.example/scarves', alias: 'scarves', campaign: 'Partners' },
];

/** As n8n shows it. */
const DETAILS =
	'"item": { "index": 1, "number": 2, "longUrl": "https://shop.example/socks", "alias": "socks" }';

/** With On Error set to the error output, the good rows go on and the bad one says what to correct. */
export const readErrorOutput: Scene = async (desk) => {
	const { editor, node, checks } = desk;
	const parameters = { resource: 'link', operation: 'create', dataToSend: 'autoMapInputData' };
	const credentials = await desk.credentials();
	await desk.openWorkflow(
		'Rows that fail',
		[manualTrigger('Sheet'), linkShortener('Create Links', parameters, { credentials })],
		ROWS,
	);
	await editor.openNode('Create Links');
	await node.chooseOnError('Continue (using error output)');
	await node.close();
	await editor.executeWorkflow();
	checks.same(
		'the error output: of three rows two are on one branch and one on the other',
		await editor.itemCounts(3),
		['3 items', '2 items', '1 item'],
	);
	await editor.openNode('Create Links');
	await node.showBranch('Error Branch (1 item)');
	await node.showAs('json', 'output-panel');
	// The item is shown at once, but not before.
	await node.outputShows('details');
	const output = await node.readOutput();
	const parts = ['There is no campaign \\"Sumer\\"', DETAILS];
	checks.check(
		'the failed item says what is wrong, and which row it was',
		parts.every((part) => output.includes(part)),
		output,
	);
	await desk.picture('error-output', ['output-panel'], { height: 575 });
};
