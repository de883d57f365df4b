import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Started, untilEnd } from '../demo/interruption.mts';
import { startDemoService } from '../demo/service.mts';
import { readPorts, writePorts } from '../demo/state.mts';
import { type N8n, startN8n } from '../n8n.mts';
import { DEV_FOLDER, ROOT } from '../paths.mts';
import { putServiceCredential } from '../workflows.mts';
import { startBuilding } from './build.mts';

interface DevOptions {
	service: boolean;
}

const USER_FOLDER = join(DEV_FOLDER, 'n8n');

export async function runDev(options: DevOptions): Promise<number> {
	return await untilEnd(async (started) => await develop(options, started), { staysOpen: true });
}

async function develop({ service }: DevOptions, started: Started): Promise<number> {
	const ports = await readPorts(DEV_FOLDER);
	console.log('Building the Link Shortener nodes …');
	started.push(await startBuilding(await emptyPackage()));

	console.log('Starting n8n …');
	const n8n = await startN8n({
		userFolder: USER_FOLDER,
		filesFolder: join(DEV_FOLDER, 'files'),
		env: { N8N_DEV_RELOAD: 'true' },
		...(ports.n8n && { wantedPort: ports.n8n }),
	});
	started.push(n8n.stop);
	const servicePort = service ? await addService(n8n, ports.service, started) : ports.service;
	await writePorts(DEV_FOLDER, { n8n: n8n.port, ...(servicePort && { service: servicePort }) });
	console.log(
		[
			`Started n8n: ${n8n.url}`,
			`  sign in as ${n8n.login.email} with the password ${n8n.login.password}`,
			`  its log: ${n8n.logFile}`,
			'At every change the nodes are built, and n8n loads them again. Ctrl+C ends everything.',
		].join('\n'),
	);
	return 0;
}

/**
 * The package's place in n8n's folder of installed packages, without its build: n8n loads what it
 * finds there, under the names that saved workflows use. It watches that very folder, so the build
 * goes into it; a link would not do, since n8n forgets no module of another folder.
 */
async function emptyPackage(): Promise<string> {
	const manifest = join(ROOT, 'package.json');
	const { name } = JSON.parse(await readFile(manifest, 'utf8')) as { name: string };
	const folder = join(USER_FOLDER, '.n8n', 'nodes', 'node_modules', name);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await copyFile(manifest, join(folder, 'package.json'));
	return folder;
}

async function addService(
	n8n: N8n,
	wantedPort: number | undefined,
	started: Started,
): Promise<number> {
	const database = join(DEV_FOLDER, 'service.sqlite');
	const service = await startDemoService({ database, wantedPort, fast: false });
	started.push(service.stop);
	await putServiceCredential(n8n, service);
	console.log(`Started a link-shortening service: ${service.url}, ${service.limitInWords}`);
	return service.port;
}
