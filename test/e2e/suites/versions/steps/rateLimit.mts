import { checkLinks, rowsOf } from '../../bulk.mts';
import { putServiceCredential } from '../../stage.mts';
import { execute, wentWell, whyNot } from '../../workflows/byHand.mts';
import { outputOf } from '../../workflows/expectations.mts';
import type { Step } from '../step.mts';
import { CREATE_FROM_COLUMNS, DONE, hintsOf, workflowOfRows } from '../workflows.mts';

const WINDOW_MS = 4_000;
/** At 30 per window the last ones have to wait for the third one. */
const COUNT = 75;

/** More rows than the service takes at once: the node waits, and loses none. */
export const rateLimit: Step = async ({ n8n, name, checks, stage }) => {
	const service = await stage.limitedService(WINDOW_MS);
	const credential = await putServiceCredential(n8n, service, name);
	const rows = rowsOf('waiting', COUNT);
	const begunAt = Date.now();
	const execution = await execute(n8n, workflowOfRows(name, rows, credential, CREATE_FROM_COLUMNS));
	const tookMs = Date.now() - begunAt;
	checks.check(`${name}: the run succeeds`, wentWell(execution), whyNot(execution));
	checks.same(`${name}: every row comes out`, outputOf(execution, DONE).length, COUNT);
	checkLinks(name, service, rows, checks);
	checks.check(`${name}: it waits`, tookMs >= WINDOW_MS, `${tookMs} ms`);
	const hints = hintsOf(execution);
	checks.check(
		`${name}: the node says that it waited`,
		hints.some((hint) => /rate limit/.test(hint)),
		JSON.stringify(hints),
	);
};
