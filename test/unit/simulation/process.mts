import type { Result, ServiceRequest } from '../../../nodes/LinkShortener/api/http/types';
import { LISTS } from '../../../nodes/LinkShortener/api/listings';
import {
	fetchPage,
	listRecords,
	pageRequest,
} from '../../../nodes/LinkShortener/api/pagination/list';
import { pageOf } from '../../../nodes/LinkShortener/api/pagination/page';
import type { LinkClient } from '../../../nodes/LinkShortener/links/createLink';
import { Memory } from '../../../nodes/LinkShortener/shared/memory';
import type { Account } from './account.mts';

/** A process of n8n: what it knows of the base URL and key lives as long as it does. */
export class Process {
	readonly memory = new Memory();

	private killedAt = Infinity;

	readonly killed: Promise<void>;

	private die: () => void = () => undefined;

	private sent = 0;

	constructor(private readonly account: Account) {
		this.killed = new Promise((resolve) => (this.die = resolve));
	}

	/** Kills it at a request from now on, counted from 1. */
	kill(at: number): void {
		this.killedAt = this.sent + at;
	}

	/** A client for one run of the node. */
	client(): LinkClient {
		const { account, memory } = this;
		const { time, manner } = account;
		const ofRun = new Memory();
		const send = async (request: ServiceRequest) => {
			this.sent += 1;
			if (this.sent < this.killedAt) return await account.send(request);
			// The service may carry it out; nobody hears of it.
			if (this.sent === this.killedAt) void account.send(request);
			this.die();
			return await new Promise<Result>(() => undefined);
		};
		const request = async (spec: ServiceRequest) => {
			const result = await send(spec);
			if (result.kind === 'success') return result.body;
			throw result.error;
		};
		return {
			baseUrl: `https://${manner.apiHost}`,
			policy: { priority: 'bulk', timeoutMs: 60_000 },
			send,
			request,
			page: async (listing, which) => await fetchPage(request, listing, which),
			pageAndAge: async (listing, which) => {
				const result = await send(pageRequest(listing, which));
				if (result.kind !== 'success') throw result.error;
				return { page: pageOf(result.body, LISTS.links), isOld: result.isOld };
			},
			list: (listing) => listRecords(request, listing, () => 4),
			sleep: async (ms) => {
				await time.sleep(ms);
			},
			waitFor: async (work) => {
				await work;
			},
			perKey: (kind, make) => memory.get(kind, make),
			perRun: (kind, make) => ofRun.get(kind, make),
		};
	}
}
