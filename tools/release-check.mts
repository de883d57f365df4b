/**
 * What has to change before this version can be published: `npm run release:check`. publish.yml asks
 * it first. Exit code 1 on any finding.
 */
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { checkRelease } from './release/check.mts';

const { values } = parseArgs({
	options: {
		tag: { type: 'string' },
		repository: { type: 'string' },
		notes: { type: 'string' },
	},
});

process.exitCode = await checkRelease(dirname(import.meta.dirname), values, console.log);
