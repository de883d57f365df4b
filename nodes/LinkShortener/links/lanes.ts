import { sleep } from 'n8n-workflow';

import { FRESH_MS } from './ledger';
import { laneOf, type WantedLink } from './wantedLink';
import type { Client } from '../api/client';

/** The part of the client that waits for others, for as long as its run may. */
type Waiting = Pick<Client, 'waitFor'>;

/** For a hold, which goes on after its run has ended. */
const PATIENT: Waiting = {
	waitFor: async (work) => {
		await work;
	},
};

const OTHERS = 'another item with the same alias or long URL';

/** A create that was lost in a lane, by what it asks for. */
export interface LostInLane {
	body: string;
}

/** The creates that nothing but their links can tell apart: those of one alias, or of one page without alias. */
export class Lane {
	/** How many use it or wait for it. */
	users = 0;

	/** How many have left and are not answered. */
	private underWay = 0;

	/** Whoever is alone. */
	private holder: (() => void) | undefined;

	/** Those who want to be alone, in turn. */
	private readonly queue: Array<() => void> = [];

	private free: Promise<void> | undefined;

	private setFree: () => void = () => undefined;

	/** What was lost in it, and whose link is not known. */
	private readonly lost = new Set<LostInLane>();

	constructor(readonly name: string) {}

	private get isTaken(): boolean {
		return this.holder !== undefined || this.queue.length > 0;
	}

	/** Whether a create may leave now. If so, it is under way until `land`. */
	leave(): boolean {
		if (this.isTaken) return false;
		this.underWay += 1;
		return true;
	}

	/** Notes that a create was answered, was lost, or did not leave after all. */
	land(): void {
		this.underWay -= 1;
		this.next();
	}

	/** Waits until a create may leave, unless another one wants to be alone first. */
	async whenFree(client: Waiting): Promise<void> {
		while (this.isTaken) {
			this.free ??= new Promise((resolve) => (this.setFree = resolve));
			await client.waitFor(this.free, OTHERS);
		}
	}

	/**
	 * Does work once nothing of the lane is under way; nothing leaves until it has ended.
	 *
	 * @throws what `waitFor` throws to a caller that can wait no longer; then the work is not done
	 */
	async alone<T>(client: Waiting, work: () => Promise<T>): Promise<T> {
		return await this.inTurn(client, work, (go) => this.queue.push(go));
	}

	/** Keeps the lane for a time, ahead of those who wait to be alone. */
	async hold(ms: number): Promise<void> {
		await this.inTurn(
			PATIENT,
			async () => {
				await sleep(ms);
			},
			(go) => this.queue.unshift(go),
		);
	}

	/** Notes the loss of a create, before it lands: whoever is alone next has to know of it. */
	lose(body: string): LostInLane {
		const lost = { body };
		this.lost.add(lost);
		return lost;
	}

	/** Notes that a lost create has its link, or that it can have none any more. */
	resolve(lost: LostInLane): void {
		this.lost.delete(lost);
	}

	/** Whether a new link may as well be that of a create that asks for something else. */
	isAmbiguous(body: string): boolean {
		return [...this.lost].some((other) => other.body !== body);
	}

	private async inTurn<T>(
		client: Waiting,
		work: () => Promise<T>,
		queue: (go: () => void) => void,
	): Promise<T> {
		let go: () => void = () => undefined;
		const turn = new Promise<void>((resolve) => (go = resolve));
		queue(go);
		this.next();
		try {
			if (this.holder !== go) await client.waitFor(turn, OTHERS);
			return await work();
		} finally {
			if (this.holder === go) this.holder = undefined;
			else this.queue.splice(this.queue.indexOf(go), 1);
			this.next();
		}
	}

	private next(): void {
		if (this.holder !== undefined || this.underWay > 0) return;
		this.holder = this.queue.shift();
		this.holder?.();
		if (this.holder !== undefined) return;
		this.setFree();
		this.free = undefined;
	}
}

/** The lanes of one base URL and key. */
export class Lanes {
	private readonly lanes = new Map<string, Lane>();

	/** Does work in the lane of a wanted link. A lane lasts as long as somebody uses it. */
	async use<T>(wanted: WantedLink, work: (lane: Lane) => Promise<T>): Promise<T> {
		const name = laneOf(wanted);
		const lane = this.lanes.get(name) ?? new Lane(name);
		this.lanes.set(name, lane);
		return await this.keep(lane, async () => await work(lane));
	}

	/**
	 * Keeps everybody out of a lane for a time, whatever becomes of the run. What was lost in it is remembered for
	 * another minute, until every highest id that was noted before is too old to tell whose a link is.
	 */
	async hold(lane: Lane, ms: number): Promise<void> {
		await this.keep(lane, async () => {
			await lane.hold(ms);
			await sleep(FRESH_MS);
		});
	}

	private async keep<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
		lane.users += 1;
		try {
			return await work();
		} finally {
			lane.users -= 1;
			if (lane.users === 0) this.lanes.delete(lane.name);
		}
	}
}
