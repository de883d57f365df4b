import { listedLink, type ListedLink } from './listedLink';
import type { LinkLedger } from './ledger';
import { readAccount } from '../api/account';
import type { Client } from '../api/client';
import { LISTS } from '../api/listings';
import { isLastPage, MAX_PAGE_SIZE } from '../api/lists/page';
import { settle, UserFacingError } from '../shared/userFacingError';

/** All links, the newest first. */
export const LINKS_BY_DATE = { ...LISTS.links, query: { order: 'date' } };

/** The most pages that are read for a lost create. A fast run makes some thousand links while it looks for one. */
const MAX_PAGES = 50;

/** How long a create waits for the highest id. Without it, a lost answer may leave the item in doubt. */
const REFRESH_PATIENCE_MS = 5_000;

/** The same for somebody who looks on: together as long as a person waits to learn that nothing answers. */
const WATCHED_PATIENCE_MS = { list: 10_000, account: 5_000 };

/** The part of the client that reads the newest links. */
type PageReader = Pick<Client, 'page' | 'request' | 'waitFor' | 'policy'>;

/** The newest links, as one reading showed them. */
export interface NewestPages {
	links: ListedLink[];
	/** Epoch ms. */
	beganAt: number;
}

/** Work that several runs wait for, and the run that has begun it. */
interface Begun<T> {
	client: PageReader;
	work: Promise<T>;
}

/** The newest links of one base URL and key. */
export class NewestLinks {
	private refreshing: Begun<void> | undefined;

	private last: Promise<unknown> = Promise.resolve();

	private next: (Begun<NewestPages> & { above: number }) | undefined;

	constructor(private readonly ledger: LinkLedger) {}

	/**
	 * Learns the highest id from the list, unless it is known from the last minute. The reading only helps, so
	 * a list that does not answer fails no item. But with a wrong address or key the create would fail as well, and
	 * now the message can still say that it was not sent; for somebody who waits, also if the account is silent.
	 *
	 * @throws {UserFacingError} when the address or the key is wrong, or nothing answers a person
	 */
	async refresh(client: PageReader): Promise<void> {
		if (this.ledger.isFresh()) return;
		await shared(client, () => (this.refreshing ??= this.beginRefresh(client)));
	}

	/**
	 * The links above an id, and some below, by a reading that begins from now on. Those who ask while one is
	 * under way share the next one.
	 *
	 * @throws {UserFacingError} when they cannot be read, or are too many
	 */
	async downTo(client: PageReader, above: number): Promise<NewestPages> {
		return await shared(client, () => {
			this.next ??= this.begin(client);
			this.next.above = Math.min(this.next.above, above);
			return this.next;
		});
	}

	private beginRefresh(client: PageReader): Begun<void> {
		const work = this.readNewest(client).finally(() => (this.refreshing = undefined));
		return { client, work };
	}

	private async readNewest(client: PageReader): Promise<void> {
		const isWatched = client.policy.isWatched === true;
		const patienceMs = isWatched ? WATCHED_PATIENCE_MS.list : REFRESH_PATIENCE_MS;
		const newest = await settle(this.read(client, Infinity, patienceMs));
		if (!(newest instanceof UserFacingError)) {
			this.ledger.seeNewest(idsOf(newest.links));
			return;
		}
		if (newest.is('misconfigured', 'credentialRefused')) throw newest;
		if (!isWatched || !newest.is('unavailable')) return;
		const account = await settle(readAccount(client, WATCHED_PATIENCE_MS.account));
		if (account instanceof UserFacingError && account.is('unavailable')) throw unsent(newest);
	}

	private begin(client: PageReader): Begun<NewestPages> & { above: number } {
		const work = this.last.then(async () => {
			const { above = Infinity } = this.next ?? {};
			this.next = undefined;
			return await this.read(client, above);
		});
		this.last = work.catch(() => undefined);
		return { client, work, above: Infinity };
	}

	/**
	 * @param above `Infinity` for at least the links of the newest second
	 * @param patienceMs how long a caller waits that can do without them
	 */
	private async read(client: PageReader, above: number, patienceMs?: number): Promise<NewestPages> {
		const beganAt = Date.now();
		const links: ListedLink[] = [];
		for (let number = 1; ; number += 1) {
			if (number > MAX_PAGES) throw tooMany();
			const which = { number, size: MAX_PAGE_SIZE };
			const shown = await client.page(LINKS_BY_DATE, which, patienceMs);
			const page = shown.records.map(listedLink);
			links.push(...page);
			if (number === 1) this.ledger.see(idsOf(page));
			if (isLastPage(number, shown, shown.records.length === 0) || isBelow(links, above))
				return { links, beganAt };
		}
	}
}

/**
 * The result of work that several runs wait for. What another run has begun may fail for that run's own
 * reasons, such as its stop; then the next one begins it again.
 */
async function shared<T>(client: PageReader, begun: () => Begun<T>): Promise<T> {
	for (;;) {
		const { client: beginner, work } = begun();
		const end = work.then(
			(value) => ({ value }),
			(error: unknown) => ({ error }),
		);
		await client.waitFor(end, 'the list of the newest links');
		const ended = await end;
		if ('value' in ended) return ended.value;
		if (beginner === client) throw ended.error;
	}
}

/**
 * Whether all links behind these are at or below an id. The list goes by date, and the links of one second
 * stand in any order: so a link at or below the id must be followed by one of an earlier second.
 */
function isBelow(links: readonly ListedLink[], above: number): boolean {
	const last = links[links.length - 1]?.record.date;
	return links.some(({ id, record }) => id !== undefined && id <= above && record.date !== last);
}

function idsOf(links: readonly ListedLink[]): Array<number | undefined> {
	return links.map(({ id }) => id);
}

/** Nothing answers, so nothing was sent that would have to be waited and looked for. */
function unsent({ explanation }: UserFacingError): UserFacingError {
	const remedy = `This was not sent. ${explanation.remedy.replace(/^This was not sent[^.]*\. /, '')}`;
	return new UserFacingError({ ...explanation, remedy, isUnsent: true });
}

function tooMany(): UserFacingError {
	return new UserFacingError({
		message: 'There are too many newer links to check',
		remedy: 'Look for the link in the service.',
	});
}
