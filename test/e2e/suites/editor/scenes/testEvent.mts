import { TRIGGER, type Scene } from '../desk.mts';

/** Fetch Test Event shows a real record at once, without waiting for something new. */
export const fetchTestEvent: Scene = async (desk) => {
	const { editor, service, checks } = desk;
	await desk.openWorkflow('A test event', [
		{
			name: 'New Link',
			type: TRIGGER,
			parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, event: 'linkCreated' },
			credentials: await desk.credential('Link Shortener account'),
		},
	]);
	await editor.openNode('New Link');
	const output = await editor.fetchTestEvent('shorturl');
	checks.check(
		'Fetch Test Event shows a link of the account',
		service.links().some(({ shorturl }) => output.includes(shorturl)),
		output,
	);
	await desk.picture('trigger-test-event');
};
