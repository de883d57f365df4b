import { expect, it } from 'vitest';
import { searchOf, typesOf } from '../support/builderTypes.mts';
import { keptResponses } from '../support/mcpResponses.mts';

const NODE = 'n8n-nodes-link-shortener.linkShortener';

/** A judge, see CONTRIBUTING.md: what n8n's MCP server returns to models; the suite "mcp" asks a real n8n. */
it('models read what is in the dump; if meant, see Recipes in CONTRIBUTING.md', async () => {
	const responses = Object.fromEntries(
		[NODE, `${NODE}Trigger`].map((type) => [
			type,
			keptResponses(type, searchOf(type), typesOf(type)),
		]),
	);
	await expect(`${JSON.stringify(responses, null, '\t')}\n`).toMatchFileSnapshot(
		'mcpResponses.json',
	);
});
