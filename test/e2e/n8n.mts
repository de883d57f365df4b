import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type N8nProcess, spawnN8n } from './n8nProcess.mts';
import { freePort } from './loopback.mts';
import { childEnvironment, npmCommand } from './processes.mts';
import { type Login, N8nRest } from './rest.mts';

export interface N8nOptions {
	/** Database, key, installed packages and log; a second start in the same folder continues. */
	userFolder: string;
	/** The one folder that the file nodes may read and write. */
	filesFolder: string;
	/** Where the test n8n's npm looks for packages; without it, in the machine's own registry. */
	npmRegistry?: string;
	/** Taken when it is free. */
	wantedPort?: number;
	env?: NodeJS.ProcessEnv;
	/** Another n8n than the one of this folder's lockfile. */
	bin?: string;
}

export interface N8n extends N8nProcess {
	url: string;
	port: number;
	login: Login;
	/** Logged in as the owner. */
	rest: N8nRest;
	userFolder: string;
}

/** An n8n on loopback with nothing in it but a demo: the password is printed and may be known. */
export const LOGIN: Login = { email: 'owner@demo.example', password: 'Link-shortener-1' };

export async function startN8n(options: N8nOptions): Promise<N8n> {
	const { userFolder, bin } = options;
	const port = await freePort(options.wantedPort);
	const url = `http://127.0.0.1:${port}`;
	const rest = new N8nRest(url);
	const n8n = await spawnN8n({
		args: ['start'],
		cwd: userFolder,
		env: { ...(await n8nEnvironment(options)), N8N_PORT: String(port), ...options.env },
		logFile: join(userFolder, 'n8n.log'),
		...(bin && { bin }),
		isReady: async () => await rest.isReady(),
	});
	await logIn(n8n, rest);
	return { ...n8n, url, port, login: LOGIN, rest, userFolder };
}

async function logIn(n8n: N8nProcess, rest: N8nRest): Promise<void> {
	try {
		await rest.logIn(LOGIN);
	} catch (error) {
		await n8n.kill();
		throw error;
	}
}

/** What a main and a worker have in common; makes the folders they need. */
export async function n8nEnvironment(options: N8nOptions): Promise<NodeJS.ProcessEnv> {
	const { userFolder, filesFolder, npmRegistry, env } = options;
	await mkdir(userFolder, { recursive: true });
	await mkdir(filesFolder, { recursive: true });
	const path = childEnvironment().PATH ?? '';
	return {
		N8N_USER_FOLDER: userFolder,
		N8N_ENCRYPTION_KEY: await readEncryptionKey(userFolder),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		N8N_RESTRICT_FILE_ACCESS_TO: filesFolder,
		N8N_SECURE_COOKIE: 'false',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		// Nothing here calls home: the demo has to work without the internet, and nobody asked it to.
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_DISABLED_MODULES: 'mcp-registry',
		...(npmRegistry && {
			PATH: [await npmWrapperFolder(userFolder, npmRegistry), path].join(delimiter),
		}),
		...env,
	};
}

/** Made once per user folder: with another key the stored credentials could not be read again. */
async function readEncryptionKey(userFolder: string): Promise<string> {
	const file = join(userFolder, 'encryption-key');
	if (existsSync(file)) return await readFile(file, 'utf8');
	const key = randomBytes(24).toString('hex');
	await writeFile(file, key, { mode: 0o600 });
	return key;
}

/**
 * A folder with a command called `npm`. n8n downloads a community package with the npm it finds on
 * its PATH, and another registry than the public one needs a licence. So this npm is the real one,
 * with our registry as its last word: n8n's own code runs to the end, on a package nobody published.
 */
async function npmWrapperFolder(userFolder: string, registry: string): Promise<string> {
	const folder = join(userFolder, 'bin');
	await mkdir(folder, { recursive: true });
	const npm = npmCommand();
	const real = [npm.command, ...npm.args].map((part) => `'${part.replaceAll("'", "'\\''")}'`);
	const cache = join(userFolder, 'npm-cache');
	const options = `--registry='${registry}' --cache='${cache}' --update-notifier=false`;
	const wrapper = join(folder, 'npm');
	await writeFile(wrapper, `#!/bin/sh\nexec ${real.join(' ')} "$@" ${options}\n`);
	await chmod(wrapper, 0o755);
	return folder;
}
