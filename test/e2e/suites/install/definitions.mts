import type { N8n } from '../../n8n.mts';
import type { StoredWorkflow } from '../../rest.mts';
import type { Scene } from './scene.mts';

/** One with each of the nodes. */
const SHOWN = ['Bulk', 'Watching: linkCreated'];

/** Every workflow as n8n has stored it, and whether it is published. */
export async function definitionsIn(n8n: N8n): Promise<StoredWorkflow[]> {
	const known = await n8n.rest.call<Array<{ id: string }>>('GET', '/workflows');
	const read = known.map(async ({ id }) => {
		const stored = await n8n.rest.call<StoredWorkflow & { activeVersionId: string | null }>(
			'GET',
			`/workflows/${id}`,
		);
		const { name, nodes, connections, settings, versionId, activeVersionId } = stored;
		return { id, name, nodes, connections, settings, versionId, activeVersionId };
	});
	return (await Promise.all(read)).sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Checks that the workflows are what they were, and that the editor knows all their nodes. */
export async function checkWorkflowsKept(
	name: string,
	before: StoredWorkflow[],
	{ n8n, editor, checks }: Scene,
): Promise<void> {
	const after = await definitionsIn(n8n);
	checks.same(`${name}: the workflows are what they were`, after, before);
	const shown = after.filter(({ name: workflow }) => SHOWN.includes(workflow));
	checks.same(`${name}: there are workflows to look at`, shown.length, SHOWN.length);
	for (const { id, name: workflow } of shown) {
		await editor.open(`${n8n.url}/workflow/${id}`);
		checks.same(
			`${name}: the editor knows all nodes: ${workflow}`,
			await editor.unknownNodes(),
			[],
		);
	}
}
