import type { N8n } from '../../n8n.mts';
import type { WorkflowFile } from '../../rest.mts';
import type { Checks } from '../checks.mts';
import { CREDENTIAL_TYPE, type Stage } from '../stage.mts';
import { execute, MANUAL_TRIGGER, wentWell, whyNot } from './byHand.mts';
import { outputOf } from './expectations.mts';

const STEP = 'HTTP Request';

/**
 * n8n's own HTTP Request node with this package's credential, for whatever the node itself has not; the
 * key is pasted with the word Bearer of a copied header.
 */
export async function runHttpRequest(n8n: N8n, checks: Checks, stage: Stage): Promise<void> {
	const service = await stage.service();
	const credential = await n8n.rest.putCredential('Pasted key', CREDENTIAL_TYPE, {
		baseUrl: service.url,
		apiKey: `Bearer ${service.apiKey}`,
		addExtraHeader: true,
		extraHeaderName: 'X-Gate',
		extraHeaderValue: 'open',
		ignoreSslIssues: false,
	});
	const execution = await execute(n8n, readsAccount(service.url, credential));
	checks.check(
		`${STEP} node with the credential: it succeeds`,
		wentWell(execution),
		whyNot(execution),
	);
	const [answer] = outputOf(execution, STEP);
	const { id, email } = Object(answer?.data) as { id?: unknown; email?: unknown };
	const [account] = service.table('accounts').filter((each) => each.id === id);
	checks.same(`${STEP} node with the credential: it reads the account`, email, account?.email);
	checks.same(
		`${STEP} node with the credential: it sends the bare key and the extra header`,
		service.requests.map(({ path, headers }) => [path, headers.authorization, headers['x-gate']]),
		[['/api/account', `Bearer ${service.apiKey}`, 'open']],
	);
}

function readsAccount(url: string, credential: { id: string; name: string }): WorkflowFile {
	const start = {
		id: 'start',
		name: 'Start',
		type: MANUAL_TRIGGER,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const request = {
		id: 'request',
		name: STEP,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [200, 0],
		parameters: {
			url: `${url}/api/account`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: CREDENTIAL_TYPE,
			options: {},
		},
		credentials: { [CREDENTIAL_TYPE]: credential },
	};
	return {
		name: 'HTTP Request with the credential',
		nodes: [start, request],
		connections: { [start.name]: { main: [[{ node: STEP, type: 'main', index: 0 }]] } },
	};
}
