import { parseArgs } from 'node:util';
import { installN8n } from '../e2e/install.mts';

const HELP = `npm run bench [-- quick | full] [--only <words>]

Runs this package beside n8n's HTTP Request node, in the same n8n against the same local service, and
prints one table. What is measured is never judged by the exit code.

  quick  (default) a rate limit of 30 per 4 s, without landing page, blocks, busy machine,
         many rows and hosts; about 6 minutes
  full   the API's own 30 per 60 s, longer runs and more repeats; about 40 minutes

  --only    the measurements with these words in their name, such as "pairs"
  --beside  the folder of another checkout of this package, built, which takes part in "creates in pairs" and
            "hosts"; may be given again for one more`;

const MODES = ['quick', 'full'] as const;

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		options: {
			help: { type: 'boolean', default: false },
			only: { type: 'string', default: '' },
			beside: { type: 'string', multiple: true, default: [] },
		},
		allowPositionals: true,
	});
	if (values.help) {
		console.log(HELP);
		return;
	}
	const [given = 'quick'] = positionals;
	const mode = MODES.find((name) => name === given);
	if (!mode) throw new Error(`There is no mode "${given}". There are: ${MODES.join(', ')}`);
	await installN8n();
	// Only now: what it imports may stand in the folder that has just been installed.
	const { runBench } = await import('./bench.mts');
	await runBench(mode, values.only, values.beside);
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
