import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRelease } from '../release/check.mts';

/**
 * Does in a throwaway copy what a person has to do before the first release: own addresses in place
 * of the reserved ones, and the newest changes under the version's heading.
 */
export async function makePublishable(root: string): Promise<void> {
	const { texts, manifest } = await readRelease(root);
	for (const file of texts.keys()) {
		const path = join(root, file);
		const text = await readFile(path, 'utf8');
		const changed = withOwnAddresses(text);
		if (changed !== text) await writeFile(path, changed);
	}
	const changelog = join(root, 'CHANGELOG.md');
	const text = await readFile(changelog, 'utf8');
	await writeFile(changelog, text.replace(/^## .*$/m, `## ${manifest.version ?? ''}`));
}

function withOwnAddresses(text: string): string {
	return text
		.replace(/https:\/\/(?:[a-z0-9-]+\.)+example\//g, 'https://github.com/OWNER/')
		.replace(/@(?:[a-z0-9-]+\.)+example\b/g, '@users.noreply.github.com');
}
