import { NODE, type Scene } from '../desk.mts';
import { MANUAL_TRIGGER } from './nodes.mts';

/** With On Error set to the error output, the good rows go on and the bad one says what to correct. */
export const readErrorOutput: Scene = async (desk) => {
	const { editor, checks } = desk;
	const rows = [
		{ url: 'https://shop.example/coats', custom: 'coats', campaign: 'Summer sale' },
		{ url: 'https://shop.example/socks', custom: 'socks', campaign: 'Sumer sale' },
		{ url: 'https://shop.example/scarves', custom: 'scarves', campaign: 'Partners' },
	];
	await desk.openWorkflow(
		'Rows that fail',
		[
			{ name: 'Sheet', ...MANUAL_TRIGGER },
			{
				name: 'Create Links',
				type: NODE,
				parameters: {
					resource: 'link',
					operation: 'create',
					dataToSend: 'autoMapInputData',
				},
				credentials: await desk.credential('Link Shortener account'),
				onError: 'continueErrorOutput',
			},
		],
		rows,
	);
	const output = await editor.executeWorkflow('Create Links');
	checks.check(
		'the error output: good rows on one branch, the bad one on the other',
		output.includes('Success Branch (2 items)') && output.includes('Error Branch (1 item)'),
		output,
	);
	const failed = await editor.showBranch('Error Branch');
	checks.check(
		'the failed row says what is wrong, and which row it was',
		['There is no campaign "Sumer sale"', 'https://shop.example/socks', 'socks'].every((part) =>
			failed.includes(part),
		),
		failed,
	);
	await desk.picture('error-output');
};
