import { join, relative } from 'node:path';
import { readCsv } from '../csv.mts';
import { BULK_EXAMPLE, exampleFiles, readExample } from '../examples.mts';
import { type N8n, startN8n } from '../n8n.mts';
import { buildAndPack, installPackage, type PackedPackage } from '../package.mts';
import { DEMO_FOLDER, ROOT } from '../paths.mts';
import { startRegistry } from '../registry.mts';
import { type Execution, isUnderWay } from '../rest.mts';
import { openBrowser } from './browser.mts';
import { untilInterrupted } from './interruption.mts';
import { ProgressLine } from './progress.mts';
import { type DemoFiles, prepareFiles, readBulkWorkflow } from './sample.mts';
import { type DemoService, startDemoService } from './service.mts';
import { readPorts, writePorts } from './state.mts';
import { judge, type Verdict } from './verdict.mts';

export interface DemoOptions {
	once: boolean;
	fast: boolean;
}

type Credential = { id: string; name: string };

/** As the example workflow calls the trigger behind the button "Execute workflow". */
const MANUAL_TRIGGER = 'When clicking ‘Execute workflow’';
const CREDENTIAL_NAME = 'Demo service';
const INTERRUPTED = 130;
const POLL_MS = 250;

/** What has been started, in order, so that it is stopped in the opposite order. */
type Started = Array<() => Promise<void>>;

export async function runDemo(options: DemoOptions): Promise<number> {
	const started: Started = [];
	const interrupted = untilInterrupted().then(() => {
		console.log('\nStopping …');
	});
	try {
		const demonstration = demonstrate(options, started);
		const code = await Promise.race([demonstration, interrupted.then(() => INTERRUPTED)]);
		if (options.once || code === INTERRUPTED) return code;
		await interrupted;
		return code;
	} finally {
		for (const stop of started.reverse()) await stop();
	}
}

/** The whole demonstration up to the open editor; the exit code says whether it went as it has to. */
async function demonstrate({ once, fast }: DemoOptions, started: Started): Promise<number> {
	const ports = await readPorts(DEMO_FOLDER);
	console.log('Building and packing the package …');
	const packed = await buildAndPack(join(DEMO_FOLDER, 'package'));

	const database = join(DEMO_FOLDER, 'service.sqlite');
	const service = await startDemoService({ database, wantedPort: ports.service, fast });
	started.push(service.stop);
	console.log(`The local service runs: ${service.url} (${service.limitInWords})`);

	const files = await prepareFiles(join(DEMO_FOLDER, 'files'));
	const n8n = await startN8nWithPackage(packed, ports.n8n, started);
	await writePorts(DEMO_FOLDER, { n8n: n8n.port, service: service.port });

	const credential = await enterCredential(n8n, service);
	const others = await importOtherExamples(n8n, credential);
	const { workflowId, executionId } = await startBulkWorkflow(n8n, credential, files);
	console.log(`Imported ${others + 1} example workflows; the bulk workflow runs:`);
	await follow(n8n, service, executionId, files);
	const execution = await n8n.rest.readExecution(executionId);
	const verdict = await judge(files, service.links());
	report(execution, verdict, files);
	if (!once) showEditor(n8n, service, workflowId);
	return execution.status === 'success' && verdict.faults.length === 0 ? 0 : 1;
}

function showEditor(n8n: N8n, service: DemoService, workflowId: string): void {
	const editor = `${n8n.url}/workflow/${workflowId}`;
	console.log(
		[
			'',
			`The editor:     ${editor}`,
			`  examples      ${n8n.url}/home/workflows`,
			`  e-mail        ${n8n.login.email}`,
			`  password      ${n8n.login.password}`,
			`The service:    ${service.url}`,
			`  API key       ${service.apiKey}`,
			'',
			'Ctrl+C stops everything.',
		].join('\n'),
	);
	openBrowser(editor);
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
		`n8n runs: ${n8n.url}, with ${name} ${version} ${installed === 'kept' ? '(unchanged)' : '(installed)'}`,
	);
	return n8n;
}

async function enterCredential(n8n: N8n, service: DemoService): Promise<Credential> {
	return await n8n.rest.putCredential(CREDENTIAL_NAME, 'linkShortenerApi', {
		baseUrl: service.url,
		apiKey: service.apiKey,
		ignoreSslIssues: false,
	});
}

/** Those that only wait in the editor to be looked at; none of them is published. */
async function importOtherExamples(n8n: N8n, credential: Credential): Promise<number> {
	const others = (await exampleFiles()).filter((file) => file !== BULK_EXAMPLE);
	for (const file of others)
		await n8n.rest.putWorkflow(await readExample(file, { linkShortenerApi: credential }));
	return others.length;
}

async function startBulkWorkflow(
	n8n: N8n,
	credential: Credential,
	files: DemoFiles,
): Promise<{ workflowId: string; executionId: string }> {
	const workflow = await n8n.rest.putWorkflow(await readBulkWorkflow(files, credential));
	const executionId = await n8n.rest.runManually(workflow.id, MANUAL_TRIGGER);
	return { workflowId: workflow.id, executionId };
}

async function follow(
	n8n: N8n,
	service: DemoService,
	executionId: string,
	files: DemoFiles,
): Promise<void> {
	const rows = (await readCsv(files.linksFile)).length;
	const line = new ProgressLine();
	for (;;) {
		// Rows that the node itself refuses never reach the service; they are in the file only.
		const refused = Math.max(service.refusals(), (await readCsv(files.failedRowsFile)).length);
		line.show({ rows, created: service.links().length, refused, ...service.limit() });
		if (!isUnderWay(await n8n.rest.executionStatus(executionId))) break;
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
	line.end();
}

function report(execution: Execution, verdict: Verdict, files: DemoFiles): void {
	const shown = (file: string) => relative(ROOT, file);
	const lines = [
		'',
		`Rows read:      ${verdict.rowsRead}`,
		`Links created:  ${verdict.created}  →  ${shown(files.resultsFile)}`,
		`Rows refused:   ${verdict.refused.length}  →  ${shown(files.failedRowsFile)}`,
		...verdict.refused.map(({ longUrl, reason }) => `  ${longUrl}\n    ${reason}`),
		`Duplicates:     ${verdict.duplicates}`,
	];
	if (execution.status !== 'success') {
		const { message = 'no reason given', description = '' } = execution.error ?? {};
		lines.push(`The execution ended as "${execution.status}": ${message} ${description}`);
	}
	lines.push(
		...(verdict.faults.length === 0
			? ['Every good row is in the result exactly once, every bad row is explained.']
			: ['Not as it has to be:', ...verdict.faults.map((fault) => `  ${fault}`)]),
	);
	console.log(lines.join('\n'));
}
