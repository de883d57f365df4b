/** In the order in which they run. */
export const SUITE_NAMES = [
	'examples',
	'mcp',
	'editor',
	'install',
	'security',
	'restart',
	'queue',
	'trigger',
	'versions',
] as const;

export type SuiteName = (typeof SUITE_NAMES)[number];

/** What the suite "versions" does on each n8n after the package is installed, in this order. */
export const STEP_NAMES = [
	'credential',
	'otherHosts',
	'create',
	'errorOutput',
	'everyRow',
	'trigger',
	'tool',
	'cancel',
] as const;

export type StepName = (typeof STEP_NAMES)[number];
