/**
 * The map of the rooms as a check: a room is a folder, and it imports from lower floors alone. Rooms of one
 * floor do not know each other, and there is no circle of files anywhere. A folder without a floor fails, too.
 * CONTRIBUTING.md draws the map.
 */
const ROOT = '^nodes/LinkShortener';

/** From the ground up. */
const FLOORS = [
	['shared'],
	['shared/values', 'api/http'],
	['shared/n8n', 'api/gate', 'api/records'],
	['api/request', 'sheet'],
	['api/pixels'],
	['api'],
	['links/link', 'trigger/cursors'],
	['links/memory'],
	['locators'],
	['operations'],
	['link/find'],
	['links/create', 'links/update', 'trigger/events'],
	['link/rows'],
	['fields/missing'],
	['execution/report', 'fields', 'resources/account', 'resources/qrCode', 'trigger'],
	['execution', 'resources/link/columns'],
	['resources/link/rows'],
	['resources/link'],
	['resources'],
];

/** What lies in a room itself; a folder inside is a room of its own. */
const filesOf = (room) => `${ROOT}/${room}/[^/]+$`;

/** The rooms, and the two folders that only n8n knows. */
const NAMED = [...FLOORS.flat().map(filesOf), `${ROOT}/[^/]+$`, '^credentials/[^/]+$'];
const UNNAMED = { path: '^(nodes|credentials)/', pathNot: NAMED };

const rooms = FLOORS.flatMap((floor, level) =>
	floor.map((room) => ({
		name: `${room}-imports-only-down`,
		severity: 'error',
		from: { path: filesOf(room) },
		to: {
			path: `${ROOT}/`,
			pathNot: [room, ...FLOORS.slice(0, level).flat()].map(filesOf),
		},
	})),
);

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
			to: { path: `${ROOT}/`, pathNot: ['shared', 'api/http'].map(filesOf) },
		},
		// A file that imports nothing is known by who imports it, and without either it is an orphan.
		{ name: 'folder-without-a-floor', severity: 'error', from: UNNAMED, to: {} },
		{ name: 'import-from-a-folder-without-a-floor', severity: 'error', from: {}, to: UNNAMED },
		// A heading says what it says: no reader and no field has a say in it, and no row.
		{
			name: 'headings-know-no-reader',
			severity: 'error',
			from: { path: `${ROOT}/sheet/headings\\.ts$` },
			to: { pathNot: [`${ROOT}/shared/json\\.ts$`] },
		},
		{
			name: 'a-reader-takes-one-value',
			severity: 'error',
			from: { path: `${ROOT}/(fields|shared)/` },
			to: { path: `${ROOT}/(sheet/sheet|resources/)` },
		},
		...rooms,
	],
	options: {
		tsConfig: { fileName: 'tsconfig.json' },
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
	},
};
