import { expect, test } from '../desk.mts';
import { linkShortener, manualTrigger } from '../nodes.mts';

const ROWS = [
	{ longUrl: 'https://shop.example/coats', alias: 'coats', campaign: 'Summer' },
	{ longUrl: 'https://shop.example/socks', alias: 'socks', campaign: 'Sumer' },
	{ longUrl: 'https://shop.example/scarves', alias: 'scarves', campaign: 'Partners' },
];

/** As n8n shows it. */
const DETAILS =
	'"item": { "index": 1, "number": 2, "longUrl": "https://shop.example/socks", "alias": "socks" }';

test('on the error output the bad row says what to correct, and the good ones go on', async ({
	desk,
	editor,
	node,
}) => {
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
	await expect(editor.itemCounts).toHaveText(['3 items', '2 items', '1 item']);
	await editor.openNode('Create Links');
	await node.showBranch('Error Branch (1 item)');
	await node.showAs('json', 'output-panel');
	await expect(node.output).toContainText('There is no campaign \\"Sumer\\"');
	await expect(node.output).toContainText(DETAILS, { useInnerText: true });
	await desk.picture('error-output', ['output-panel'], { height: 590 });
});
