import { describe, expect, it } from 'vitest';

import { KeyedLocks, type LockMode } from '../../../nodes/LinkShortener/links/keyedLocks';

function gate() {
	let open: () => void = () => undefined;
	const opened = new Promise<void>((resolve) => (open = resolve));
	return { open, opened };
}

const settled = async () => await new Promise((resolve) => setImmediate(resolve));

/** KeyedLocks whose work ends when the test says so, and what happened in which order. */
function arrange() {
	const turns = new KeyedLocks();
	const log: string[] = [];
	const gates = new Map<string, () => void>();
	const take = async (
		name: string,
		keys: string[],
		mode: LockMode,
		wait = async (turn: Promise<void>) => await turn,
	) => {
		const { open, opened } = gate();
		gates.set(name, open);
		const work = async () => {
			log.push(name);
			await opened;
		};
		await turns.run(keys, mode, work, wait);
	};
	const end = async (name: string) => {
		gates.get(name)?.();
		await settled();
	};
	return { log, take, end };
}

describe('turns', () => {
	it('let creates go side by side, and keep looks from them in the order they came', async () => {
		const { log, take, end } = arrange();
		const all = [
			take('send 1', ['a'], 'send'),
			take('send 2', ['a', 'b'], 'send'),
			take('look 1', ['a'], 'look'),
			take('look 2', ['b', 'a'], 'look'),
			take('send 3', ['a'], 'send'),
			take('other', ['c'], 'look'),
		];
		await settled();
		expect(log).toEqual(['send 1', 'send 2', 'other']);
		await end('send 1');
		expect(log).toHaveLength(3);
		await end('send 2');
		expect(log.slice(3)).toEqual(['look 1', 'look 2']);
		await end('look 1');
		expect(log).toHaveLength(5);
		await end('look 2');
		expect(log.slice(5)).toEqual(['send 3']);
		await end('send 3');
		await end('other');
		await Promise.all(all);
	});

	it('let what goes alone go one after the other', async () => {
		const { log, take, end } = arrange();
		const all = ['one', 'two', 'three'].map(async (name) => await take(name, ['a'], 'alone'));
		for (const [place, name] of ['one', 'two', 'three'].entries()) {
			await settled();
			expect(log).toHaveLength(place + 1);
			await end(name);
		}
		await Promise.all(all);
		expect(log).toEqual(['one', 'two', 'three']);
	});

	it('go on without who gave up waiting, and nobody overtakes those before', async () => {
		const { log, take, end } = arrange();
		const impatience = gate();
		const one = take('one', ['a'], 'send');
		const impatient = take('impatient', ['a'], 'look', async () => {
			await impatience.opened;
			throw new Error('too long');
		});
		const two = take('two', ['a'], 'send');
		await settled();
		expect(log).toEqual(['one']);
		impatience.open();
		await expect(impatient).rejects.toThrow('too long');
		await settled();
		expect(log).toEqual(['one', 'two']);
		await end('one');
		await end('two');
		await Promise.all([one, two]);
	});

	it('go on after work that failed', async () => {
		const turns = new KeyedLocks();
		const wait = async (turn: Promise<void>) => await turn;
		const failing = turns.run(['a'], 'alone', () => Promise.reject(new Error('no')), wait);
		const next = turns.run(['a'], 'alone', () => Promise.resolve('yes'), wait);

		await expect(failing).rejects.toThrow('no');
		expect(await next).toBe('yes');
	});
});
