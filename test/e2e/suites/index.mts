import type { Product } from '../../service/index.mts';
import { Checks } from './checks.mts';
import { runDevSuite } from './dev.mts';
import { runEditorSuite } from './editor/index.mts';
import { runInstallSuite } from './install/index.mts';
import type { SuiteName } from './names.mts';
import { runQueueSuite } from './queue/index.mts';
import { runRestartSuite } from './restart.mts';
import { runSecuritySuite } from './security/index.mts';
import { Stage, type StageOptions } from './stage.mts';
import { runTriggerSuite } from './trigger/index.mts';
import { runVersionsSuite } from './versions/index.mts';
import { runWorkflowsSuite } from './workflows/index.mts';

const PRODUCTS: readonly Product[] = ['described', 'links'];

const SUITES: Record<SuiteName, (checks: Checks, stage: Stage) => Promise<void>> = {
	workflows: runWorkflowsSuite,
	editor: runEditorSuite,
	install: runInstallSuite,
	security: runSecuritySuite,
	restart: runRestartSuite,
	queue: runQueueSuite,
	trigger: runTriggerSuite,
	versions: runVersionsSuite,
	dev: runDevSuite,
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
