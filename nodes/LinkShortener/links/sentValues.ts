import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { LinkNames } from './ledger';
import { longUrlOf, type LongUrl } from './longUrl';
import type { Client } from '../api/client';
import { toText } from '../shared/json';

/** The most links whose values are remembered; the memory of one takes less than a kilobyte. */
const MAX_LINKS = 20_000;

/** Values are remembered this long. */
const REMEMBER_MS = 7 * 24 * 3_600_000;

/** What was sent this long ago is shown by every cache and replica. */
const IN_EVERY_CACHE_MS = 120_000;

/** A value that this process sent for one field of a link. */
export interface SentValue {
	/** A hash, since the value may be a password. */
	hash: string;
	/** How the service showed the field after it was sent, as text; undefined until it was seen. */
	shown?: string;
}

interface Sent {
	link: LinkNames;
	at: number;
	longUrl?: LongUrl;
	/** When it was sent. */
	urlAt?: number;
	values: Map<string, SentValue>;
}

/**
 * The values that this process sent for the links of one base URL and key. With them, a value that the
 * service never shows or stores in its own way is not sent at every run.
 *
 * They live in the process only. n8n saves static data as a whole, so a long run would write back an old
 * cursor of a trigger in the same workflow (read in n8n's code).
 */
export class SentValues {
	private readonly links = new Map<string, Sent>();

	/** Notes that a create or an update with this body was done. */
	note(link: LinkNames, body: IDataObject): void {
		const name = nameOf(link);
		const at = Date.now();
		const next: Sent = { values: new Map<string, SentValue>(), ...this.of(link), link, at };
		const { values } = next;
		if (body.url !== undefined) Object.assign(next, { longUrl: longUrlOf(body.url), urlAt: at });
		for (const [field, value] of Object.entries(body)) values.set(field, { hash: hashOf(value) });
		// The oldest goes first.
		this.links.delete(name);
		this.links.set(name, next);
		for (const oldest of this.links.keys()) {
			if (this.links.size <= MAX_LINKS) break;
			this.links.delete(oldest);
		}
	}

	/** Forgets a link that has lost what was sent for it. */
	forget(link: LinkNames): void {
		this.links.delete(nameOf(link));
	}

	/** The values sent for a link. */
	valuesOf(link: LinkNames): ReadonlyMap<string, SentValue> {
		return this.of(link)?.values ?? new Map<string, SentValue>();
	}

	/** The long URL sent for a link. */
	longUrlOf(link: LinkNames): LongUrl | undefined {
		return this.of(link)?.longUrl;
	}

	/** The long URL sent for a link within the last two minutes, which a cache may not show yet. */
	recentLongUrlOf(link: LinkNames): string | undefined {
		const sent = this.of(link);
		return isRecent(sent) ? sent?.longUrl?.text : undefined;
	}

	/** The links that got their long URLs within the last two minutes, by the spelling of these. */
	recentByLongUrl(): Map<string, LinkNames[]> {
		const links = new Map<string, LinkNames[]>();
		for (const sent of this.links.values()) {
			if (!isRecent(sent) || sent.longUrl === undefined) continue;
			const { spelling } = sent.longUrl;
			links.set(spelling, [...(links.get(spelling) ?? []), sent.link]);
		}
		return links;
	}

	/** Notes how the service shows a field. */
	see(link: LinkNames, field: string, shown: unknown): void {
		const value = this.of(link)?.values.get(field);
		if (value !== undefined) value.shown = toText(shown);
	}

	private of({ id, key }: LinkNames): Sent | undefined {
		const sent = this.links.get(nameOf({ id })) ?? this.links.get(nameOf({ id: undefined, key }));
		return sent !== undefined && Date.now() - sent.at < REMEMBER_MS ? sent : undefined;
	}
}

/** Whether a long URL was sent so recently that a cache may not show it yet. */
function isRecent(sent: Sent | undefined): boolean {
	return Date.now() - (sent?.urlAt ?? -Infinity) < IN_EVERY_CACHE_MS;
}

/** The id; the short URL where the answer to a create named no id. */
function nameOf({ id, key = '' }: LinkNames): string {
	return id === undefined ? key : `#${id}`;
}

/** The values that this process sent for links of this base URL and key. */
export function sentValuesOf(client: Pick<Client, 'perKey'>): SentValues {
	return client.perKey(SentValues, () => new SentValues());
}

/** Whether a value is the one that was sent. */
export function isSent(value: unknown, sent: SentValue | undefined): boolean {
	return sent?.hash === hashOf(value);
}

function hashOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('base64');
}
