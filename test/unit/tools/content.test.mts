import { expect, it } from 'vitest';
import { contentFindings, type Manifest } from '../../../tools/gate/content.mts';

const NODE = 'dist/nodes/A/A.node.js';
const FILES = [
	'package.json',
	'README.md',
	'LICENSE.md',
	NODE,
	'dist/nodes/A/A.node.json',
	'dist/icons/a.svg',
];

it.each<[string, string[], Manifest, string[]]>([
	['the nodes alone', [], {}, []],
	['no dependency named', [], { dependencies: {} }, []],
	['a node that was not built', [], { n8n: { nodes: [NODE, 'B.js'] } }, ['B.js is registered']],
	[
		'a credential that was not built',
		[],
		{ n8n: { credentials: ['C.js'] } },
		['C.js is registered'],
	],
	['a picture', ['dist/docs/a.png'], {}, ['dist/docs/a.png does not belong']],
	['a picture among the nodes', ['dist/nodes/A/a.png'], {}, ['dist/nodes/A/a.png does not']],
	['tests', ['dist/test/a.js'], {}, ['dist/test/a.js does not belong']],
	['sources', ['nodes/A/A.node.ts'], {}, ['nodes/A/A.node.ts does not belong']],
	['declarations', ['dist/nodes/A/A.node.d.ts'], {}, ['A.node.d.ts does not belong']],
	['what a compiler keeps', ['dist/tsconfig.tsbuildinfo'], {}, ['dist/tsconfig.tsbuildinfo']],
	['a dependency', [], { dependencies: { axios: '1' } }, ['runtime dependency axios']],
	['an optional one', [], { optionalDependencies: { axios: '1' } }, ['runtime dependency axios']],
	['a bundled one', [], { bundledDependencies: ['axios'] }, ['runtime dependency axios']],
	['a bundled one, spelled otherwise', [], { bundleDependencies: ['a'] }, ['runtime dependency a']],
	['all bundled', [], { bundleDependencies: true }, ['runtime dependency (all are bundled)']],
])('a package with %s', (_name, more, manifest, expected) => {
	const findings = contentFindings([...FILES, ...more], { n8n: { nodes: [NODE] }, ...manifest });
	expect(findings).toEqual(expected.map((words) => expect.stringContaining(words) as string));
});
