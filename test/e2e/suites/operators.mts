import { expect } from '@playwright/test';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import type { N8n } from '../n8n.mts';
import type { Manifest } from '../registry.mts';
import { CREDENTIAL_TYPE, putServiceCredential } from '../workflows.mts';
import { publishBulkWorkflow, rowsOf } from './bulk.mts';
import { packedPackage } from './stage.mts';

/** What docs/install.md tells those who run n8n: environment variables, private addresses. */

const RUN_TIMEOUT_MS = 60_000;

/** The package as the variable N8N_COMMUNITY_PACKAGES names it. */
interface CommunityPackage {
	name: string;
	version: string;
	/** `dist.integrity` of the registry. */
	checksum: string;
}

function communityPackage({ name, version }: Manifest, tarball: Buffer): CommunityPackage {
	const hash = createHash('sha512').update(tarball).digest('base64');
	return { name, version, checksum: `sha512-${hash}` };
}

/** The package with the checksum that the registry has. */
export async function publishedPackage(): Promise<CommunityPackage> {
	const { manifest, tarball } = await packedPackage();
	return communityPackage(manifest, await readFile(tarball));
}

/** n8n took the package from its environment at its start, and from nowhere else later. */
export async function checkInstalled(
	{ rest, port }: N8n,
	{ name, version }: CommunityPackage,
	[, ...healthcheck]: string[],
): Promise<void> {
	expect
		.soft(await rest.installedPackages(), 'environment: n8n has installed the package')
		.toEqual([name]);
	const args = healthcheck.map((arg) => arg.replace('5678', String(port)));
	const { exitCode } = await execa(process.execPath, args, { reject: false });
	expect
		.soft(exitCode, 'environment: the health check of queue.yml says that n8n is ready')
		.toEqual(0);
	const refusal = await rest.installPackage(name, version).then(
		() => 'installed',
		(error: unknown) => String(error),
	);
	expect
		.soft(refusal, 'environment: a click in the settings installs nothing')
		.toContain('managed via environment variables');
}

/** A private address that n8n does not let through; nothing is sent there. */
const PRIVATE_HOST = '192.168.77.5';

/** In an n8n whose protection of private addresses is on. */
export async function checkPrivateAddress(n8n: N8n): Promise<void> {
	const nobody = { url: `http://${PRIVATE_HOST}`, apiKey: 'key-of-nobody' };
	const credential = await putServiceCredential(n8n, nobody, 'Private address');
	const { message } = await n8n.rest.testCredential(credential, CREDENTIAL_TYPE);
	expect
		.soft(message, "private address: the credential's test says that it was blocked")
		.toContain('request was blocked');
	const bulk = await publishBulkWorkflow(n8n, 'Private address', nobody);
	const id = await bulk.start(rowsOf('private', 1));
	await n8n.rest.waitForEnd(id, RUN_TIMEOUT_MS);
	const { error } = await n8n.rest.readExecution(id);
	expect
		.soft(error?.message, 'private address: the error names the setting that allows it')
		.toContain('N8N_SSRF_ALLOWED_IP_RANGES');
}
