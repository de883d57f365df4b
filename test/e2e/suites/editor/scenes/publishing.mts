import { TRIGGER, type Scene } from '../desk.mts';
import { NO_OPERATION } from './nodes.mts';

/** The middle of the canvas, and the toast in its corner. */
const CLIP = { x: 450, y: 330, width: 1_050, height: 570 };

/** A workflow whose trigger has a wrong key is not published, and the toast says what to do. */
export const publishWithWrongKey: Scene = async (desk) => {
	const { editor, checks } = desk;
	await desk.openWorkflow('A wrong key', [
		{
			name: 'New Link',
			type: TRIGGER,
			parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, event: 'linkCreated' },
			credentials: await desk.credential('Wrong key', 'not-the-key'),
		},
		{ name: 'Next', ...NO_OPERATION },
	]);
	const toast = await editor.publishInVain();
	checks.check(
		'publishing with a wrong key: the toast names the node and what to do',
		/New Link: A valid API key is required/.test(toast) && /Copy the key/.test(toast),
		toast,
	);
	await desk.picture('publish-wrong-key', CLIP);
};
