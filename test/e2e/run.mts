import { parseArgs } from 'node:util';
import { exitWith, provideN8n } from './command.mts';
import { STEP_NAMES, SUITE_NAMES } from './suites/names.mts';

const HELP = `npm run test:e2e [-- <suite> …]

Runs this package in a real n8n against the local service. Without a name every suite runs.

  examples   every example workflow but the demo's is imported and run (3 minutes)
  mcp        n8n's own MCP server: what a model reads of the node, and a run that it starts (1 minute)
  editor     a real browser: find the node, enter a credential, create links, with clicks counted (5 minutes)
  install    a real browser: install, update and uninstall the package under running workflows (7 minutes)
  security   key, header and passwords are looked for in all that n8n keeps of failed runs (2 minutes)
  restart    n8n is restarted and killed in the middle of a bulk run (2 minutes)
  queue      three workers on a real Redis and PostgreSQL: shared key, killed worker, cancel (4 minutes)
  trigger    new links and items of a channel, every minute; n8n restarted and killed meanwhile (7 minutes)
  versions   what a user does first, on each n8n that is pinned in test/e2e/ (6 minutes)

  --example=<part of a file name>  the suite "examples" runs those of that name alone
  --n8n=<beginning of a version>   the suite "versions" runs on these alone, such as 1.123
  --step=<name>                    the suite "versions" takes these steps alone, after the package is
                                   installed: ${STEP_NAMES.slice(0, 4).join(', ')},
                                   ${STEP_NAMES.slice(4).join(', ')}

The suite "queue" starts a Redis and a PostgreSQL of its own; where they are missing, root may install
them with apt.`;

/** @throws where a name is none of those that there are */
function known<Name extends string>(what: string, given: string[], names: readonly Name[]): Name[] {
	return given.map((wanted) => {
		const found = names.find((name) => name === wanted);
		if (found !== undefined) return found;
		throw new Error(`There is no ${what} "${wanted}". There are: ${names.join(', ')}`);
	});
}

async function main(): Promise<number> {
	const { values, positionals } = parseArgs({
		options: {
			example: { type: 'string', multiple: true },
			n8n: { type: 'string', multiple: true },
			step: { type: 'string', multiple: true },
			help: { type: 'boolean', default: false },
		},
		allowPositionals: true,
	});
	if (values.help) {
		console.log(HELP);
		return 0;
	}
	const suites = known('suite', positionals, SUITE_NAMES);
	const steps = known('step', values.step ?? [], STEP_NAMES);
	await provideN8n('npm run test:e2e');
	const { runSuites } = await import('./suites/index.mts');
	return await runSuites(suites.length > 0 ? suites : SUITE_NAMES, {
		...(values.example && { examples: values.example }),
		...(values.n8n && { n8n: values.n8n }),
		...(steps.length > 0 && { steps }),
	});
}

exitWith(main());
