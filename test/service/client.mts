import { Agent } from 'node:http';
import axios from 'axios';
import type { AxiosRequestConfig } from 'axios';
import { startService } from './index.mts';
import type { Service, ServiceOptions } from './index.mts';

/** What tests read of a body; whether it is really there is for them to find out. */
interface Body {
	message: string;
	shorturl: string;
	errors: Record<string, string[]>;
}

interface Answer {
	status: number;
	data: Body;
	headers: Record<string, unknown>;
}

/** The part of axios that tests use, with bodies that are not `any`. */
interface Client {
	get(url: string, config?: AxiosRequestConfig): Promise<Answer>;
	delete(url: string, config?: AxiosRequestConfig): Promise<Answer>;
	post(url: string, data?: unknown, config?: AxiosRequestConfig): Promise<Answer>;
	request(config: AxiosRequestConfig): Promise<Answer>;
}

/** A service and a client of it, for one test. */
interface Pair {
	service: Service;
	/** Sends the key, takes every status, follows no redirect. */
	http: Client;
}

const started: Service[] = [];

/** After each test. */
export async function stopPairs(): Promise<void> {
	await Promise.all(started.splice(0).map((service) => service.stop()));
}

/** Starts a service that is stopped after the test. */
export async function pair(options: Partial<ServiceOptions> = {}): Promise<Pair> {
	const service = await startService(options);
	started.push(service);
	return { service, http: clientOf(service) };
}

export function clientOf(service: Service, apiKey = service.apiKey): Client {
	return axios.create({
		baseURL: service.url,
		headers: { Authorization: `Bearer ${apiKey}` },
		validateStatus: () => true,
		maxRedirects: 0,
		// Of its own: a shared one would hand out connections to a service stopped a moment ago.
		httpAgent: new Agent({ keepAlive: true }),
		proxy: false,
	});
}
