import type { Service } from '../../../service/index.mts';
import type { N8n } from '../../n8n.mts';
import { NODE_TYPE } from '../bulk.mts';
import { CREDENTIAL_TYPE } from '../stage.mts';
import { until } from '../trigger/waiting.mts';
import { watchingWorkflow } from '../trigger/watched.mts';
import { SECRETS } from './secrets.mts';
import {
	type Credential,
	FROM_FIELDS,
	gatedCredential,
	quoteInLists,
	quoteInRedirects,
} from './workflows.mts';

const PUBLISH_TIMEOUT_MS = 30_000;

/** What n8n tells the editor where something fails while a workflow is being made. */
export async function failInEditor(
	n8n: N8n,
	service: Service,
	right: Credential,
	wrong: Credential,
): Promise<Record<string, string>> {
	const attempt = async (name: string, credential: Credential, apiKey: string) => {
		await publish(n8n, service, credential, `Published with ${name}`);
		return {
			[`the test with ${name}`]: await testCredential(n8n, service, credential, apiKey),
			[`a list with ${name}`]: await openList(n8n, credential),
		};
	};
	const refused = await attempt('a wrong key', wrong, SECRETS.otherKey);
	quoteInLists(service);
	const quoted = await attempt('a key that is quoted', right, SECRETS.apiKey);
	service.clearFaults();
	quoteInRedirects(service);
	const redirected = await attempt('a key in a redirect', wrong, SECRETS.otherKey);
	service.clearFaults();
	return { ...refused, ...quoted, ...redirected };
}

/** n8n publishes afterwards; what comes of it stands in its database. */
async function publish(
	n8n: N8n,
	service: Service,
	credential: Credential,
	name: string,
): Promise<void> {
	const file = { ...watchingWorkflow('linkCreated', credential, n8n.url), name };
	const asked = service.requests.length;
	await n8n.rest.activate(await n8n.rest.putWorkflow(file));
	await until(() => service.requests.length > asked, PUBLISH_TIMEOUT_MS);
}

async function testCredential(
	n8n: N8n,
	service: Service,
	{ id, name }: Credential,
	apiKey: string,
): Promise<string> {
	const data = gatedCredential(service, apiKey);
	const credentials = { id, name, type: CREDENTIAL_TYPE, data };
	return await messageOf(n8n.rest.call('POST', '/credentials/test', { credentials }));
}

async function openList(n8n: N8n, credential: Credential): Promise<string> {
	const call = n8n.rest.call('POST', '/dynamic-node-parameters/resource-locator-results', {
		path: 'parameters.additionalFields.campaign',
		nodeTypeAndVersion: { name: NODE_TYPE, version: 1 },
		methodName: 'searchCampaigns',
		currentNodeParameters: FROM_FIELDS,
		credentials: { [CREDENTIAL_TYPE]: credential },
	});
	return await messageOf(call);
}

/** All that n8n answers, also where it refuses. */
async function messageOf(call: Promise<unknown>): Promise<string> {
	return await call.then(
		(answer) => JSON.stringify(answer),
		(error: unknown) => String(error),
	);
}
