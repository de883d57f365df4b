import axios, { type AxiosInstance, isAxiosError, type Method } from 'axios';
import { parse } from 'flatted';
import { installBody, lineOf, runBody } from './dialect.mts';
import { until } from './waiting.mts';

/** The client of n8n's own REST API, the one its editor uses. */

export interface Login {
	email: string;
	password: string;
}

export interface WorkflowNode {
	name: string;
	type: string;
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string | null; name: string }>;
	[other: string]: unknown;
}

export interface WorkflowFile {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	/** What nodes give out in runs by hand instead of working, by their name. */
	pinData?: Record<string, Item[]>;
}

export interface StoredWorkflow extends WorkflowFile {
	id: string;
	versionId: string;
}

export interface Item {
	json: Record<string, unknown>;
	[other: string]: unknown;
}

export interface NodeRun {
	data?: { main?: Array<Item[] | null> };
	error?: { message: string };
	hints?: Array<{ message: string }>;
	[other: string]: unknown;
}

export type ExecutionStatus =
	'new' | 'running' | 'waiting' | 'success' | 'error' | 'canceled' | 'crashed' | 'unknown';

export interface Execution {
	id: string;
	status: ExecutionStatus;
	/** Every run of every node, by the node's name. */
	runs: Record<string, NodeRun[]>;
	error?: { message: string; description?: string };
}

interface ExecutionData {
	resultData?: {
		runData?: Record<string, NodeRun[]>;
		error?: { message: string; description?: string };
	};
}

const REQUEST_TIMEOUT_MS = 60_000;
/** An installation downloads and loads a package inside one request. */
const LONG_TIMEOUT_MS = 180_000;

export class N8nRest {
	private readonly http: AxiosInstance;
	private cookie = '';
	private n8nVersion = '';

	constructor(url: string) {
		this.http = axios.create({ baseURL: `${url}/rest`, timeout: REQUEST_TIMEOUT_MS, proxy: false });
	}

	/** One call as the logged-in user; n8n wraps what it answers in `data`. */
	async call<T>(method: Method, path: string, data?: unknown, timeout?: number): Promise<T> {
		try {
			const headers = { cookie: this.cookie };
			const response = await this.http.request<{ data: T }>({
				method,
				url: path,
				data,
				headers,
				...(timeout ? { timeout } : {}),
			});
			const cookies = response.headers['set-cookie'];
			const session = cookies?.find((cookie) => cookie.startsWith('n8n-auth='));
			if (session) this.cookie = session.split(';')[0] ?? '';
			return response.data.data;
		} catch (error) {
			throw new Error(`n8n refused ${method} /rest${path}: ${reason(error)}`);
		}
	}

	/** True once n8n serves its API; while it starts, its web server already answers otherwise. */
	async isReady(): Promise<boolean> {
		try {
			const { data } = await this.http.get<{ data?: unknown }>('/settings', { timeout: 2_000 });
			return typeof data === 'object' && data.data !== undefined;
		} catch {
			return false;
		}
	}

	/** Makes the owner of a fresh n8n, or logs in to one that has an owner. */
	async logIn(login: Login): Promise<void> {
		const settings = await this.call<{ userManagement: { showSetupOnFirstLoad?: boolean } }>(
			'GET',
			'/settings',
		);
		if (settings.userManagement.showSetupOnFirstLoad) {
			const person = { firstName: 'Demo', lastName: 'Owner' };
			await this.call('POST', '/owner/setup', { ...login, ...person });
		} else {
			const { email, password } = login;
			await this.call('POST', '/login', { emailOrLdapLoginId: email, password });
		}
		const { versionCli } = await this.call<{ versionCli: string }>('GET', '/settings');
		this.n8nVersion = versionCli;
	}

	/** Of the n8n that answers, known once somebody has logged in; such as 2.41.1. */
	get version(): string {
		return this.n8nVersion;
	}

	/** Creates the credential, or brings the one of that name and type up to date. */
	async putCredential(
		name: string,
		type: string,
		data: Record<string, unknown>,
	): Promise<{ id: string; name: string }> {
		const known = await this.call<Array<{ id: string; name: string; type: string }>>(
			'GET',
			'/credentials',
		);
		const found = known.find((credential) => credential.name === name && credential.type === type);
		const { id } = found
			? await this.call<{ id: string }>('PATCH', `/credentials/${found.id}`, { name, type, data })
			: await this.call<{ id: string }>('POST', '/credentials', { name, type, data });
		return { id, name };
	}

	/** Deletes all credentials. */
	async deleteCredentials(): Promise<void> {
		const known = await this.call<Array<{ id: string }>>('GET', '/credentials');
		for (const { id } of known) await this.call('DELETE', `/credentials/${id}`);
	}

