import { describe, expect, it, onTestFinished, vi } from 'vitest';

import {
	ledgers,
	LinkLedger,
	type UnconfirmedCreate,
} from '../../../nodes/LinkShortener/links/ledger';

function gate() {
	let open: () => void = () => undefined;
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	return { open, opened };
}

const patiently = async (turn: Promise<void>) => await turn;

function unconfirmed(keys: string[]): UnconfirmedCreate {
	const explanation = { message: 'Lost', remedy: 'Look.' };
	return { body: {}, keys, attempts: [], explanation, lostAt: 0 };
}

describe('a claimed link', () => {
	it('is known by its id or by its short URL in any scheme', () => {
		const ledger = new LinkLedger();
		ledger.claim({ id: 1, shorturl: 'https://Sho.rt/a' });

		expect(ledger.isClaimed({ id: 1, shorturl: 'https://other.example/b' })).toBe(true);
		expect(ledger.isClaimed({ id: 2, shorturl: 'http://sho.rt/a' })).toBe(true);
		expect(ledger.isClaimed({ id: 2, shorturl: 'https://sho.rt/A' })).toBe(false);
	});

	it('is forgotten when tens of thousands came after it, and not before', () => {
		const ledger = new LinkLedger();
		const link = (id: number) => ({ id, shorturl: `https://sho.rt/${id}` });
		for (let id = 0; id < 20_000; id += 1) ledger.claim(link(id));
		expect(ledger.isClaimed(link(0))).toBe(true);
		for (let id = 20_000; id < 50_000; id += 1) ledger.claim(link(id));
		expect(ledger.isClaimed(link(0))).toBe(false);
		expect(ledger.isClaimed(link(49_999))).toBe(true);
	});
});

describe('what is remembered of items', () => {
	it('is which aliases they asked for', () => {
		const ledger = new LinkLedger();
		ledger.reserveAlias('Sale');
		ledger.reserveAlias('');

		expect(ledger.isReserved({ shorturl: 'https://sho.rt/sale' })).toBe(true);
		expect(ledger.isReserved({ alias: 'sales' })).toBe(false);
		expect(ledger.isReserved({})).toBe(false);
	});

	it('is what is unconfirmed, until it is resolved', () => {
		const ledger = new LinkLedger();
		const create = unconfirmed(['a', 'b']);
		ledger.addUnconfirmed('item', create);

		expect(ledger.unconfirmedOf('item')).toBe(create);
		expect(ledger.unconfirmedOf('other')).toBeUndefined();
		expect(ledger.unconfirmedWith(['b', 'c'])).toEqual([create]);
		expect(ledger.unconfirmedWith(['c'])).toEqual([]);
		ledger.resolve('item');
		expect(ledger.unconfirmedOf('item')).toBeUndefined();
	});
});

describe('whether lists show links as they were sent', () => {
	const row = { id: 7, shorturl: 'https://sho.rt/a', longurl: 'https://example.com/a' };
	const claimed = (url: string, custom = '') => {
		const ledger = new LinkLedger();
		ledger.claim({ id: 7, shorturl: 'https://sho.rt/a' }, { url, custom });
		return ledger;
	};

	it.each<[what: string, ledger: LinkLedger, expected: boolean | undefined]>([
		['is unknown before a list has shown one', new LinkLedger(), undefined],
		['is seen', claimed('https://EXAMPLE.com/a/'), true],
		['is seen not to be so', claimed('https://www.example.com/a'), false],
		['is seen not to be so by the alias', claimed('https://example.com/a', 'mine'), false],
	])('%s', (_, ledger, expected) => {
		ledger.compare([{ ...row, id: 6, shorturl: 'https://sho.rt/other' }, row]);
		expect(ledger.listsLinksAsSent).toBe(expected);
	});

	it('stays so once one came back otherwise', () => {
		const ledger = claimed('https://www.example.com/a');
		ledger.compare([row]);
		ledger.claim({ id: 8 }, { url: 'https://example.com/a' });
		ledger.compare([{ ...row, id: 8, shorturl: 'https://sho.rt/b' }]);
		expect(ledger.listsLinksAsSent).toBe(false);
	});
});

describe('the ledger of a base URL and key', () => {
	it('is one for all executions of the process', () => {
		expect(ledgers.get('https://sho.rt\nkey')).toBe(ledgers.get('https://sho.rt\nkey'));
		expect(ledgers.get('https://sho.rt\nkey')).not.toBe(ledgers.get('https://sho.rt\nother'));
	});

	it('is forgotten after an idle hour, unless a create is under way', async () => {
		vi.useFakeTimers();
		onTestFinished(() => {
			vi.useRealTimers();
		});
		const identities = ['idle', 'busy', 'fresh'].map((name) => `https://a.example\n${name}`);
		const [idle, busy, fresh] = identities.map((identity) => ledgers.get(identity));
		const { open, opened } = gate();
		const done = idle?.locks.run(['a'], 'alone', () => Promise.resolve(), patiently);
		const work = busy?.locks.run(['a'], 'alone', async () => await opened, patiently);
		idle?.addUnconfirmed('item', unconfirmed([]));
		await done;
		await vi.advanceTimersByTimeAsync(30 * 60_000);
		await fresh?.locks.run(['a'], 'alone', () => Promise.resolve(), patiently);
		await vi.advanceTimersByTimeAsync(31 * 60_000);
		ledgers.get('https://a.example\nanother');

		const kept = [busy, fresh];
		identities.slice(1).forEach((identity, place) => {
			expect(ledgers.get(identity)).toBe(kept[place]);
		});
		expect(ledgers.get(identities[0] ?? '')).not.toBe(idle);
		open();
		await work;
	});
});
