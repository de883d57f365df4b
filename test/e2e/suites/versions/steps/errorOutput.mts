import { checkLinks, rowsOf } from '../../bulk.mts';
import { putServiceCredential } from '../../stage.mts';
import { execute, wentWell, whyNot } from '../../workflows/byHand.mts';
import { outputOf } from '../../workflows/expectations.mts';
import type { Step } from '../step.mts';
import { CREATE_FROM_COLUMNS, DONE, FAILED, workflowOfRows } from '../workflows.mts';

const COUNT = 10;
const BAD = 'not a URL';

/** On Error → Continue (using error output) with one bad row among good ones. */
export const errorOutput: Step = async ({ n8n, name, checks, stage }) => {
	const service = await stage.service();
	const credential = await putServiceCredential(n8n, service, name);
	const good = rowsOf('kept', COUNT);
	const rows = good.toSpliced(COUNT / 2, 0, { url: BAD });
	const execution = await execute(
		n8n,
		workflowOfRows(name, rows, credential, CREATE_FROM_COLUMNS, {
			onError: 'continueErrorOutput',
		}),
	);
	checks.check(`${name}: the run succeeds`, wentWell(execution), whyNot(execution));
	checks.same(`${name}: the good rows go on`, outputOf(execution, DONE).length, COUNT);
	const failed = outputOf(execution, FAILED);
	checks.check(
		`${name}: the error branch holds the bad row alone, with what to do`,
		failed.length === 1 && failed[0]?.url === BAD && /Long URL/.test(String(failed[0].message)),
		JSON.stringify(failed),
	);
	checkLinks(name, service, good, checks);
};
