import axios from 'axios';
import type { ExecutionStatus } from '../../../rest.mts';
import { stop } from '../byHand.mts';
import type { Scene } from '../scene.mts';
import { until } from '../until.mts';

const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 250;

/** A page of a form, and where what is entered on it goes. */
export interface FormPage {
	text: string;
	url: string;
}

/** Sends the first page of the form, or the page at an address. */
export type Submit = (fields: Record<string, string | File>, url?: string) => Promise<FormPage>;

/** A published form. */
export interface PublishedForm {
	/** Waits for the page that follows. */
	submit: Submit;
	/** Sends a page, stops the run once it has come so far, and gives how it ended. */
	stopWhen: (
		isThere: () => boolean,
		fields: Record<string, string | File>,
		url?: string,
	) => Promise<ExecutionStatus>;
	workflowId: string;
}

/** Publishes the workflow of a form. */
export async function publishForm(
	{ n8n, example }: Pick<Scene, 'n8n' | 'example'>,
	path: string,
): Promise<PublishedForm> {
	const stored = await n8n.rest.putWorkflow(example);
	await n8n.rest.activate(stored);
	const form = `${n8n.url}/form/${path}`;
	await untilPublished(form);
	const send = async (fields: Record<string, string | File>, url: string) => {
		const body = new FormData();
		for (const [name, value] of Object.entries(fields)) body.append(name, value);
		const { data } = await axios.post<{ formWaitingUrl?: string }>(url, body, { proxy: false });
		return data.formWaitingUrl ?? url;
	};
	const submit: Submit = async (fields, url = form) => {
		const next = await send(fields, url);
		return { text: await nextPage(next), url: next };
	};
	const stopWhen: PublishedForm['stopWhen'] = async (isThere, fields, url = form) => {
		await send(fields, url);
		await until(isThere);
		const [run] = await n8n.rest.executionsOf(stored.id);
		return await stop(n8n, run?.id ?? '');
	};
	return { submit, stopWhen, workflowId: stored.id };
}

export async function untilPublished(url: string): Promise<void> {
	const deadline = Date.now() + READY_TIMEOUT_MS;
	for (;;) {
		const { status } = await axios.get(url, { proxy: false, validateStatus: () => true });
		if (status === 200) return;
		if (Date.now() > deadline) throw new Error(`${url} answers ${status}.`);
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
}

/** Waits as the browser does: n8n never answers for the page itself while the workflow runs. */
async function nextPage(address: string): Promise<string> {
	const status = new URL(address);
	status.pathname += '/n8n-execution-status';
	const deadline = Date.now() + READY_TIMEOUT_MS;
	for (;;) {
		const { data } = await axios.get<string>(status.href, { proxy: false });
		if (data === 'form-waiting') break;
		const hasEnded = ['error', 'crashed', 'success'].includes(data);
		if (hasEnded || Date.now() > deadline) throw new Error(`The form is ${data}.`);
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
	return (await axios.get<string>(address, { proxy: false })).data;
}

/** The file that the page at the end hands over: n8n writes its bytes into the page. */
export function downloadOn({ text }: FormPage): Buffer {
	const encoded = /const binaries = "([^"]*)"/.exec(text)?.[1] ?? '';
	const files = JSON.parse(decodeURIComponent(encoded) || '[]') as Array<{
		data: string | { data: number[] };
	}>;
	const data = files[0]?.data ?? '';
	return typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data.data);
}

/** What a person reads on a page. */
export function wordsOn({ text }: FormPage): string {
	const body = text.slice(text.indexOf('<body'));
	return body
		.slice(0, body.indexOf('<script'))
		.replaceAll(/<[^>]*>/g, ' ')
		.replaceAll(/\s+/g, ' ');
}
