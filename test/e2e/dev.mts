import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { installN8n } from './install.mts';
import { DEV_FOLDER } from './paths.mts';

const HELP = `npm run dev [-- options]

Starts n8n with the Link Shortener nodes, builds them anew at every change of a file, and n8n loads them
again without a restart. The first start installs n8n, as npm run demo does.

  --service  a link-shortening service on this machine as well, with a credential for it in n8n
  --reset    begin with an empty n8n
  --help     this text`;

const { values: options } = parseArgs({
	options: {
		service: { type: 'boolean', default: false },
		reset: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

async function main(): Promise<number> {
	if (options.help) {
		console.log(HELP);
		return 0;
	}
	if (Number(process.versions.node.split('.')[0]) < 24) {
		throw new Error(`n8n needs Node 24, this is ${process.version}. Start it with: npm run dev`);
	}
	if (options.reset) await rm(DEV_FOLDER, { recursive: true, force: true });
	await installN8n(console.log);
	// Only now: what it imports may stand in the folder that has just been installed.
	const { runDev } = await import('./dev/run.mts');
	return await runDev(options);
}

main().then(
	// Ended by hand: an open socket of a browser must not keep the process.
	(code) => process.exit(code),
	(error: unknown) => {
		console.error(`\n${error instanceof Error ? error.message : String(error)}`);
		process.exit(1);
	},
);
