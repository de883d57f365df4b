/**
 * Where n8n 1.x wants something else than n8n 2.x: in what its own API is sent, and in what it is
 * started with. All such differences are here.
 */

/** A major version of n8n that this package is tested on. */
type Line = 1 | 2;

/** @param version such as 1.123.81 */
export function lineOf(version: string): Line {
	return version.startsWith('1.') ? 1 : 2;
}

/** Besides what every n8n gets. */
export function environmentOf(line: Line): NodeJS.ProcessEnv {
	// It knows other modules, and refuses names that it does not know.
	return line === 1 ? { N8N_DISABLED_MODULES: '' } : {};
}

/** 1.x runs the workflow that it is sent, 2.x the one that it has stored. */
export function runBody(line: Line, workflow: object, start: object): object {
	return line === 1 ? { workflowData: workflow, ...start } : start;
}

/**
 * Where the registry does not answer 1.x itself, it asks npm for the version "latest" and takes only
 * an answer that is called "latest", too; so it is told the number, as in the dialog after an @.
 */
export function installBody(line: Line, name: string, version: string): object {
	return line === 1 ? { name, version } : { name };
}
