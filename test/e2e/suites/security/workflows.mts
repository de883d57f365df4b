import type { Service } from '../../../service/index.mts';
import type { N8n } from '../../n8n.mts';
import type { Execution, WorkflowFile, WorkflowNode } from '../../rest.mts';
import { NODE_TYPE } from '../bulk.mts';
import { CREDENTIAL_TYPE } from '../stage.mts';
import { execute, MANUAL_TRIGGER } from '../workflows/byHand.mts';
import { SECRETS } from './secrets.mts';

export type Credential = { id: string; name: string };

export const ROWS_NODE = 'Rows';
export const CREATE_NODE = 'Create Links';
export const TAKEN = 'taken';
/** What the long URL of a row holds that the service refuses with everything it knows. */
export const QUOTING = 'quoting';
/** What the long URL of a row holds whose answer is lost. */
export const LOST = 'lost';

const NO_URL = 'no URL';
const LONG_URL = 'https://shop.example';

/** A credential as a user types it, with a header for what stands in front of the service. */
export async function putGatedCredential(
	n8n: N8n,
	service: Service,
	name: string,
	apiKey: string,
): Promise<Credential> {
	return await n8n.rest.putCredential(name, CREDENTIAL_TYPE, gatedCredential(service, apiKey));
}

export function gatedCredential(service: Service, apiKey: string): Record<string, unknown> {
	return {
		baseUrl: service.url,
		apiKey,
		addExtraHeader: true,
		extraHeaderName: 'X-Gate',
		extraHeaderValue: SECRETS.header,
		ignoreSslIssues: false,
	};
}

/** From now on the service refuses some creates and quotes all that it was told. */
export function quoteInCreates(service: Service): void {
	const create = { method: 'POST', path: '/api/url/add' };
	for (const password of [SECRETS.passwordOfField, SECRETS.passwordOfItem]) {
		service.addFault({
			match: { ...create, body: new RegExp(`(?=.*${QUOTING})(?=.*${withoutPlus(password)})`) },
			kind: 'failureOn400',
			message: `This link cannot be saved: ${SECRETS.apiKey}, ${SECRETS.header}, ${password}.`,
		});
	}
	service.addFault({ match: { ...create, body: new RegExp(LOST) }, kind: 'closeAfter' });
}

/** The part of a secret that a pattern can take as it is. */
function withoutPlus(secret: string): string {
	return secret.split('+')[0] ?? '';
}

/** From now on the service quotes key and header instead of showing a list. */
export function quoteInLists(service: Service): void {
	const message = `The list cannot be read: ${SECRETS.apiKey}, ${SECRETS.header}.`;
	service.addFault({ match: { method: 'GET' }, kind: 'failureOn400', message });
}

/** From now on something in front of the service sends everybody to a page that is told the key. */
export function quoteInRedirects(service: Service): void {
	const query = new URLSearchParams({ key: SECRETS.otherKey, gate: SECRETS.header });
	const location = `https://login.example/?${query.toString()}`;
	service.addFault({ match: { method: 'GET' }, kind: 'redirect', location });
}

export const ALL_ROWS = [TAKEN, 'good', QUOTING, NO_URL, LOST];

/** Runs a workflow by hand that creates a link for each of some rows, good and bad ones. */
export async function createLinks(
	n8n: N8n,
	name: string,
	credential: Credential,
	create: Partial<WorkflowNode>,
	abouts: string[],
): Promise<Execution> {
	const rows = abouts.map((about) => ({
		url: about === NO_URL ? '' : `${LONG_URL}/${encodeURIComponent(name)}/${about}`,
		...(about === TAKEN && { alias: TAKEN }),
		Password: SECRETS.passwordOfItem,
	}));
	const jsCode = `return ${JSON.stringify(rows)}.map((json) => ({ json }));`;
	const node = { typeVersion: 1, position: [0, 0] };
	const to = (next: string) => ({ main: [[{ node: next, type: 'main', index: 0 }]] });
	const file: WorkflowFile = {
		name,
		nodes: [
			{ ...node, id: 'start', name: 'Start', type: MANUAL_TRIGGER, parameters: {} },
			{
				...node,
				id: 'rows',
				name: ROWS_NODE,
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				parameters: { jsCode },
			},
			{
				...node,
				id: 'create',
				name: CREATE_NODE,
				type: NODE_TYPE,
				credentials: { [CREDENTIAL_TYPE]: credential },
				parameters: {},
				...create,
			},
		],
		connections: { Start: to(ROWS_NODE), [ROWS_NODE]: to(CREATE_NODE) },
		settings: { executionOrder: 'v1' },
	};
	return await execute(n8n, file);
}

/** The rows' columns make the links, their passwords too. */
export const FROM_COLUMNS = {
	resource: 'link',
	operation: 'create',
	dataToSend: 'autoMapInputData',
	options: { includeInputFields: true },
};

/** One password for all links, typed into the node. */
export const FROM_FIELDS = {
	resource: 'link',
	operation: 'create',
	url: '={{ $json.url }}',
	additionalFields: { password: SECRETS.passwordOfField, custom: '={{ $json.alias }}' },
	options: {},
};
