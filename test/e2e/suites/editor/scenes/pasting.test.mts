import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../../paths.mts';
import type { WorkflowFile } from '../../../rest.mts';
import { expect, test } from '../desk.mts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test('a pasted example gives its open webhooks addresses of their own', async ({
	desk,
	editor,
}) => {
	const example = await readFile(join(ROOT, 'workflows/instant-notifications.json'), 'utf8');
	const pathsOfAPaste = async () => {
		await desk.openEmptyWorkflow();
		await editor.paste(example);
		let paths: string[] = [];
		await expect(async () => {
			const { nodes } = JSON.parse(await editor.copyAll()) as WorkflowFile;
			const webhooks = nodes.filter(({ type }) => type === 'n8n-nodes-base.webhook');
			paths = webhooks.map(({ parameters }) => String(parameters.path));
			expect(paths).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)]);
		}).toPass();
		return paths;
	};
	const paths = [...(await pathsOfAPaste()), ...(await pathsOfAPaste())];
	expect(new Set(paths).size).toBe(4);
});
