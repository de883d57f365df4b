/**
 * Prints what a release's notes say about installing a tarball with its checksum:
 * `node tools/release-install.mts <tarball>`. publish.yml adds it to the notes.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { communityPackage, installNotes } from './release/communityPackages.mts';

const [tarball] = process.argv.slice(2);
if (tarball === undefined) throw new Error('Name the tarball.');
const manifest = JSON.parse(
	await readFile(join(import.meta.dirname, '../package.json'), 'utf8'),
) as { name: string; version: string };
console.log(`\n${installNotes(communityPackage(manifest, await readFile(tarball)))}`);
