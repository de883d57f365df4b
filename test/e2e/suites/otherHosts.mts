import { expect } from '@playwright/test';
import type { Service } from '../../service/index.mts';
import type { N8n } from '../n8n.mts';
import type { Execution, WorkflowNode } from '../rest.mts';
import { type Move, startChatModel } from '../standIns/chatModel.mts';
import {
	AGENT,
	agentWith,
	chainOf,
	CREDENTIAL_TYPE,
	execute,
	MANUAL_TRIGGER,
	node,
	outputOf,
	whyNot,
} from '../workflows.mts';
import type { Stage } from './stage.mts';

/** The node that Custom API Call is, too. */
const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';
const HEADER = { name: 'X-Gate', value: 'gate=0pen' };
const NODE = 'HTTP Request';
/** The oldest that people still meet in templates. */
const OLD_VERSION = 4.2;
const REFUSED = /The API key is sent only to/;

const WITH_CREDENTIAL = {
	authentication: 'predefinedCredentialType',
	nodeCredentialType: CREDENTIAL_TYPE,
};

interface Place {
	n8n: N8n;
	name: string;
	service: Service;
	/** Has no right to the key. */
	foreign: Service;
	credentials: NonNullable<WorkflowNode['credentials']>;
}

/** n8n's own nodes with the credential of the package: what they send goes to the service alone. */
export async function checkOtherHosts(n8n: N8n, name: string, stage: Stage): Promise<void> {
	const service = await stage.service();
	const foreign = await stage.service();
	const credential = await n8n.rest.putCredential(name, CREDENTIAL_TYPE, {
		...{ baseUrl: service.url, apiKey: service.apiKey, ignoreSslIssues: false },
		...{ addExtraHeader: true, extraHeaderName: HEADER.name, extraHeaderValue: HEADER.value },
	});
	const credentials = { [CREDENTIAL_TYPE]: credential };
	const place = { n8n, name, service, foreign, credentials };
	for (const version of [OLD_VERSION, await newestVersion(n8n)]) await checkNode(place, version);
	const url = "={{ $fromAI('url', 'The URL to read', 'string') }}";
	const parameters = { ...WITH_CREDENTIAL, url, options: {} };
	await checkTool(place, node(NODE, `${HTTP_REQUEST}Tool`, OLD_VERSION, parameters), stage);
	expect.soft(foreign.requests.length, `${name}: the other server saw nothing`).toEqual(0);
}

async function newestVersion({ rest }: N8n): Promise<number> {
	const nodeInfos = [{ name: HTTP_REQUEST, version: OLD_VERSION }];
	const types = await rest.call<Array<{ defaultVersion: number }>>('POST', '/node-types', {
		nodeInfos,
	});
	return types[0]?.defaultVersion ?? OLD_VERSION;
}

async function checkNode(place: Place, version: number): Promise<void> {
	const { n8n, service, foreign, credentials } = place;
	const name = `${place.name}, HTTP Request ${String(version)}`;
	const run = async (url: string, options: Record<string, unknown> = {}): Promise<Execution> => {
		service.clearRequests();
		const parameters = { ...WITH_CREDENTIAL, url, options };
		return await execute(
			n8n,
			chainOf(name, [
				node('Start', MANUAL_TRIGGER),
				node(NODE, HTTP_REQUEST, version, parameters, { credentials }),
			]),
		);
	};
	const urls = `${service.url}/api/urls`;

	const own = await run(`${service.url}/api/account`);
	expect.soft(whyNot(own), `${name}: the service answers`).toBe('');
	checkSecrets(`${name}: the service`, service, 1);

	const other = await run(`${foreign.url}/api/account`);
	expect.soft(whyNot(other), `${name}: another server is refused`).toMatch(REFUSED);
	expect.soft(service.requests.length, `${name}: nothing was sent then`).toEqual(0);

	const pages = await run(urls, nextPage(`${urls}?page=2`));
	expect.soft(whyNot(pages), `${name}: the service has two pages`).toBe('');
	expect.soft(outputOf(pages, NODE).length, `${name}: as items`).toEqual(2);
	checkSecrets(`${name}: for the pages, the service`, service, 2);
	const away = await run(urls, nextPage(`${foreign.url}/api/urls`));
	expect.soft(whyNot(away), `${name}: a page elsewhere is refused`).toMatch(REFUSED);

	for (const followed of [undefined, { redirect: { followRedirects: true, maxRedirects: 21 } }]) {
		service.addFault({ kind: 'redirect', match: {}, location: `${foreign.url}/api/account` });
		const redirected = await run(`${service.url}/api/account`, {
			...(followed && { redirect: followed }),
			sendCredentialsOnCrossOriginRedirect: true,
		});
		service.clearFaults();
		expect.soft(whyNot(redirected), `${name}: no redirect is followed`).toMatch(/\b302\b/);
	}
	expect.soft(foreign.requests.length, `${name}: the other server saw nothing`).toEqual(0);
}

/** Two pages, the second at a URL that comes with the first. */
function nextPage(nextURL: string): Record<string, unknown> {
	return {
		pagination: {
			pagination: {
				...{ paginationMode: 'responseContainsNextURL', nextURL: `={{ '${nextURL}' }}` },
				...{ paginationCompleteWhen: 'other', completeExpression: '={{ false }}' },
				...{ limitPagesFetched: true, maxRequests: 2 },
			},
		},
	};
}

/** A model names first the other server, then the service. */
async function checkTool(place: Place, tool: WorkflowNode, stage: Stage): Promise<void> {
	const { n8n, service, foreign, credentials } = place;
	const name = `${place.name}, ${tool.type}`;
	const read = (url: string): Move => ({ tool: 'HTTP_Request', args: { url } });
	const account = '/api/account';
	const model = await startChatModel([
		...[read(`${foreign.url}${account}`), read(`${service.url}${account}`)],
		{ say: 'Done.' },
	]);
	stage.atEnd(model.stop);
	const { apiKey, url } = model;
	const openAiApi = await n8n.rest.putCredential(name, 'openAiApi', { apiKey, url });
	service.clearRequests();
	const asked = { name, version: 2.2, text: 'Read it.', turns: 5 };
	const execution = await execute(n8n, agentWith({ ...tool, credentials }, openAiApi, asked));
	const [last] = outputOf(execution, AGENT);
	expect.soft(last?.output ?? whyNot(execution), `${name}: its last word`).toEqual('Done.');
	expect.soft(whyNot(execution), `${name}: another server is refused`).toMatch(REFUSED);
	checkSecrets(`${name}: the service`, service, 1);
	expect.soft(foreign.requests.length, `${name}: the other server saw nothing`).toEqual(0);
}

function checkSecrets(who: string, service: Service, count: number): void {
	const sent = service.requests.map(({ apiKey, headers }) => [
		...[apiKey, headers[HEADER.name.toLowerCase()]],
	]);
	const expected = Array.from({ length: count }, () => [service.apiKey, HEADER.value]);
	expect.soft(sent, `${who} gets key and extra header`).toEqual(expected);
}
