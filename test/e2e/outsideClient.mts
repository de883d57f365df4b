import axios from 'axios';
import type { Service } from '../service/index.mts';
import { pause } from './waiting.mts';

/** Another program on the same key, which knows nothing of n8n and tries again and again. */
export interface OutsideClient {
	/** Ends it; the long URLs of the links it has made. */
	stop: () => Promise<string[]>;
}

interface Answer {
	status: number;
	data: { error?: unknown };
}

export function startOutsideClient(service: Service, pauseMs: number): OutsideClient {
	const created: string[] = [];
	let stopped = false;

	const work = async () => {
		while (!stopped) {
			const url = `https://outside.example/${created.length + 1}`;
			const { status, data }: Answer = await axios.post(
				`${service.url}/api/url/add`,
				{ url },
				{
					headers: { Authorization: `Bearer ${service.apiKey}` },
					proxy: false,
					validateStatus: () => true,
				},
			);
			if (status === 200 && data.error === 0) created.push(url);
			await pause(pauseMs);
		}
	};
	const ended = work();
	return {
		stop: async () => {
			stopped = true;
			await ended;
			return created;
		},
	};
}
