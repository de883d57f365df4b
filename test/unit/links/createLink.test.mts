import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openClient } from '../../../nodes/LinkShortener/api/client';
import type { RequestPolicy } from '../../../nodes/LinkShortener/api/exchange';
import type { RequestContext } from '../../../nodes/LinkShortener/api/http/transport';
import { createLink, type CreateOptions } from '../../../nodes/LinkShortener/links/createLink';
import { Cancelled, UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';
import { AWAY, type Fate, type ModelOptions } from '../simulation/linkModel.mts';
import { fixture, messageOf } from './histories.mts';
import { MINUTE, URL_A, ITEM, LONG, CUT, LOST, expectIsOf, sent } from './outcomes.mts';

describe('the watermark', () => {
	it('costs a short run one request, and none while it is fresh', async () => {
		const there = fixture();
		await there.run(there.create(ITEM, 'one'));
		there.newRun();
		await there.run(there.create(ITEM, 'two'));

		expect(there.model.reads).toBe(1);
		await there.time.pass(MINUTE + 1);
		await there.run(there.create(ITEM, 'three'));
		expect(there.model.reads).toBe(2);
	});

	/** When creates of a long run leave that begin together, in the order they leave. */
	async function leaving(fates: Record<string, Fate[]>, options: Partial<ModelOptions> = {}) {
		const there = fixture({ latencyMs: 100, ...options }, fates);
		const from = there.time.now();
		const names = ['one', 'two', 'three', 'four'];
		await there.run(Promise.all(names.map(async (name) => await there.create(ITEM, name, LONG))));
		const times = there.model.sendings.map(({ sentAt }) => sentAt - from);
		return { there, times };
	}

	it('costs a long run none: one create goes alone', async () => {
		const { there, times } = await leaving({});

		expect(times).toEqual([0, 100, 100, 100]);
		expect(there.model.reads).toBe(0);
	});

	it('is read from the list where that one was rejected, and holds up nobody where it was lost', async () => {
		expect((await leaving({ one: [{ kind: 'rejected' }] })).times).toEqual([0, 200, 200, 200]);
		expect((await leaving({ one: [CUT] })).times.slice(0, 4)).toEqual([0, 100, 100, 100]);
	});

	it('is read once where creates are answered without an id, and they go side by side', async () => {
		const { there, times } = await leaving({ two: [LOST] }, { namesId: false });
		expect(times).toEqual([0, 200, 200, 200]);
		expectIsOf(there, await there.run(there.create(ITEM, 'five', LONG)), 'five');
		expect(there.model.links).toHaveLength(5);
		expect(there.model.reads).toBe(2);
	});

	it('is renewed by a create that goes alone when a wait for the rate limit made it stale', async () => {
		const there = fixture({ latencyMs: 100 });
		await there.run(there.create(ITEM, 'first', LONG));
		const send = there.model.send.bind(there.model);
		there.model.send = async (request) => {
			await there.time.sleep(2 * MINUTE);
			return await send(request);
		};
		await there.run(
			Promise.all(
				['one', 'two', 'three'].map(async (name) => await there.create(ITEM, name, LONG)),
			),
		);
		const [, one = 0, two = 0, three = 0] = there.model.sendings.map(({ sentAt }) => sentAt);

		expect([two - one, three - one]).toEqual([100, 100]);
	});

	it('leaves in doubt what is lost before it is known, and nothing else', async () => {
		const { there } = await leaving({ one: [LOST] });
		expect(there.model.links).toHaveLength(4);
		expect(sent(there, 'one')).toBe(1);
	});

	it('falls with a service that was set up anew', async () => {
		const there = fixture({}, { two: [LOST] });
		there.ledger.watermark.seeNewest([{ id: 9_000 }], there.time.now());
		await there.run(there.create({ url: 'https://example.com/first' }, 'one'));

		expectIsOf(there, await there.run(there.create(ITEM, 'two')), 'two', 'recovered');
	});

	it('ends an item before it is sent where nothing answers', async () => {
		const there = fixture();
		there.model.unreadable = AWAY;

		expect(messageOf(await there.run(there.create(ITEM, 'one')))).toBe(AWAY.message);
		expect(there.model.sendings).toEqual([]);
	});

	it('is done without where the key may not read the list', async () => {
		const there = fixture();
		there.model.unreadable = { message: 'No permission', remedy: 'Ask.', kind: 'rejected' };

		expectIsOf(there, await there.run(there.create(ITEM, 'one')), 'one', 'created');
		await there.run(there.create(ITEM, 'two'));
		expect(there.model.reads).toBe(1);
	});
});

describe('a create that is rejected', () => {
	it('fails in the words of the service', async () => {
		const there = fixture({}, { one: [{ kind: 'rejected' }] });
		const outcome = await there.run(there.create(ITEM, 'one'));

		expect(messageOf(outcome)).toBe('This domain name or link has been blacklisted.');
	});

	it('for an alias that is taken stays so, though the same page has it', async () => {
		const there = fixture();
		there.model.make({ url: URL_A, custom: 'alias-one' });
		const outcome = await there.run(there.create({ ...ITEM, alias: 'given' }, 'one'));

		expect(messageOf(outcome)).toContain('alias is taken');
	});
});

describe('a row whose link is being created by another run', () => {
	let keys = 0;

	/** A run that is told at its first request to wait for ten minutes, and one beside it. */
	async function beside(policy: Partial<RequestPolicy>): Promise<() => Promise<unknown>> {
		vi.useFakeTimers();
		onTestFinished(async () => {
			await vi.advanceTimersByTimeAsync(11 * MINUTE);
			vi.useRealTimers();
		});
		let requests = 0;
		const apiKey = `key-${(keys += 1)}`;
		const answer = () => {
			requests += 1;
			const headers = { 'retry-after': '600' };
			if (requests === 1) return { statusCode: 429, headers, body: { error: 1 } };
			const shorturl = `https://sho.rt/${requests}`;
			const body = { error: 0, id: requests, shorturl, data: { maxpage: 1, urls: [] } };
			return { statusCode: 200, headers: {}, body };
		};
		const context = {
			getCredentials: () => Promise.resolve({ baseUrl: 'https://links.example.com', apiKey }),
			helpers: { httpRequestWithAuthentication: () => Promise.resolve(answer()) },
		} as unknown as RequestContext;
		const options = (itemKey: string): CreateOptions => {
			return { reuseExisting: true, items: 1, aliasIsOurs: false, itemKey };
		};
		const run = { priority: 'bulk', timeoutMs: MINUTE } as const;
		const first = await openClient(context, run);
		void createLink(first, ITEM, options('first'));
		await vi.advanceTimersByTimeAsync(1_000);
		const second = await openClient(context, { ...run, ...policy });
		return async () => await createLink(second, ITEM, options('second'));
	}

	async function endOf(work: Promise<unknown>): Promise<{ error: unknown; afterMs: number }> {
		const from = Date.now();
		const end = work.then(
			() => ({ error: undefined, afterMs: Date.now() - from }),
			(error: unknown) => ({ error, afterMs: Date.now() - from }),
		);
		await vi.advanceTimersByTimeAsync(11 * MINUTE);
		return await end;
	}

	it('waits for it', async () => {
		const create = await beside({});
		const { error, afterMs } = await endOf(create());

		expect(error).toBeUndefined();
		expect(afterMs).toBeGreaterThan(590_000);
	});

	it('ends within a second of a cancel', async () => {
		const cancel = new AbortController();
		const create = await beside({ cancelSignal: cancel.signal });
		setTimeout(() => cancel.abort(), 5_000);
		const { error, afterMs } = await endOf(create());

		expect(error).toBeInstanceOf(Cancelled);
		expect(afterMs).toBeLessThan(6_000);
	});

	it.each<[what: string, policy: () => Partial<RequestPolicy>]>([
		['at Max Wait', () => ({ maxWaitMs: 60_000 })],
		['when a tool gives up', () => ({ deadline: Date.now() + 61_000, priority: 'interactive' })],
	])('ends %s, and says why', async (_, policy) => {
		const create = await beside(policy());
		const { error, afterMs } = await endOf(create());

		expect(error).toBeInstanceOf(UserFacingError);
		expect(String(error)).toContain('The rate limit of this API key is used up');
		expect(afterMs).toBeGreaterThan(58_000);
		expect(afterMs).toBeLessThan(62_000);
	});
});
