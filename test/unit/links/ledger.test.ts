import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { ledgers, LinkLedger, type Doubt } from '../../../nodes/LinkShortener/links/ledger';

function gate() {
	let open: () => void = () => undefined;
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	return { open, opened };
}

const patiently = async (turn: Promise<unknown>) => await turn;

describe('the mark', () => {
	it('is the highest id seen, whatever it is written as', () => {
		const ledger = new LinkLedger();
		expect(ledger.mark).toBeUndefined();
		ledger.see([{ id: 5 }, { id: '12' }, { id: 7 }]);
		expect(ledger.mark).toBe(12);
		ledger.see([{ id: 3 }, {}, { id: 'abc' }]);
		expect(ledger.mark).toBe(12);
		ledger.claim({ id: 20, shorturl: 'https://sho.rt/a' });
		expect(ledger.mark).toBe(20);
	});

	it('stays unknown where creates are answered without an id', () => {
		const ledger = new LinkLedger();
		ledger.claim({ shorturl: 'https://sho.rt/a' });
		expect(ledger.mark).toBeUndefined();
	});
});

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
		ledger.askForAlias('Sale');

		expect(ledger.isAskedForByAlias({ shorturl: 'https://sho.rt/sale' })).toBe(true);
		expect(ledger.isAskedForByAlias({ alias: 'sales' })).toBe(false);
	});

	it('is a doubt, until it is settled', () => {
		const ledger = new LinkLedger();
		const doubt: Doubt = { sendings: [], explanation: { message: 'Lost', remedy: 'Look.' } };
		ledger.doubt('item', doubt);

		expect(ledger.doubtOf('item')).toBe(doubt);
		expect(ledger.doubtOf('other')).toBeUndefined();
		ledger.settle('item');
		expect(ledger.doubtOf('item')).toBeUndefined();
	});
});

describe('taking turns', () => {
	it('runs work that shares a name one after the other, in order, and other work beside it', async () => {
		const ledger = new LinkLedger();
		const log: string[] = [];
		const first = gate();
		const turn = async (name: string, names: string[], until?: Promise<void>) =>
			await ledger.inTurn(
				names,
				async () => {
					log.push(`${name} begins`);
					await until;
					log.push(`${name} ends`);
				},
				patiently,
			);
		const all = Promise.all([
			turn('one', ['a'], first.opened),
			turn('two', ['a', 'b']),
			turn('three', ['b']),
			turn('other', ['c']),
		]);
		await new Promise((resolve) => setImmediate(resolve));
		expect(log).toEqual(['one begins', 'other begins', 'other ends']);
		first.open();
		await all;

		expect(log.slice(3)).toEqual([
			'one ends',
			'two begins',
			'two ends',
			'three begins',
			'three ends',
		]);
	});

	it('passes by who gave up waiting, and nobody overtakes those before', async () => {
		const ledger = new LinkLedger();
		const log: string[] = [];
		const [first, patience] = [gate(), gate()];
		const turn = async (name: string, until?: Promise<void>, wait?: Promise<never>) =>
			await ledger.inTurn(
				['a'],
				async () => {
					log.push(`${name} begins`);
					await until;
					log.push(`${name} ends`);
				},
				async (mine) => await (wait === undefined ? mine : Promise.race([mine, wait])),
			);
		const one = turn('one', first.opened);
		const wait = patience.opened.then(() => Promise.reject(new Error('too long')));
		const impatient = turn('impatient', undefined, wait);
		const three = turn('three');
		patience.open();
		await expect(impatient).rejects.toThrow('too long');
		const four = turn('four');
		await new Promise((resolve) => setImmediate(resolve));
		expect(log).toEqual(['one begins']);
		first.open();
		await Promise.all([one, three, four]);

		const order = ['one ends', 'three begins', 'three ends', 'four begins', 'four ends'];
		expect(log.slice(1)).toEqual(order);
	});

	it('goes on after work that failed', async () => {
		const ledger = new LinkLedger();
		const failing = ledger.inTurn(['a'], () => Promise.reject(new Error('no')), patiently);
		const next = ledger.inTurn(['a'], () => Promise.resolve('yes'), patiently);

		await expect(failing).rejects.toThrow('no');
		expect(await next).toBe('yes');
		expect(await ledger.inTurn(['a'], () => Promise.resolve('again'), patiently)).toBe('again');
	});
});

describe('the ledger of a base URL and key', () => {
	it('is one for all executions of the process', () => {
		expect(ledgers.get('https://sho.rt\nkey')).toBe(ledgers.get('https://sho.rt\nkey'));
		expect(ledgers.get('https://sho.rt\nkey')).not.toBe(ledgers.get('https://sho.rt\nother'));
	});

	it('is forgotten after an idle hour, unless a create is under way or in doubt', async () => {
		vi.useFakeTimers();
		onTestFinished(() => {
			vi.useRealTimers();
		});
		const identities = ['idle', 'busy', 'doubtful', 'fresh'].map(
			(name) => `https://a.example\n${name}`,
		);
		const [idle, busy, doubtful, fresh] = identities.map((identity) => ledgers.get(identity));
		const { open, opened } = gate();
		const done = idle?.inTurn(['a'], () => Promise.resolve(), patiently);
		const work = busy?.inTurn(['a'], async () => await opened, patiently);
		doubtful?.doubt('item', { sendings: [], explanation: { message: 'Lost', remedy: 'Look.' } });
		await done;
		await vi.advanceTimersByTimeAsync(30 * 60_000);
		await fresh?.inTurn(['a'], () => Promise.resolve(), patiently);
		await vi.advanceTimersByTimeAsync(31 * 60_000);
		ledgers.get('https://a.example\nanother');

		const kept = [busy, doubtful, fresh];
		identities.slice(1).forEach((identity, place) => {
			expect(ledgers.get(identity)).toBe(kept[place]);
		});
		expect(ledgers.get(identities[0] ?? '')).not.toBe(idle);
		open();
		await work;
	});
});
