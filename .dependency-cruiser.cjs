/**
 * The map of the rooms as a check: seven layers, each of which imports from itself and from those below. There is no
 * circle of files anywhere, and a folder without a layer fails, too. CONTRIBUTING.md draws the map.
 */
const ROOT = '^nodes/LinkShortener';

/** From the ground up. The last are the two nodes themselves. */
const LAYERS = [
	['shared'],
	['api'],
	['operations', 'names'],
	['link'],
	['resources'],
	['execution', 'trigger'],
];

const inside = (room) => `${ROOT}/${room}/`;

const UNNAMED = {
	path: '^(nodes|credentials)/',
	pathNot: [...LAYERS.flat().map(inside), `${ROOT}/[^/]+$`, '^credentials/[^/]+$'],
};

const layers = LAYERS.map((rooms, level) => ({
	name: `${rooms.join('-and-')}-imports-only-down`,
	severity: 'error',
	from: { path: rooms.map(inside) },
	to: {
		path: `${ROOT}/`,
		pathNot: LAYERS.slice(0, level + 1)
			.flat()
			.map(inside),
	},
}));

module.exports = {
	forbidden: [
		{ name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
		{
			name: 'no-orphan',
			severity: 'error',
			from: { orphan: true, pathNot: ['\\.node\\.ts$', '\\.credentials\\.ts$'] },
			to: {},
		},
		{
			name: 'nobody-imports-a-node',
			severity: 'error',
			from: {},
			to: { path: '\\.(node|credentials)\\.ts$' },
		},
		{
			name: 'credentials-import-only-down',
			severity: 'error',
			from: { path: '^credentials/' },
			to: { path: `${ROOT}/`, pathNot: ['shared', 'api/http'].map(inside) },
		},
		// A file that imports nothing is known by who imports it, and without either it is an orphan.
		{ name: 'folder-without-a-layer', severity: 'error', from: UNNAMED, to: {} },
		{ name: 'import-from-a-folder-without-a-layer', severity: 'error', from: {}, to: UNNAMED },
		{
			name: 'a-reader-takes-one-value',
			severity: 'error',
			from: { path: `${ROOT}/(link/fields|shared)/` },
			to: { path: `${ROOT}/(link/sheet/|resources/)` },
		},
		// Execution knows no link.
		{
			name: 'execution-knows-no-link',
			severity: 'error',
			from: { path: inside('execution') },
			to: { path: ['link', 'resources'].map(inside) },
		},
		...layers,
	],
	options: {
		tsConfig: { fileName: 'tsconfig.json' },
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
	},
};
