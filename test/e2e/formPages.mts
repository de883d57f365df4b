import axios from 'axios';
import { until } from './waiting.mts';

/** n8n's forms, as a browser shows and sends them. */

const HAS_ENDED = ['error', 'crashed', 'success'];

/** A page of a form, and where what is entered on it goes. */
export interface FormPage {
	/** As a person reads it. */
	words: string;
	/** The file that the page at the end hands over: n8n writes its bytes into the page. */
	file: () => File;
	url: string;
}

/** Sends a page of a published form, and waits for the one that follows. */
export async function submitForm(
	url: string,
	fields: Record<string, string | File>,
): Promise<FormPage> {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields)) body.append(name, value);
	const { data } = await axios.post<{ formWaitingUrl?: string }>(url, body, { proxy: false });
	return await nextPage(data.formWaitingUrl ?? url);
}

/** Waits as the browser does: n8n never answers for the page itself while the workflow runs. */
async function nextPage(url: string): Promise<FormPage> {
	const status = new URL(url);
	status.pathname += '/n8n-execution-status';
	let state = '';
	const isDecided = async () => {
		state = (await axios.get<string>(status.href, { proxy: false })).data;
		return state === 'form-waiting' || HAS_ENDED.includes(state);
	};
	await until(isDecided);
	if (state !== 'form-waiting') throw new Error(`The form is ${state}.`);
	const { data: page } = await axios.get<string>(url, { proxy: false });
	return { words: wordsOn(page), file: () => fileOn(page), url };
}

function wordsOn(page: string): string {
	const body = page.slice(page.indexOf('<body'));
	return body
		.slice(0, body.indexOf('<script'))
		.replaceAll(/<[^>]*>/g, ' ')
		.replaceAll(/\s+/g, ' ');
}

function fileOn(page: string): File {
	const encoded = /const binaries = "([^"]*)"/.exec(page)?.[1] ?? '';
	const [file] = JSON.parse(decodeURIComponent(encoded) || '[]') as Array<{
		data: string | { data: number[] };
	}>;
	if (!file) throw new Error('The page hands over no file.');
	const { data } = file;
	const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data.data);
	return new File([new Uint8Array(bytes)], 'links.xlsx');
}
