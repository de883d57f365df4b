import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import provideN8n from './provideN8n.mts';
import { PRESET_NAMES } from '../service/presets/index.mts';
import { runDemo } from './demo/run.mts';
import { DEMO_FOLDER } from './paths.mts';

const HELP = `npm run demo [-- options]

Starts a link-shortening service and n8n with the Link Shortener nodes on this machine, makes short
links of a CSV with 100 rows at the service's rate limit, and leaves the editor open for you.

  --once   end after the run; exit code 0 only when every row came out as it should
  --fast   a rate limit of 30 requests per 2 seconds instead of 30 per minute
  --reset  begin with an empty n8n
  --like NAME  a service that answers as public clients of a brand expect it: ${PRESET_NAMES.join(', ')}
  --help   this text`;

const { values: options } = parseArgs({
	options: {
		once: { type: 'boolean', default: false },
		fast: { type: 'boolean', default: false },
		reset: { type: 'boolean', default: false },
		like: { type: 'string' },
		help: { type: 'boolean', default: false },
	},
});

async function main(): Promise<number> {
	if (options.help) {
		console.log(HELP);
		return 0;
	}
	await provideN8n();
	if (options.reset) await rm(DEMO_FOLDER, { recursive: true, force: true });
	return await runDemo(options);
}

main().then(
	// Ended by hand: an open socket must not keep the process.
	(code) => process.exit(code),
	(error: unknown) => {
		console.error(`\n${error instanceof Error ? error.message : String(error)}`);
		process.exit(1);
	},
);
