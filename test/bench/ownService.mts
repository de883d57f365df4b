import type { N8n } from '../e2e/n8n.mts';
import { putServiceCredential, type Stage } from '../e2e/suites/stage.mts';
import type { Service, ServiceOptions } from '../service/index.mts';
import { publishBenchmark, type Benchmark } from './benchmark.mts';
import type { Candidate } from './candidates.mts';

interface Contest {
	/** Tells this credential and workflow from the others in the same n8n. */
	name: string;
	candidate: Candidate;
	/** A field that every item at the end has. */
	counted: string;
	options?: Partial<ServiceOptions>;
}

/** A candidate on a service of its own, of which n8n knows nothing yet. */
export async function onOwnService(
	n8n: N8n,
	stage: Stage,
	{ name, candidate, counted, options }: Contest,
): Promise<{ service: Service; benchmark: Benchmark }> {
	const service = await stage.service(options);
	const credential = await putServiceCredential(n8n, service, name);
	const steps = candidate(credential, service);
	return { service, benchmark: await publishBenchmark(n8n, name, steps, counted) };
}
