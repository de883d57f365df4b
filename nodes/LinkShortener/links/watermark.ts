import type { IDataObject } from 'n8n-workflow';

/** What others made within this time before a create may be taken for its link. */
const FRESH_MS = 60_000;

/** The create that left while the watermark was stale; the others wait for what it brings. */
interface Pilot {
	owner: object;
	/** Whether the next one may tell more than it did. */
	ended: Promise<boolean>;
	end: (mayNextTell: boolean) => void;
}

/**
 * The highest link id seen at one base URL and key: links made from now on have a higher one.
 *
 * Creates keep it fresh by themselves, since every answer names an id. Where it is stale, a create
 * goes alone first and the others follow when it was answered; or the newest links are read before.
 */
export class Watermark {
	/** Undefined while no id is known. */
	id: number | undefined;

	/** When it certainly was the highest of the service, in epoch ms. */
	private seenAt = -Infinity;

	private pilot: Pilot | undefined;

	get isFresh(): boolean {
		return this.id !== undefined && Date.now() - this.seenAt <= FRESH_MS;
	}

	/**
	 * Notes the newest links of the service.
	 *
	 * @param askedAt when they were asked for, in epoch ms
	 */
	seeNewest(links: readonly IDataObject[], askedAt: number): void {
		const ids = links.map(({ id }) => Number(id)).filter(Number.isFinite);
		if (ids.length === 0 && links.length > 0) return;
		this.raise(Math.max(0, ...ids), askedAt);
	}

	/**
	 * Notes the link that a create made.
	 *
	 * @param before the watermark when it left, and when that was
	 */
	seeCreated(link: IDataObject, before: { watermark: number | undefined; leftAt: number }): void {
		const id = Number(link.id);
		if (link.id === undefined || !Number.isFinite(id)) return;
		// A new link below it: the service was set up anew and counts from the beginning.
		if (id <= (before.watermark ?? 0)) this.id = undefined;
		this.raise(id, before.leftAt);
	}

	/**
	 * What a create has to wait for before it leaves: the one that goes alone, until it has named its id.
	 * Undefined when it may leave at once; where the watermark is stale, it goes alone itself then. One
	 * that was lost, or was answered without an id, holds up nobody else (false); after a rejected one the
	 * next goes alone.
	 */
	holdsFor(owner: object): Promise<boolean> | undefined {
		if (this.isFresh || this.pilot?.owner === owner) return undefined;
		if (this.pilot !== undefined) return this.pilot.ended;
		let end: (mayNextTell: boolean) => void = () => undefined;
		const ended = new Promise<boolean>((resolve) => (end = resolve));
		this.pilot = { owner, ended, end };
		return undefined;
	}

	/** To be called for every create, whatever became of it. */
	afterReturning(owner: object, mayNextTell: boolean): void {
		const { pilot } = this;
		if (pilot?.owner !== owner) return;
		this.pilot = undefined;
		pilot.end(mayNextTell);
	}

	private raise(id: number, seenAt: number): void {
		this.id = Math.max(this.id ?? 0, id);
		this.seenAt = Math.max(this.seenAt, seenAt);
	}
}
