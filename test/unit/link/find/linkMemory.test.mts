import { beforeEach, describe, expect, it, vi } from 'vitest';

import { hashOf, Locks, SentValues } from '../../../../nodes/LinkShortener/link/find/linkMemory';
import { Cancelled } from '../../../../nodes/LinkShortener/shared/userFacingError';

beforeEach(() => {
	vi.useFakeTimers();
	return () => vi.useRealTimers();
});

const client = { policy: { caller: 'bulk', timeoutMs: 60_000 } } as const;

/** A run that was stopped: it waits for nobody. */
const stopped = { policy: { ...client.policy, stopSignal: AbortSignal.abort() } };

/** Work that notes when it began, and ends when it is told to. */
function workOf(log: string[], name: string) {
	let end: () => void = () => undefined;
	const ended = new Promise<void>((resolve) => (end = resolve));
	const work = async () => {
		log.push(name);
		await ended;
	};
	return { work, end: () => end() };
}

const soon = async () => await vi.advanceTimersByTimeAsync(0);

describe('locks', () => {
	it('let one work at a time by its key, in turn, and other keys side by side', async () => {
		const [locks, log] = [new Locks(), [] as string[]];
		const [one, two, other] = ['one', 'two', 'other'].map((name) => workOf(log, name));
		void locks.alone(client, 'key', async () => await one?.work());
		void locks.alone(client, 'key', async () => await two?.work());
		void locks.alone(client, 'another', async () => await other?.work());
		await soon();
		expect(log).toEqual(['one', 'other']);
		one?.end();
		await soon();
		expect(log).toEqual(['one', 'other', 'two']);
	});

	it('go on behind work that fails, and behind somebody who no longer waits', async () => {
		const [locks, log] = [new Locks(), [] as string[]];
		const [one, three] = [workOf(log, 'one'), workOf(log, 'three')];
		const failing = locks.alone(client, 'key', async () => {
			await one.work();
			throw new Error('failed');
		});
		const failed = expect(failing).rejects.toThrow('failed');
		await expect(locks.alone(stopped, 'key', one.work)).rejects.toThrow(Cancelled);
		void locks.alone(client, 'key', three.work);
		await soon();
		expect(log).toEqual(['one']);
		one.end();
		await failed;
		await soon();
		expect(log).toEqual(['one', 'three']);
	});

	it('are held for a time where a link may still appear', async () => {
		const [locks, log] = [new Locks(), [] as string[]];
		const until = Date.now() + 12_000;
		const work = (name: string) => async () => await Promise.resolve(log.push(name));
		await locks.alone(client, 'key', work('lost'), () => until);
		void locks.alone(client, 'key', work('next'));
		await vi.advanceTimersByTimeAsync(11_000);
		expect(log).toEqual(['lost']);
		await vi.advanceTimersByTimeAsync(1_000);
		expect(log).toEqual(['lost', 'next']);
	});
});

const LINK = { id: 7, key: 'go.brand/a' };
const BODY = { metatitle: 'A long title', password: 'secret' };

function afterSending() {
	const values = new SentValues();
	values.note(LINK, BODY);
	const valueOf = (field: string) => values.valuesOf(LINK).get(field);
	return { values, valueOf };
}

describe('what was sent for a link', () => {
	it('is known by field, and no other value is taken for it', () => {
		const { valueOf } = afterSending();
		expect(valueOf('metatitle')).toBe(hashOf('A long title'));
		expect(valueOf('metatitle')).not.toBe(hashOf('Another title'));
		expect(valueOf('description')).not.toBe(hashOf('A long title'));
	});

	it('is kept as a hash, since it may be a password', () => {
		const { valueOf } = afterSending();
		expect(JSON.stringify(valueOf('password'))).not.toContain('secret');
	});

	it('stays when another field is sent', () => {
		const { values, valueOf } = afterSending();
		values.note(LINK, { description: 'New' });
		expect(valueOf('metatitle')).toBe(hashOf('A long title'));
	});

	it('is found by the short URL where the answer to the create named no id', () => {
		const values = new SentValues();
		values.note({ id: undefined, key: LINK.key }, BODY);
		expect(values.valuesOf(LINK).size).toBe(2);
		expect(values.valuesOf({ id: 8, key: 'go.brand/b' }).size).toBe(0);
		values.note(LINK, { description: 'New' });
		expect(values.valuesOf(LINK).size).toBe(3);
	});

	it('is bounded, the oldest goes first', () => {
		const values = new SentValues();
		for (let id = 1; id <= 20_001; id += 1) values.note({ id, key: '' }, BODY);
		expect(values.valuesOf({ id: 1, key: '' }).size).toBe(0);
		expect(values.valuesOf({ id: 2, key: '' }).size).toBe(2);
	});
});
