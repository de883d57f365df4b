import axios from 'axios';
import type { Service } from '../../../service/index.mts';
import { CHANNEL, CLICKS } from './watched.mts';
import { pause } from './waiting.mts';

/** Keys of the same account, so that the client's bursts leave the polled key alone. */
export const CLIENT_KEYS = ['other-client-1', 'other-client-2', 'other-client-3'];

/** Something that no poll asks for. */
export const GREEDY_PATH = '/api/url/1';

const AT_ONCE = 6;
const AGAIN_AFTER_MS = 500;

/** A program beside n8n that uses the same account. */
export class OtherClient {
	private readonly service: Service;
	private readonly oldLinks: number[];
	private links = 0;
	private happenings = 0;

	/** @param oldLinks links there from the beginning, one for each time something happens */
	constructor(service: Service, oldLinks: number[]) {
		this.service = service;
		this.oldLinks = oldLinks;
	}

	/** Creates links as fast as it can. */
	async burst(count: number): Promise<void> {
		let left = count;
		const work = async () => {
			while (left > 0) {
				left -= 1;
				this.links += 1;
				await this.post('/api/url/add', { url: `https://shop.example/burst/${this.links}` });
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, work));
	}

	/** One of everything but links: made over HTTP where the API can make it. */
	async oneOfEach(): Promise<void> {
		const link = this.oldLinks[this.happenings];
		this.happenings += 1;
		if (link === undefined) throw new Error('More happens than there are old links for.');
		const name = `Happening ${this.happenings}`;
		const tag = { type: 'facebook', value: `10020030${this.happenings}` };
		// Pixels take forms.
		await this.post('/api/v1/pixels', new URLSearchParams({ name, ...tag }));
		await this.post('/api/campaign/add', { name });
		await this.post('/api/channel/add', { name });
		await this.post('/api/domain/add', { domain: `https://go${this.happenings}.shop.example` });
		await this.post('/api/qr/add', { name, type: 'text', data: name });
		await this.post(`/api/channel/${CHANNEL}/assign/links/${link}`);
		this.service.seed('overlays', [{ name }]);
		this.service.seed('splash', [{ name }]);
		this.service.click(link, CLICKS);
	}

	/** Tries again and again: what it asks for is wanted. */
	private async post(path: string, body?: unknown): Promise<void> {
		for (let turn = 0; ; turn += 1) {
			const key = CLIENT_KEYS[(this.links + turn) % CLIENT_KEYS.length] ?? '';
			const answer = await axios.post<{ error?: unknown }>(`${this.service.url}${path}`, body, {
				headers: { Authorization: `Bearer ${key}` },
				proxy: false,
				validateStatus: () => true,
			});
			if (answer.status < 300 && !answer.data.error) return;
			if (answer.status !== 429) {
				throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.data)}`);
			}
			await pause(AGAIN_AFTER_MS);
		}
	}
}

/** A client that uses up the rate limit of n8n's own key; ends with what is called. */
export function startGreedyClient(service: Service, pauseMs: number): () => Promise<void> {
	let stopped = false;
	const work = async () => {
		while (!stopped) {
			await axios.get(`${service.url}${GREEDY_PATH}`, {
				headers: { Authorization: `Bearer ${service.apiKey}` },
				proxy: false,
				validateStatus: () => true,
			});
			await pause(pauseMs);
		}
	};
	const ended = work();
	return async () => {
		stopped = true;
		await ended;
	};
}
