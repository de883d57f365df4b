import { TOAST, type Scene } from '../desk.mts';
import { linkCreatedTrigger, noOperation } from './nodes.mts';

/** A workflow whose trigger has a wrong key is not published, and the toast says what to do. */
export const publishWithWrongKey: Scene = async (desk) => {
	const { editor, checks } = desk;
	const credentials = await desk.credentials('Wrong key', 'not-the-key');
	await desk.openWorkflow('A wrong key', [
		linkCreatedTrigger('New Link', credentials),
		noOperation('Next'),
	]);
	const toast = await editor.publishInVain();
	checks.check(
		'publishing with a wrong key: the toast names the node and what to do',
		/New Link: A valid API key is required/.test(toast) && /Copy the key/.test(toast),
		toast,
	);
	await desk.picture('publish-wrong-key', [TOAST], { margin: 10 });
};
