import { join } from 'node:path';
import { execa } from 'execa';
import { ROOT } from '../paths.mts';
import { childEnvironment } from '../processes.mts';

interface Watcher {
	program: string;
	args: string[];
	env: NodeJS.ProcessEnv;
	/** What it prints once it has built everything for the first time. */
	done: string;
}

/** Builds the package into a folder, now and at every change; resolves when the first build is there. */
export async function startBuilding(packageFolder: string): Promise<() => Promise<void>> {
	const dist = join(packageFolder, 'dist');
	const stops = await Promise.all(
		[
			{
				program: 'tsc',
				args: ['--watch', '--preserveWatchOutput', '--outDir', dist],
				env: {},
				done: 'Watching for file changes',
			},
			{
				program: 'gulp',
				args: ['watch'],
				env: { ASSETS_FOLDER: dist },
				done: "Finished 'assets'",
			},
		].map(startWatcher),
	);
	return async () => {
		for (const stop of stops) await stop();
	};
}

async function startWatcher({ program, args, env, done }: Watcher): Promise<() => Promise<void>> {
	const child = execa(program, args, {
		cwd: ROOT,
		preferLocal: true,
		env: childEnvironment(env),
		extendEnv: false,
		stdin: 'ignore',
		all: true,
		buffer: false,
		reject: false,
	});
	const stop = async () => {
		child.kill();
		await child;
	};
	await new Promise<void>((built, failed) => {
		const follow = async () => {
			for await (const line of child.iterable({ from: 'all' })) {
				console.log(line);
				if (line.includes(done)) built();
			}
			failed(new Error(`${program} has ended.`));
		};
		follow().catch(failed);
	});
	return stop;
}
