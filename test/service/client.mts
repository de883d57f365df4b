import { Agent } from 'node:http';
import axios from 'axios';
import type { AxiosRequestConfig } from 'axios';
import { expect } from 'vitest';
import { startService } from './index.mts';
import type { Service, ServiceOptions } from './index.mts';

/** What tests read of a record; whether it is really there is for them to find out. */
interface Row {
	id: number;
	name: string;
}

interface Page {
	perpage: number;
	result: number;
	nextpage: unknown;
	urls: Row[];
	cta: Row[];
	overlay: Row[];
}

/** What tests read of a body, likewise. */
interface Body {
	error: unknown;
	id: number;
	message: string;
	shorturl: string;
	errors: Record<string, string[]>;
	/** A page in the common envelope, or the rows of a pixel list. */
	data: Page & Row[];
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

/** A form-encoded body, as the pixel endpoints want it. */
export function form(fields: Record<string, string>): URLSearchParams {
	return new URLSearchParams(fields);
}

// Vitest's matchers are typed `any`, which would spread through every expectation.
export function textLike(expression: RegExp): unknown {
	return expect.stringMatching(expression);
}

export function textWith(part: string): unknown {
	return expect.stringContaining(part);
}
