import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { record } from './record.mts';

const RECORDED = join(import.meta.dirname, '../engine/answers/recorded.json');
const LEDGER = resolve('.live/creates.jsonl');
const REPORT = resolve('.live/report.json');

const HELP = `npm run live [-- options]

Tries this package and the API on a real account, and deletes what that creates. The address and the API key
come from LINK_SHORTENER_URL and LINK_SHORTENER_KEY, or are asked for. Ctrl+C stops at any time and cleans up;
pressed twice, it stops at once.

  --file         also upload a file, which stays: no way is known to delete one
  --clean        only delete what a run that was killed has left
  --record FILE  add the responses of a report to the tests; sends nothing
  --yes          do not ask
  --help         this text`;

const ABOUT = `This creates at most 16 links and one campaign, channel, pixel, and QR code, and deletes them again.
- They count against your plan; some plans count deleted links as well.
- Your account's notifications and workflows with the trigger Link Created see the new links.
- Only records that are proven to be the run's own are changed or deleted. Your account, domains, and
  other records are not changed.
- It sends about 75 requests, as fast as the rate limit allows: three minutes at 30 a minute.`;

const { values: options } = parseArgs({
	options: {
		file: { type: 'boolean', default: false },
		clean: { type: 'boolean', default: false },
		record: { type: 'string' },
		yes: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

async function ask(question: string): Promise<string> {
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	try {
		return (await terminal.question(question)).trim();
	} finally {
		terminal.close();
	}
}

async function account(): Promise<{ baseUrl: string; key: string }> {
	const { LINK_SHORTENER_URL: url, LINK_SHORTENER_KEY: given } = process.env;
	const address = url ?? (await ask('Address where you log in to the service: '));
	const key = given ?? (await ask('API key: '));
	if (key === '') throw new Error('The API key is empty');
	// Only now: it needs the package as built.
	const { baseUrlOf } = await import('./wire.mts');
	return { baseUrl: baseUrlOf(address), key };
}

async function main(): Promise<number> {
	if (options.help) {
		console.log(HELP);
		return 0;
	}
	if (options.record !== undefined) {
		console.log(await record(options.record, RECORDED));
		return 0;
	}
	const connection = await account();
	if (options.clean) {
		const { cleanUp } = await import('./clean.mts');
		return ended(await cleanUp({ ...connection, ledgerFile: LEDGER }));
	}
	console.log(ABOUT);
	if (options.file) console.log('- It also uploads one file, which stays. Delete it by hand.');
	if (!options.yes && !/^y/i.test(await ask('Go on? (y/N) '))) return 1;

	// Only now: it loads n8n's engine.
	const { runLive } = await import('./run.mts');
	const stop = new AbortController();
	process.on('SIGINT', () => {
		if (stop.signal.aborted) process.exit(130);
		console.log('\nStopping, and deleting what was created. Ctrl+C again stops at once.');
		stop.abort();
	});
	const { report, left, made, deleted } = await runLive({
		...connection,
		ledgerFile: LEDGER,
		withFile: options.file,
		signal: stop.signal,
		say: ({ what, verdict, note }) => {
			console.log(`${verdict.padEnd(9)}  ${what}${note === '' ? '' : `: ${note}`}`);
		},
	});
	mkdirSync(dirname(REPORT), { recursive: true });
	writeFileSync(REPORT, `${JSON.stringify(report, null, '\t')}\n`);
	console.log(
		`\nCreated: ${made}. Deleted again: ${deleted}. Report to attach to an issue: ${REPORT}`,
	);
	return ended(left);
}

/** Names what is left. */
function ended(left: string[]): number {
	if (left.length === 0) console.log('Nothing is left behind.');
	else console.log(['Left behind:', ...left, `They are also in ${LEDGER}.`].join('\n- '));
	return left.length === 0 ? 0 : 1;
}

main().then(
	(code) => process.exit(code),
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : String(error));
		process.exit(1);
	},
);
