import { installN8n } from './install.mts';

/**
 * What the commands here have in common. Imports nothing that stands in a folder with n8n; a command
 * imports such things only after `provideN8n`.
 */

/** @param command to start it with the right Node, such as `npm run demo` */
export async function provideN8n(command: string): Promise<void> {
	if (Number(process.versions.node.split('.')[0]) < 24) {
		throw new Error(`n8n needs Node 24, this is ${process.version}. Start it with: ${command}`);
	}
	await installN8n();
}

/** Ends this process with the exit code of some work, or with the reason of its failure. */
export function exitWith(work: Promise<number>): void {
	work.then(
		// Ended by hand: an open socket of a browser must not keep the process.
		(code) => process.exit(code),
		(error: unknown) => {
			console.error(`\n${error instanceof Error ? error.message : String(error)}`);
			process.exit(1);
		},
	);
}
