import { readdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './processes.mts';

/** Where Debian puts the programs of PostgreSQL, which are not on the PATH. */
const POSTGRES = '/usr/lib/postgresql';

/** A program on the PATH, or one of PostgreSQL's newest version. */
export async function findProgram(name: string): Promise<string | undefined> {
	const versions = existsSync(POSTGRES) ? await readdir(POSTGRES) : [];
	const newestFirst = versions.sort((one, other) => Number(other) - Number(one));
	const folders = [
		...newestFirst.map((version) => join(POSTGRES, version, 'bin')),
		...(process.env.PATH ?? '').split(delimiter),
	];
	return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/**
 * Installs a program from Debian's packages, where that is possible.
 *
 * @throws when it is not possible, with what to do instead
 */
export async function installDebianPackage(packageName: string, program: string): Promise<string> {
	const aptGet = await findProgram('apt-get');
	if (!aptGet || process.getuid?.() !== 0) {
		throw new Error(
			`There is no ${program} here, and only root on Debian or Ubuntu can have it installed. Install the package ${packageName}.`,
		);
	}
	console.log(`Installing Debian's package ${packageName} …`);
	const env = { DEBIAN_FRONTEND: 'noninteractive' };
	await run(aptGet, ['update'], { cwd: '/', env });
	await run(aptGet, ['install', '--yes', '--no-install-recommends', packageName], {
		cwd: '/',
		env,
	});
	const installed = await findProgram(program);
	if (!installed) throw new Error(`Debian's package ${packageName} brought no ${program}.`);
	return installed;
}
