import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installN8n } from './install.mts';
import { ROOT } from './paths.mts';
import { STEP_NAMES, type StepName, SUITE_NAMES, type SuiteName } from './suites/names.mts';

const HELP = `npm run test:e2e [-- <suite> …]

Runs this package in a real n8n against the local service. Without a name every suite runs.

  workflows  every example workflow is imported and run
  editor     a real browser: find the node, enter a credential, create links, publish (Chromium)
  install    a real browser: install, update and uninstall the package under running workflows (10 minutes)
  security   key, header and passwords are looked for in all that n8n keeps of failed runs (4 minutes)
  queue      three workers on a real Redis and PostgreSQL: shared key, killed worker, cancel
  restart    n8n is restarted and killed in the middle of runs; a month of the scheduled examples
  trigger    all events at once, every minute; n8n restarted and killed meanwhile (13 minutes)
  versions   what a user does first, on each n8n that is pinned in test/e2e/ (10 minutes)
  dev        npm run dev in a copy of the package: a changed text is there without a restart

  --example=<part of a file name>  the suite "workflows" runs the examples of that name alone
  --grep=<words of a title>        the suite "editor" runs the tests of that title alone
  --n8n=<beginning of a version>   the suite "versions" runs on these alone, such as 1.123
  --step=<name>                    the suite "versions" takes these steps alone, after the package is
                                   installed: ${STEP_NAMES.slice(0, 4).join(', ')},
                                   ${STEP_NAMES.slice(4).join(', ')}
  --write                          the suite "versions" writes its table into docs/compatibility.md
  --pictures                       the pictures of the suites "editor" and "install" go into docs/

The suite "trigger" kills n8n once at any moment and as often as E2E_TRIGGER_KILLS says, 2 when left
out, just after a poll was answered.

The suite "queue" uses a Redis on 127.0.0.1:6379 and a PostgreSQL on its socket or 127.0.0.1:5432 that
let this user in, or what these variables name, or starts its own (root may install them with apt):

  E2E_REDIS_URL     such as redis://127.0.0.1:6379
  E2E_POSTGRES_URL  such as postgres://user:password@127.0.0.1:5432/postgres; its user has to be
                    allowed to create a database, which is dropped at the end
  E2E_OTHER_N8N     the bin/n8n of another n8n, such as 1.123, whose queue runs the job of a dead
                    worker again; checked only when this is set`;

function isSuiteName(name: string): name is SuiteName {
	return (SUITE_NAMES as readonly string[]).includes(name);
}

function isStepName(name: string): name is StepName {
	return (STEP_NAMES as readonly string[]).includes(name);
}

async function main(): Promise<number> {
	const { values, positionals } = parseArgs({
		options: {
			example: { type: 'string', multiple: true },
			n8n: { type: 'string', multiple: true },
			step: { type: 'string', multiple: true },
			write: { type: 'boolean', default: false },
			grep: { type: 'string' },
			pictures: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
		allowPositionals: true,
	});
	if (values.help) {
		console.log(HELP);
		return 0;
	}
	const unknown = positionals.find((name) => !isSuiteName(name));
	if (unknown !== undefined) {
		throw new Error(`There is no suite "${unknown}". There are: ${SUITE_NAMES.join(', ')}`);
	}
	const strange = values.step?.find((name) => !isStepName(name));
	if (strange !== undefined) {
		throw new Error(`There is no step "${strange}". There are: ${STEP_NAMES.join(', ')}`);
	}
	if (values.write && values.step) {
		throw new Error('The table needs every step: leave out --step or --write.');
	}
	if (Number(process.versions.node.split('.')[0]) < 24) {
		throw new Error(
			`n8n needs Node 24, this is ${process.version}. Start it with: npm run test:e2e`,
		);
	}
	await installN8n(console.log);
	// Only now: what it imports may stand in the folder that has just been installed.
	const { runSuites } = await import('./suites/index.mts');
	return await runSuites(positionals.length > 0 ? positionals.filter(isSuiteName) : SUITE_NAMES, {
		...(values.pictures && { picturesFolder: join(ROOT, 'docs') }),
		...(values.grep && { grep: values.grep }),
		...(values.example && { examples: values.example }),
		...(values.n8n && { n8n: values.n8n }),
		...(values.step && { steps: values.step.filter(isStepName) }),
		write: values.write,
	});
}

main().then(
	// Ended by hand: an open socket of a browser must not keep the process.
	(code) => process.exit(code),
	(error: unknown) => {
		console.error(`\n${error instanceof Error ? error.message : String(error)}`);
		process.exit(1);
	},
);
