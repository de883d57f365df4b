import { execute, wentWell, whyNot } from '../byHand.mts';
import { expectations } from '../expectations.mts';
import type { Play } from '../scene.mts';

/** Those that are started by hand and run green on an empty account, twice. */
export const twicePlays: Record<string, Play> = Object.fromEntries(
	Object.entries(expectations).map(([file, expect]): [string, Play] => [
		file,
		async ({ example, n8n, service, checks }) => {
			for (const run of ['first', 'second'] as const) {
				service.clearRequests();
				const execution = await execute(n8n, example);
				checks.check(`${file}: the ${run} run succeeds`, wentWell(execution), whyNot(execution));
				expect({ run, execution, service, checks, name: `${file}, ${run} run` });
			}
		},
	]),
);
