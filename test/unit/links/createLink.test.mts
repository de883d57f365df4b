import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openClient } from '../../../nodes/LinkShortener/api/client';
import type { RequestPolicy } from '../../../nodes/LinkShortener/api/exchange';
import type { RequestContext } from '../../../nodes/LinkShortener/api/http/transport';
import { createLink, type CreateOptions } from '../../../nodes/LinkShortener/links/createLink';
import { Cancelled, UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';
import { AWAY, type Fate, type ModelOptions } from '../simulation/linkModel.mts';
import { fixture, messageOf } from './linkFixture.mts';
import { MINUTE, URL_A, ITEM, LONG, LOST, expectIsOf, sent } from './outcomes.mts';

describe('the watermark', () => {
	it('costs a short run one request, and none while it is fresh', async () => {
		const there = fixture();
		await there.run(there.create(ITEM, 'one'));
		there.newRun();
		await there.run(there.create(ITEM, 'two'));

		expect(there.model.reads).toBe(1);
		await there.time.pass(2 * MINUTE + 1);
		await there.run(there.create(ITEM, 'three'));
		expect(there.model.reads).toBe(2);
	});

	/** Creates of a long run that begin together. */
	async function together(fates: Record<string, Fate[]>, options: Partial<ModelOptions> = {}) {
		const there = fixture({ latencyMs: 100, ...options }, fates);
		const from = there.time.now();
		const names = ['one', 'two', 'three', 'four'];
		await there.run(Promise.all(names.map(async (name) => await there.create(ITEM, name, LONG))));
		const times = there.model.sendings.map(({ sentAt }) => sentAt - from);
		return { there, times };
	}

	it('costs a long run none, and holds up nobody', async () => {
		const { there, times } = await together({});

		expect(times).toEqual([0, 0, 0, 0]);
		expect(there.model.reads).toBe(0);
	});

	it('is read once where creates are answered without an id', async () => {
		const { there } = await together({}, { namesId: false });
		expectIsOf(there, await there.run(there.create(ITEM, 'five', LONG)), 'five');
		expect(there.model.links).toHaveLength(5);
		expect(there.model.reads).toBe(1);
	});

	it('leaves in doubt a create of a long run that is lost before it is known, and nothing else', async () => {
		const { there } = await together({ one: [LOST] });
		expect(there.model.links).toHaveLength(4);
		expect(sent(there, 'one')).toBe(1);
	});

	it('is that of the moment when the create left, however long it waited before', async () => {
		const there = fixture({ latencyMs: 100 }, { two: [LOST] });
		await there.run(there.create(ITEM, 'one', LONG));
		const send = there.model.send.bind(there.model);
		there.model.send = async (request) => {
			if (request.method === 'POST') await there.time.sleep(MINUTE);
			return await send(request);
		};
		// Made by another client while it waited: known by then, so it is not taken for it.
		there.time.schedule(MINUTE / 2, () => {
			const link = there.model.make(ITEM);
			there.ledger.watermark.seeNewest([{ id: link?.id }], there.time.now());
		});
		expectIsOf(there, await there.run(there.create(ITEM, 'two', LONG)), 'two', 'recovered');
	});

	it('begins anew with a service that was set up anew', async () => {
		const there = fixture({}, { two: [LOST] });
		there.ledger.watermark.seeNewest([{ id: 9_000 }], there.time.now());
		await there.time.pass(3 * MINUTE);
		// The first that is lost finds it out, and cannot be told itself.
		expect(messageOf(await there.run(there.create(ITEM, 'two')))).toContain(
			'may have been created',
		);
		expect(there.ledger.watermark.at(there.time.now()).id).toBeLessThan(9_000);
	});

	it('is done without where the list does not answer: the create says what is wrong', async () => {
		const there = fixture();
		there.model.unreadable = AWAY;

		expectIsOf(there, await there.run(there.create(ITEM, 'one')), 'one', 'created');
		expect(there.model.sendings).toHaveLength(1);
	});

	it('is done without where the key may not read the list', async () => {
		const there = fixture();
		there.model.unreadable = { message: 'No permission', remedy: 'Ask.', kind: 'rejected' };

		expectIsOf(there, await there.run(there.create(ITEM, 'one')), 'one', 'created');
		await there.run(there.create(ITEM, 'two'));
		expect(there.model.reads).toBe(1);
	});
});

describe('a create of a tool that is lost', () => {
	it.each([{}, { alias: 'ours' as const }])(
		'is looked for when the agent calls again: %j',
		async (more) => {
			const there = fixture({}, { one: [{ kind: 'lost', lateMs: 5_000 }] });
			const { policy } = there.model;
			const deadline = there.time.now() + 1_000;
			const interactive = { ...policy, priority: 'interactive' as const };
			const spy = vi.spyOn(there.model, 'policy', 'get');
			const call = async (name: string) =>
				await there.run(there.create({ ...ITEM, ...more }, name));
			spy.mockReturnValue({ ...interactive, deadline });
			expect(messageOf(await call('one'))).toContain('may have been created');
			await there.time.pass(MINUTE);
			spy.mockReturnValue(interactive);

			expect(await call('two')).toMatchObject({ origin: 'recovered' });
			expect(there.model.links).toHaveLength(1);
		},
	);

	it('is told from an equal item of the same call', async () => {
		const there = fixture({}, { one: [{ kind: 'lost', lateMs: 5_000 }] });
		const interactive = { ...there.model.policy, priority: 'interactive' as const };
		const spy = vi.spyOn(there.model, 'policy', 'get');
		const call = async (name: string) => await there.create(ITEM, name, { items: 2 });
		spy.mockReturnValue({ ...interactive, deadline: there.time.now() + 1_000 });
		const outcomes = await there.run(Promise.all(['one', 'two'].map(call)));
		expect(outcomes.map((outcome) => outcome instanceof UserFacingError)).toEqual([true, false]);
		await there.time.pass(MINUTE);
		spy.mockReturnValue(interactive);

		expect(await there.run(call('one'))).toMatchObject({ origin: 'recovered' });
		expect(there.model.links).toHaveLength(2);
	});
});

describe('a create whose alias the service', () => {
	it.each([
		['writes in its own way', 'Été — Sale!', 'ete-sale', 'created'],
		['writes in small letters', 'Sale', 'sale', 'created'],
		['ignores', 'Sale', 'r7', 'found'],
		['takes for another', '😀', '🎉', 'found'],
	])('%s is told from one that hands out an old link', async (_, custom, written, origin) => {
		const there = fixture();
		const send = there.model.send.bind(there.model);
		there.model.send = async (request) => {
			return await send({ ...request, json: { url: URL_A, custom: written } });
		};
		const outcome = await there.run(there.createBody({ url: URL_A, custom }, 'one'));

		expect(outcome).toMatchObject({ origin, record: { alias: written } });
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

	it('is waited for beyond Max Wait, which counts no answers', async () => {
		const create = await beside({ maxWaitMs: 60_000 });
		const { error, afterMs } = await endOf(create());

		expect(error).toBeUndefined();
		expect(afterMs).toBeGreaterThan(590_000);
	});

	it('ends when a tool gives up, and says what was waited for', async () => {
		const create = await beside({ deadline: Date.now() + 61_000, priority: 'interactive' });
		const { error, afterMs } = await endOf(create());

		expect(error).toBeInstanceOf(UserFacingError);
		expect(String(error)).toContain('The answer to an item with the same alias or long URL');
		expect(afterMs).toBeGreaterThan(58_000);
		expect(afterMs).toBeLessThan(62_000);
	});
});
