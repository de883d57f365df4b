import { beforeEach, describe, expect, it, vi } from 'vitest';

import { Locks } from '../../../../nodes/LinkShortener/link/find/linkMemory';
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
