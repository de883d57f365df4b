import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from '@playwright/test';
import {
	RATE_LIMIT,
	type Service,
	type ServiceOptions,
	startService,
} from '../../service/index.mts';
import { type N8n, type N8nOptions, startN8n } from '../n8n.mts';
import { buildAndPack, installPackage, type PackedPackage } from '../package.mts';
import { E2E_STATE_FOLDER } from '../paths.mts';
import { type Registry, startRegistry } from '../registry.mts';

let packed: Promise<PackedPackage> | undefined;

/** The package as it would be published, built and packed once per run. */
export async function packedPackage(): Promise<PackedPackage> {
	packed ??= buildAndPack(join(E2E_STATE_FOLDER, 'package'));
	return await packed;
}

/** Everything a suite starts, in folders of its own, and stopped with it in the opposite order. */
export class Stage {
	readonly folder: string;
	private readonly stops: Array<() => Promise<void>> = [];
	private registryOfPackage: Promise<Registry> | undefined;

	constructor(name: string) {
		this.folder = join(E2E_STATE_FOLDER, name);
	}

	/** Has something done when the suite is over, whatever came of it. */
	atEnd(stop: () => Promise<void>): void {
		this.stops.push(stop);
	}

	/** Stops everything. */
	async dispose(): Promise<void> {
		for (const stop of this.stops.splice(0).reverse()) {
			await stop().catch((error: unknown) => console.error(error));
		}
		this.registryOfPackage = undefined;
	}

	async service(options: Partial<ServiceOptions> = {}): Promise<Service> {
		const service = await startService(options);
		this.atEnd(async () => await service.stop());
		return service;
	}

	/** A service with a rate limit as the API has it, 30 requests, only in a shorter window. */
	async limitedService(windowMs: number, latencyMs = 0): Promise<Service> {
		return await this.service({
			latencyMs,
			rateLimit: {
				...RATE_LIMIT,
				windowMs,
			},
		});
	}

	/** A folder that is empty now. */
	async emptyFolder(name: string): Promise<string> {
		const folder = join(this.folder, name);
		await rm(folder, { recursive: true, force: true });
		return folder;
	}

	/** A registry that serves the package to n8n's npm. */
	async registry(): Promise<Registry> {
		this.registryOfPackage ??= this.openRegistry();
		return await this.registryOfPackage;
	}

	private async openRegistry(): Promise<Registry> {
		const { manifest, tarball } = await packedPackage();
		const registry = await startRegistry(manifest, tarball);
		this.atEnd(registry.close);
		return registry;
	}

	/** A fresh n8n without the package. */
	async bareN8n(name = 'n8n', options: Partial<N8nOptions> = {}): Promise<N8n> {
		return await this.n8nIn(await this.emptyFolder(name), options);
	}

	/** A fresh n8n with the package in it, installed as a user installs it. */
	async n8n(name = 'n8n', options: Partial<N8nOptions> = {}): Promise<N8n> {
		const n8n = await this.bareN8n(name, options);
		await installPackage(n8n, await packedPackage());
		return n8n;
	}

	/** An n8n that goes on in a folder. */
	async n8nIn(userFolder: string, options: Partial<N8nOptions> = {}): Promise<N8n> {
		const n8n = await startN8n({
			userFolder,
			filesFolder: join(this.folder, 'files'),
			npmRegistry: (await this.registry()).url,
			...options,
		});
		this.atEnd(n8n.stop);
		return n8n;
	}
}

/** The stage of the tests that are declared beside it; gone with the last of them. */
export function openStage(name: string): Stage {
	const stage = new Stage(name);
	test.afterAll(async () => await stage.dispose());
	return stage;
}
