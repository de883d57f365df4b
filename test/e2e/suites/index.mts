import { Checks } from './checks.mts';
import { runExamplesSuite } from './examples.mts';
import { runEditorSuite } from './editor.mts';
import { runInstallSuite } from './install.mts';
import { runMcpSuite } from './mcp.mts';
import type { SuiteName } from './names.mts';
import { runQueueSuite } from './queue.mts';
import { runRestartSuite } from './restart.mts';
import { runSecuritySuite } from './security.mts';
import { Stage, type StageOptions } from './stage.mts';
import { runTriggerSuite } from './trigger.mts';
import { runVersionsSuite } from './versions.mts';

const SUITES: Record<SuiteName, (checks: Checks, stage: Stage) => Promise<void>> = {
	examples: runExamplesSuite,
	mcp: runMcpSuite,
	editor: runEditorSuite,
	install: runInstallSuite,
	security: runSecuritySuite,
	restart: runRestartSuite,
	queue: runQueueSuite,
	trigger: runTriggerSuite,
	versions: runVersionsSuite,
};

/** Runs suites one after the other; the exit code says whether every check of every suite held. */
export async function runSuites(
	names: readonly SuiteName[],
	options: StageOptions,
): Promise<number> {
	let failed = 0;
	for (const name of names) {
		console.log(`\n— ${name} —`);
		const checks = new Checks();
		const stage = new Stage(name, options);
		try {
			await SUITES[name](checks, stage);
		} catch (error) {
			const reason = error instanceof Error ? error.stack : String(error);
			checks.check('the suite runs to its end', false, reason);
		} finally {
			await stage.dispose();
		}
		console.log(`${name}: ${checks.passed} passed, ${checks.failed} failed`);
		failed += checks.failed;
	}
	return failed === 0 ? 0 : 1;
}