	/** The click on Test in the credential's window; n8n tests what it has stored. */
	async testCredential(
		{ id, name }: { id: string; name: string },
		type: string,
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		const { data } = await this.call<{ data: object }>(
			'GET',
			`/credentials/${id}?includeData=true`,
		);
		return await this.call('POST', '/credentials/test', { credentials: { id, name, type, data } });
	}

	/** Imports the workflow, in the place of the one of that name if there is one. */
	async putWorkflow(file: WorkflowFile): Promise<StoredWorkflow> {
		const known = await this.call<Array<{ id: string; name: string }>>('GET', '/workflows');
		const found = known.find((workflow) => workflow.name === file.name);
		const { name, nodes, connections, settings, pinData = {} } = file;
		const body = { name, nodes, connections, settings: settings ?? {}, pinData };
		return found
			? await this.call<StoredWorkflow>('PATCH', `/workflows/${found.id}?forceSave=true`, body)
			: // n8n 1.x wants to be told that a new one is not active.
				await this.call<StoredWorkflow>('POST', '/workflows', { ...body, active: false });
	}

	/** Imports a workflow and publishes it. */
	async publish(file: WorkflowFile): Promise<StoredWorkflow> {
		const workflow = await this.putWorkflow(file);
		await this.activate(workflow);
		return workflow;
	}

	/** Publishes a workflow, which waits for its first poll. Its webhooks answer 404 for a moment longer. */
	async activate({ id, versionId }: StoredWorkflow): Promise<void> {
		await this.call('POST', `/workflows/${id}/activate`, { versionId }, LONG_TIMEOUT_MS);
	}

	/** Starts a workflow as a click on "Execute workflow" does. */
	async runManually(workflowId: string, trigger: string): Promise<string> {
		return await this.run(workflowId, { triggerToStartFrom: { name: trigger } });
	}

	/** Sends a message in the chat beside the canvas, as the editor does while it is open. */
	async chat(workflowId: string, trigger: string, chatInput: string): Promise<string> {
		const json = { sessionId: `chat-${workflowId}`, action: 'sendMessage', chatInput };
		const data = {
			startTime: Date.now(),
			executionTime: 0,
			executionIndex: 0,
			executionStatus: 'success',
			data: { main: [[{ json }]] },
			source: [null],
		};
		return await this.run(workflowId, { triggerToStartFrom: { name: trigger, data } });
	}

	private async run(workflowId: string, start: object): Promise<string> {
		const path = `/workflows/${workflowId}`;
		const workflow = await this.call<StoredWorkflow>('GET', path);
		const body = runBody(lineOf(this.version), workflow, start);
		return (await this.call<{ executionId: string }>('POST', `${path}/run`, body)).executionId;
	}

	async executionStatus(id: string): Promise<ExecutionStatus> {
		return (await this.call<{ status: ExecutionStatus }>('GET', `/executions/${id}`)).status;
	}

	/** The executions of a workflow, those under way too. */
	async executionsOf(workflowId: string): Promise<Array<{ id: string; status: ExecutionStatus }>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.call<{
			results: Array<{ id: string; status: ExecutionStatus }>;
		}>('GET', `/executions?filter=${filter}&limit=100`);
		return results;
	}

	async readExecution(id: string): Promise<Execution> {
		const record = await this.call<{ status: ExecutionStatus; data: string }>(
			'GET',
			`/executions/${id}`,
		);
		const { resultData } = parse(record.data) as ExecutionData;
		const error = resultData?.error;
		return { id, status: record.status, runs: resultData?.runData ?? {}, ...(error && { error }) };
	}

	async waitForEnd(id: string, timeoutMs: number): Promise<ExecutionStatus> {
		let status: ExecutionStatus = 'new';
		const hasEnded = async () => {
			status = await this.executionStatus(id);
			return !mayBeDone(status);
		};
		if (await until(hasEnded, timeoutMs)) return status;
		throw new Error(`Execution ${id} is still ${status}.`);
	}

	async cancelExecution(id: string): Promise<void> {
		await this.call('POST', `/executions/${id}/stop`);
	}

	async installedPackages(): Promise<string[]> {
		const packages = await this.call<Array<{ packageName: string }>>('GET', '/community-packages');
		return packages.map(({ packageName }) => packageName);
	}

	/** The click on Install in Settings → Community Nodes, or on Update where it is installed. */
	async installPackage(name: string, version: string): Promise<void> {
		const method = (await this.installedPackages()).includes(name) ? 'PATCH' : 'POST';
		const body = installBody(lineOf(this.version), name, version);
		await this.call(method, '/community-packages', body, LONG_TIMEOUT_MS);
	}
}

export function mayBeDone(status: ExecutionStatus): boolean {
	return status === 'new' || status === 'running' || status === 'waiting';
}

function reason(error: unknown): string {
	if (!isAxiosError<{ message?: string } | undefined>(error)) return String(error);
	return error.response?.data?.message ?? error.message;
}
