/** In the order in which they run. */
export const SUITE_NAMES = [
	'examples',
	'editor',
	'install',
	'security',
	'restart',
	'queue',
	'trigger',
	'versions',
] as const;

export type SuiteName = (typeof SUITE_NAMES)[number];

/** What the suite "versions" does on each n8n after the package is installed, and its columns' heads. */
export const STEP_TITLES = {
	credential: 'Credential',
	create: 'Bulk create, Retry On Fail',
	list: 'List',
	errorOutput: 'Error output',
	rateLimit: 'Rate limit',
	trigger: 'Trigger',
	tool: 'AI tool',
	cancel: 'Cancel',
} as const;

export type StepName = keyof typeof STEP_TITLES;

/** In the order in which they are taken. */
export const STEP_NAMES = Object.keys(STEP_TITLES) as StepName[];
