import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { openOnLoopback } from './loopback.mts';

/** An npm registry on loopback that knows one package. */

export interface Registry {
	url: string;
	/** Adds a version, which is the latest from now on. */
	publish: (manifest: Manifest, tarballFile: string) => Promise<void>;
	close: () => Promise<void>;
}

export interface Manifest {
	name: string;
	version: string;
	[other: string]: unknown;
}

interface Published {
	manifest: Manifest;
	tarball: Buffer;
	tarballPath: string;
	integrity: string;
	shasum: string;
}

/** A registry with a package in its first version. */
export async function startRegistry(manifest: Manifest, tarballFile: string): Promise<Registry> {
	const versions = [await readPublished(manifest, tarballFile)];

	const server = createServer((request, response) => {
		const tarball = versions.find(({ tarballPath }) => tarballPath === request.url)?.tarball;
		if (tarball) {
			response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(tarball);
			return;
		}
		const documents = documentsOf(versions, `http://${request.headers.host ?? ''}`);
		const document = documents[request.url ?? ''];
		response
			.writeHead(document ? 200 : 404, { 'content-type': 'application/json' })
			.end(JSON.stringify(document ?? { error: 'not found' }));
	});

	const { url, close } = await openOnLoopback(server);
	return {
		url: `${url}/`,
		close,
		publish: async (later, laterTarball) => {
			versions.push(await readPublished(later, laterTarball));
		},
	};
}

async function readPublished(manifest: Manifest, tarballFile: string): Promise<Published> {
	const tarball = await readFile(tarballFile);
	const sha512 = createHash('sha512').update(tarball).digest('base64');
	const shasum = createHash('sha1').update(tarball).digest('hex');
	// With the hash in its address, another build of the same version is not taken from npm's cache.
	const tarballPath = `/-/${shasum}/package.tgz`;
	return { manifest, tarball, tarballPath, integrity: `sha512-${sha512}`, shasum };
}

/** What npm asks for, by its path. */
function documentsOf(versions: Published[], url: string): Record<string, unknown> {
	const manifests = versions.map(({ manifest, tarballPath, integrity, shasum }) => ({
		...manifest,
		dist: { tarball: `${url}${tarballPath}`, integrity, shasum },
	}));
	const latest = manifests.at(-1);
	if (!latest) return {};
	const { name } = latest;
	return {
		[`/${name}`]: {
			name,
			'dist-tags': { latest: latest.version },
			versions: Object.fromEntries(manifests.map((each) => [each.version, each])),
		},
		[`/${name}/latest`]: latest,
		...Object.fromEntries(manifests.map((each) => [`/${name}/${each.version}`, each])),
	};
}
