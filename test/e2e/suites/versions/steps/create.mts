import { checkLinks, rowsOf } from '../../bulk.mts';
import { putServiceCredential } from '../../stage.mts';
import { execute, wentWell, whyNot } from '../../workflows/byHand.mts';
import { outputOf } from '../../workflows/expectations.mts';
import type { Step } from '../step.mts';
import { CREATE_FROM_COLUMNS, DONE, workflowOfRows } from '../workflows.mts';

const COUNT = 20;
/** All of them are under way before the first answer, so that the bad one stops none of the others. */
const FEW = 6;
const TRIES = 3;
const RETRY = { retryOnFail: true, maxTries: TRIES, waitBetweenTries: 1_000 };

/** A sheet without an expression; then one with a row that is refused at every try of Retry On Fail. */
export const create: Step = async ({ n8n, name, checks, stage }) => {
	const service = await stage.service();
	const credential = await putServiceCredential(n8n, service, name);
	const good = rowsOf('good', COUNT);
	const sheet = await execute(n8n, workflowOfRows(name, good, credential, CREATE_FROM_COLUMNS));
	checks.check(`${name}: a sheet succeeds`, wentWell(sheet), whyNot(sheet));
	checks.same(
		`${name}: the items come out in the order of the rows`,
		outputOf(sheet, DONE).map(({ shorturl }) => shorturl),
		good.map(({ url }) => service.links().find((link) => link.longurl === url)?.shorturl),
	);

	service.seed('links', [{ url: 'https://other.example/', alias: 'taken' }]);
	const beside = rowsOf('beside', FEW);
	service.clearRequests();
	const retried = await execute(
		n8n,
		workflowOfRows(
			`${name}, a bad row`,
			[...beside, { url: 'https://shop.example/bad', custom: 'taken' }],
			credential,
			CREATE_FROM_COLUMNS,
			RETRY,
		),
	);
	checks.same(`${name}: with a bad row the run fails`, retried.status, 'error');
	checks.check(
		`${name}: the error says why`,
		/alias/i.test(String(retried.error?.message)),
		JSON.stringify(retried.error),
	);
	const asked = service.requests.filter(({ rawBody }) => rawBody.includes('taken'));
	checks.same(`${name}: the bad row is tried again by Retry On Fail`, asked.length, TRIES);
	checkLinks(`${name}: with Retry On Fail`, service, [...good, ...beside], checks);
};
