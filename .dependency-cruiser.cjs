/**
 * The map of the rooms as a check: imports only point down, and no circle of files anywhere. Rooms
 * that stand side by side (execution and trigger, resources and trigger, http and its neighbors) do
 * not know each other. A folder that is in none of them fails, too. CONTRIBUTING.md draws the map.
 */
const ROOM = '^nodes/LinkShortener';

/** What a room may import; itself and n8n-workflow always. */
const MAY_IMPORT = {
	shared: [],
	'api/http': ['shared'],
	'api/gate': ['api/http', 'shared'],
	'api/pixels': ['api/lists', 'api/http', 'api/[^/]+\\.ts$', 'shared'],
	'api/lists': ['api/http', 'api/[^/]+\\.ts$', 'shared'],
	api: ['shared'],
	links: ['api', 'shared'],
	locators: ['links', 'api', 'shared'],
	resources: ['locators', 'links', 'api', 'shared'],
	trigger: ['locators', 'links', 'api', 'shared'],
	execution: ['resources', 'api', 'shared'],
};

/**
 * The files that a room's rule is about: everything below its folder, but of a room with rooms inside
 * only what lies in it directly, so that a new folder of `api` needs a rule of its own.
 */
function filesOf(room) {
	const hasRoomsInside = Object.keys(MAY_IMPORT).some((other) => other.startsWith(`${room}/`));
	return `${ROOM}/${room}/${hasRoomsInside ? '[^/]+$' : ''}`;
}

/** The rooms, and the two folders that only n8n knows. */
const NAMED = [...Object.keys(MAY_IMPORT).map(filesOf), `${ROOM}/[^/]+$`, '^credentials/[^/]+$'];
const UNNAMED = { path: '^(nodes|credentials)/', pathNot: NAMED };

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
		{
			name: 'credentials-import-only-down',
			severity: 'error',
			from: { path: '^credentials/' },
			to: { path: `${ROOM}/`, pathNot: [`${ROOM}/api/`, `${ROOM}/shared/`] },
		},
		// A file that imports nothing is known by who imports it, and without either it is an orphan.
		{ name: 'folder-without-a-rule', severity: 'error', from: UNNAMED, to: {} },
		{ name: 'import-from-a-folder-without-a-rule', severity: 'error', from: {}, to: UNNAMED },
		...rooms,
	],
	options: {
		tsConfig: { fileName: 'tsconfig.json' },
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
	},
};
