import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { exitWith, provideN8n } from './command.mts';
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
	await provideN8n('npm run dev');
	if (options.reset) await rm(DEV_FOLDER, { recursive: true, force: true });
	const { runDev } = await import('./dev/run.mts');
	return await runDev(options);
}

exitWith(main());
