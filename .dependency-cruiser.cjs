/**
 * The map of the rooms as a check: imports only point down, and no circle of files anywhere. Rooms
 * that stand side by side (execution and trigger, resources and trigger, http and its neighbors) do
 * not know each other. CONTRIBUTING.md draws the map.
 */
const ROOM = '^nodes/LinkShortener';

/** What a room may import; itself and n8n-workflow always. */
const MAY_IMPORT = {
	shared: [],
	'api/http': ['shared'],
	'api/gate': ['api/http', 'shared'],
	'api/pixels': ['api/pagination', 'api/http', 'api/[^/]+\\.ts$', 'shared'],
	'api/pagination': ['api/http', 'api/[^/]+\\.ts$', 'shared'],
	api: ['shared'],
	links: ['api', 'shared'],
	locators: ['links', 'api', 'shared'],
	resources: ['locators', 'links', 'api', 'shared'],
	trigger: ['locators', 'links', 'api', 'shared'],
	execution: ['resources', 'api', 'shared'],
};

const rooms = Object.entries(MAY_IMPORT).map(([room, allowed]) => ({
	name: `${room}-imports-only-down`,
	severity: 'error',
	from: { path: `${ROOM}/${room}/` },
	to: {
		path: `${ROOM}/`,
		pathNot: [room, ...allowed].map((name) => `${ROOM}/${name}${name.endsWith('$') ? '' : '/'}`),
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
		...rooms,
	],
	options: {
		tsConfig: { fileName: 'tsconfig.json' },
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
	},
};
