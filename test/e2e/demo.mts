import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { installN8n } from './install.mts';
import { DEMO_FOLDER } from './paths.mts';

const HELP = `npm run demo [-- options]

Starts a link-shortening service and n8n with the Link Shortener nodes on this machine, makes short
links of a CSV with 100 rows at the service's rate limit, and leaves the editor open for you.

  --once   end after the run; exit code 0 only when every row came out as it should
  --fast   a rate limit of 30 requests per 2 seconds instead of 30 per minute
  --reset  begin with an empty n8n
  --help   this text`;

const { values: options } = parseArgs({
	options: {
		once: { type: 'boolean', default: false },
		fast: { type: 'boolean', default: false },
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
		throw new Error(`n8n needs Node 24, this is ${process.version}. Start it with: npm run demo`);
	}
	if (options.reset) await rm(DEMO_FOLDER, { recursive: true, force: true });
	await installN8n(console.log);
	// Only now: what it imports may stand in the folder that has just been installed.
	const { runDemo } = await import('./demo/run.mts');
	return await runDemo(options);
}

main().then(
	// Ended by hand: an open socket of a browser must not keep the process.
	(code) => process.exit(code),
	(error: unknown) => {
		console.error(`\n${error instanceof Error ? error.message : String(error)}`);
		process.exit(1);
	},
);
