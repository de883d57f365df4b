import { describe, expect, it } from 'vitest';

import { LinkLedger, type UnconfirmedCreate } from '../../../nodes/LinkShortener/links/ledger';

function unconfirmed(keys: string[]): UnconfirmedCreate {
	const explanation = { message: 'Lost', remedy: 'Look.' };
	return { body: {}, keys, aliasIsOurs: false, attempts: [], explanation, givenUpAt: 0 };
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
