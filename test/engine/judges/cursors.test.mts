import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { eventOfEachState, savedCursor } from '../support/cursors.mts';

/** A judge, see CONTRIBUTING.md: what published workflows have saved, which contract/c13-acceptance reads. */
it('triggers save the cursors of their dump; if meant, see Recipes in CONTRIBUTING.md', async () => {
	const cursors: Record<string, IDataObject> = {};
	for (const event of eventOfEachState) cursors[event.name] = await savedCursor(event);
	await expect(`${JSON.stringify(cursors, null, '\t')}\n`).toMatchFileSnapshot('cursors.json');
});
