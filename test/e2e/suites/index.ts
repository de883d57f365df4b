import type { Product } from '../../service/index.ts';
import { Checks } from './checks.ts';
import { runEditorSuite } from './editor/index.ts';
import type { SuiteName } from './names.ts';
import { runQueueSuite } from './queue/index.ts';
import { runRestartSuite } from './restart.ts';
import { Stage, type StageOptions } from './stage.ts';
import { runTriggerSuite } from './trigger/index.ts';
import { runWorkflowsSuite } from './workflows/index.ts';

const PRODUCTS: readonly Product[] = ['described', 'links'];

const SUITES: Record<SuiteName, (checks: Checks, stage: Stage) => Promise<void>> = {
	workflows: runWorkflowsSuite,
	editor: runEditorSuite,
	restart: runRestartSuite,
	queue: runQueueSuite,
	trigger: runTriggerSuite,
};

/** The suites that run on an install of each product, one that has all that is described being the first. */
const ON_EACH_PRODUCT: readonly SuiteName[] = ['workflows'];

/** Runs suites one after the other; the exit code says whether every check of every suite held. */
export async function runSuites(
	names: readonly SuiteName[],
	options: StageOptions,
): Promise<number> {
	let failed = 0;
	const runs = names.flatMap((name) =>
		(ON_EACH_PRODUCT.includes(name) ? PRODUCTS : PRODUCTS.slice(0, 1)).map((product) => ({
			name,
			product,
		})),
	);
	for (const { name, product } of runs) {
		console.log(`\n— ${name}, on the product "${product}" —`);
		const checks = new Checks();
		const stage = new Stage(name, { ...options, product });
		try {
			await SUITES[name](checks, stage);
		} catch (error) {
			checks.check('the suite runs to its end', false, reasonOf(error));
		} finally {
			await stage.dispose();
		}
		console.log(`${name}: ${checks.passed} passed, ${checks.failed} failed`);
		failed += checks.failed;
	}
	return failed === 0 ? 0 : 1;
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
