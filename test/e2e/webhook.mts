import axios from 'axios';
import { until } from './waiting.mts';

interface Call {
	method: 'GET' | 'POST';
	headers?: Record<string, string>;
	data?: unknown;
}

interface Answer {
	status: number;
	data: Record<string, unknown>;
}

/** Calls a webhook or a form, which answers 404 for a moment after its workflow was published. */
export async function callWebhook(url: string, call: Call): Promise<Answer> {
	let answer: Answer | undefined;
	const isThere = async () => {
		answer = await axios.request<Answer['data']>({
			...call,
			url,
			proxy: false,
			validateStatus: () => true,
		});
		return answer.status !== 404;
	};
	if ((await until(isThere)) && answer) return answer;
	throw new Error(`There is nothing at ${url}.`);
}
