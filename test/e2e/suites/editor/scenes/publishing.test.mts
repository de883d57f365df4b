import { expect, test, TOAST } from '../desk.mts';
import { linkCreatedTrigger, noOperation } from '../nodes.mts';

test('publishing with a wrong key: the toast names the node and says what to do', async ({
	desk,
	editor,
}) => {
	const credentials = await desk.credentials('Wrong key', 'not-the-key');
	await desk.openWorkflow('A wrong key', [
		linkCreatedTrigger('New Link', credentials),
		noOperation('Next'),
	]);
	const toast = await editor.publishInVain();
	await expect(toast).toContainText('New Link: A valid API key is required');
	await expect(toast).toContainText('Copy the key');
	await desk.picture('publish-wrong-key', [TOAST], { margin: 10 });
});
