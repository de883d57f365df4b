import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { contentFindings, runtimeDependencies } from '../../tools/gate/content.mts';
import manifest from '../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');

it('what is published is the nodes, and nothing is installed along with it', async () => {
	// Without scripts: what is packed is the build that these tests run.
	const { stdout } = await execa('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: ROOT,
	});
	const [packed] = JSON.parse(stdout) as [{ files: { path: string }[] }];
	const files = packed.files.map((file) => file.path);
	expect(contentFindings(files, manifest)).toEqual([]);
	expect(runtimeDependencies(manifest)).toEqual([]);
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	expect(files).toContain('dist/nodes/LinkShortener/LinkShortener.node.json');
});
