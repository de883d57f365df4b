import { join, relative } from 'node:path';
import { readCsv } from '../csv.mts';
import { BULK_EXAMPLE, exampleFiles, readExample } from '../examples.mts';
import { type N8n, startN8n } from '../n8n.mts';
import { buildAndPack, installPackage, type PackedPackage } from '../package.mts';
import { DEMO_FOLDER, ROOT } from '../paths.mts';
import { startRegistry } from '../registry.mts';
import { type Execution, mayBeDone } from '../rest.mts';
import { pause } from '../waiting.mts';
import { type Credential, putServiceCredential } from '../workflows.mts';
import { openBrowser } from './browser.mts';
import { type Started, untilEnd } from './interruption.mts';
import { ProgressLine } from './progress.mts';
import { type DemoFiles, prepareFiles, readBulkWorkflow } from './sample.mts';
import { type DemoService, startDemoService } from './service.mts';
import { readPorts, writePorts } from './state.mts';
import { judge, type Verdict } from './verdict.mts';

interface DemoOptions {
	once: boolean;
	fast: boolean;
	/** The name of a preset of the service. */
	like?: string | undefined;
}

/** As the example workflow calls its trigger, which the button "Execute workflow" runs as well. */
const TRIGGER = 'Every Monday at 9';
const CREDENTIAL_NAME = 'Demo service';
const POLL_MS = 250;

/** What a newcomer opens first. */
const FIRST_EXAMPLE = 'first-short-link.json';

/** The bulk workflow, as it was started. */
interface BulkRun {
	workflowId: string;
	name: string;
	executionId: string;
}

export async function runDemo(options: DemoOptions): Promise<number> {
	const staysOpen = !options.once;
	return await untilEnd(async (started) => await demonstrate(options, started), { staysOpen });
}

/** The whole demonstration up to the open editor; the exit code says whether it went as it has to. */
async function demonstrate({ once, fast, like }: DemoOptions, started: Started): Promise<number> {
	const ports = await readPorts(DEMO_FOLDER);
	console.log('Building the Link Shortener nodes …');
	const packed = await buildAndPack(join(DEMO_FOLDER, 'package'));

	const database = join(DEMO_FOLDER, 'service.sqlite');
	const service = await startDemoService({ database, wantedPort: ports.service, fast, like });
	started.push(service.stop);
	console.log(
		`Started a link-shortening service on this machine: ${service.url}, ${service.limitInWords}`,
	);

	const files = await prepareFiles(join(DEMO_FOLDER, 'files'));
	const n8n = await startN8nWithPackage(packed, ports.n8n, started);
	await writePorts(DEMO_FOLDER, { n8n: n8n.port, service: service.port });

	const credential = await putServiceCredential(n8n, service, CREDENTIAL_NAME);
	const others = await importOtherExamples(n8n, credential);
	const bulk = await startBulkWorkflow(n8n, credential, files);
	const { name, executionId } = bulk;
	console.log(
		[
			`Added ${others.size + 1} example workflows, and the credential "${CREDENTIAL_NAME}" to all of them.`,
			`The workflow "${name}" now makes a short link of each row in ${shown(files.linksFile)}:`,
		].join('\n'),
	);
	await follow(n8n, service, executionId, files);
	const execution = await n8n.rest.readExecution(executionId);
	const verdict = await judge(files, service.links());
	report(execution, verdict, files);
	if (!once) showEditor(n8n, service, { bulk, firstId: others.get(FIRST_EXAMPLE) ?? '' });
	return execution.status === 'success' && verdict.faults.length === 0 ? 0 : 1;
}

