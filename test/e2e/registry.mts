import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';

/** An npm registry on loopback that knows one package in one version. */

export interface Registry {
	url: string;
	close: () => Promise<void>;
}

export interface Manifest {
	name: string;
	version: string;
	[other: string]: unknown;
}

export async function startRegistry(manifest: Manifest, tarballFile: string): Promise<Registry> {
	const tarball = await readFile(tarballFile);
	const sha512 = createHash('sha512').update(tarball).digest('base64');
	const shasum = createHash('sha1').update(tarball).digest('hex');
	// With the hash in its address, another build of the same version is not taken from npm's cache.
	const tarballPath = `/-/${shasum}/package.tgz`;

	const server = createServer((request, response) => {
		const url = `http://${request.headers.host ?? ''}`;
		const dist = { tarball: `${url}${tarballPath}`, integrity: `sha512-${sha512}`, shasum };
		const version = { ...manifest, dist };
		const documents: Record<string, unknown> = {
			[`/${manifest.name}`]: {
				name: manifest.name,
				'dist-tags': { latest: manifest.version },
				versions: { [manifest.version]: version },
			},
			[`/${manifest.name}/latest`]: version,
			[`/${manifest.name}/${manifest.version}`]: version,
		};
		if (request.url === tarballPath) {
			response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(tarball);
			return;
		}
		const document = documents[request.url ?? ''];
		response
			.writeHead(document ? 200 : 404, { 'content-type': 'application/json' })
			.end(JSON.stringify(document ?? { error: 'not found' }));
	});

	const port = await listen(server);
	return {
		url: `http://127.0.0.1:${port}/`,
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}

async function listen(server: Server): Promise<number> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', resolve);
	});
	const address = server.address();
	if (typeof address !== 'object' || !address) throw new Error('The registry has no port.');
	return address.port;
}
