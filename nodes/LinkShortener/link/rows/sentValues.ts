import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { ListedLink } from '../find/listedLink';

/** The memory of one takes less than a kilobyte. */
const MAX_LINKS = 20_000;

/** By field. Hashes, since one may be a password. */
export type SentFields = ReadonlyMap<string, string>;

/** With them, a value that the service never shows is not sent at every run. */
export class SentValues {
	private readonly links = new Map<number | string, SentFields>();

	note(link: Pick<ListedLink, 'id' | 'key'>, body: IDataObject): void {
		const values = new Map(this.valuesOf(link));
		for (const [field, value] of Object.entries(body)) values.set(field, hashOf(value));
		this.links.delete(nameOf(link));
		// Where its create named no id.
		this.links.delete(link.key);
		this.links.set(nameOf(link), values);
		// The oldest goes first.
		const [oldest] = this.links.keys();
		if (oldest !== undefined && this.links.size > MAX_LINKS) this.links.delete(oldest);
	}

	valuesOf(link: Pick<ListedLink, 'id' | 'key'>): SentFields {
		const { key } = link;
		return this.links.get(nameOf(link)) ?? this.links.get(key) ?? new Map<string, string>();
	}
}

/** The short URL where the answer to a create named no id. */
function nameOf({ id, key }: Pick<ListedLink, 'id' | 'key'>): number | string {
	return id ?? key;
}

export function isSent(value: unknown, before: string | undefined): boolean {
	return before === hashOf(value);
}

function hashOf(value: unknown): string {
	return createHash('sha256')
		.update(JSON.stringify([value]))
		.digest('base64');
}