function showEditor(
	n8n: N8n,
	service: DemoService,
	{ bulk, firstId }: { bulk: BulkRun; firstId: string },
): void {
	const first = `${n8n.url}/workflow/${firstId}`;
	console.log(
		[
			'',
			'What to click first:',
			`  1. Open ${first}`,
			`     and sign in as ${n8n.login.email} with the password ${n8n.login.password}`,
			'  2. Click "Execute workflow". Your new short link is in the output of the node Create Link.',
			'',
			'Then have a look at:',
			`  the run above       ${n8n.url}/workflow/${bulk.workflowId}/executions/${bulk.executionId}`,
			`  all the examples    ${n8n.url}/home/workflows`,
			`  the service         ${service.url}, with the API key ${service.apiKey}`,
			'',
			'Everything runs on until you press Ctrl+C.',
		].join('\n'),
	);
	openBrowser(first);
}

async function startN8nWithPackage(
	packed: PackedPackage,
	wantedPort: number | undefined,
	started: Started,
): Promise<N8n> {
	const registry = await startRegistry(packed.manifest, packed.tarball);
	started.push(registry.close);
	console.log('Starting n8n …');
	const n8n = await startN8n({
		userFolder: join(DEMO_FOLDER, 'n8n'),
		filesFolder: join(DEMO_FOLDER, 'files'),
		npmRegistry: registry.url,
		...(wantedPort && { wantedPort }),
	});
	started.push(n8n.stop);
	const { name, version } = packed.manifest;
	const installed = await installPackage(n8n, packed);
	console.log(
		`Started n8n: ${n8n.url}, ${installed === 'kept' ? 'which has' : 'and installed'} ${name} ${version}`,
	);
	return n8n;
}

/** Those that only wait in the editor to be looked at, by file; none of them is published. */
async function importOtherExamples(
	n8n: N8n,
	credential: Credential,
): Promise<ReadonlyMap<string, string>> {
	const ids = new Map<string, string>();
	for (const file of (await exampleFiles()).filter((each) => each !== BULK_EXAMPLE)) {
		const example = await readExample(file, { linkShortenerApi: credential });
		ids.set(file, (await n8n.rest.putWorkflow(example)).id);
	}
	return ids;
}

async function startBulkWorkflow(
	n8n: N8n,
	credential: Credential,
	files: DemoFiles,
): Promise<BulkRun> {
	const file = await readBulkWorkflow(files, credential);
	const workflow = await n8n.rest.putWorkflow(file);
	const executionId = await n8n.rest.runManually(workflow.id, TRIGGER);
	return { workflowId: workflow.id, name: file.name, executionId };
}

async function follow(
	n8n: N8n,
	service: DemoService,
	executionId: string,
	files: DemoFiles,
): Promise<void> {
	const rows = (await readCsv(files.linksFile)).length;
	const endsAt = Date.now() + service.msFor(rows);
	const line = new ProgressLine();
	for (;;) {
		const [created, refused] = [service.links().length, service.refusals()];
		line.show({ rows, created, refused, leftMs: endsAt - Date.now() });
		if (!mayBeDone(await n8n.rest.executionStatus(executionId))) break;
		await pause(POLL_MS);
	}
	line.end();
}

function shown(file: string): string {
	return relative(ROOT, file);
}

function report(execution: Execution, verdict: Verdict, files: DemoFiles): void {
	const lines = [
		'',
		`${verdict.rowsRead} rows read`,
		`${verdict.created} short links made, in ${shown(files.resultsFile)}`,
		`${verdict.refused.length} rows refused, with the reason in the same file:`,
		...verdict.refused.map(({ longUrl, reason }) => `  ${longUrl}\n    ${reason}`),
		`${verdict.duplicates} links made twice`,
	];
	if (execution.status !== 'success') {
		const { message = 'no reason given', description = '' } = execution.error ?? {};
		lines.push(`The workflow ended as "${execution.status}": ${message} ${description}`);
	}
	lines.push(
		...(verdict.faults.length === 0
			? ['Every good row has exactly one short link, and every refused row has its reason.']
			: ['This is not as it should be:', ...verdict.faults.map((fault) => `  ${fault}`)]),
	);
	console.log(lines.join('\n'));
}
