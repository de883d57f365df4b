import { sleep } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { RATE_LIMIT } from '../../service/index.mts';
import { collectLogs, poll } from '../harness/index.mts';
import { answerJson, deadAddress, listen, webPage } from '../support/listener.mts';
import { credentialsOf, KEY, seedMany, serviceWith } from '../support/service.mts';
import { A_WHILE_MS, failureOf, idsOf, started, Trigger, warning } from '../support/trigger.mts';
import { atLeastOne } from '../../lists.mts';

/** Failures that may pass by themselves. */
const PASSING = ['status500', 'closeBefore', 'html200'] as const;

it.each(PASSING)(
	'the first poll after a restart survives %s and goes on afterwards, with a line in the log',
	async (kind) => {
		const trigger = await started({ event: 'linkCreated' });
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		trigger.restart();
		const ids = seedMany(trigger.service, 'links', 4);
		trigger.service.addFault({ match: {}, kind });
		const { value, logs } = await collectLogs(
			async () => await trigger.poll({ activationMode: 'init' }),
		);
		expect(value).toBeUndefined();
		expect(logs).toContainEqual(warning('The next poll tries again; nothing is missed.'));
		expect(JSON.stringify(trigger.staticData)).toBe(before);
		await sleep(A_WHILE_MS);
		expect((await failureOf(trigger.poll())).message).not.toContain(KEY);
		trigger.service.clearFaults();
		await sleep(A_WHILE_MS);
		expect(idsOf(await trigger.poll())).toEqual(ids);
	},
);

const answering = (status: number, body: unknown) => async () =>
	(await listen((response) => answerJson(response, body, status))).url;
// The toast shows the message alone.
it.each<[what: string, address: () => Promise<string>, message: RegExp]>([
	[
		'a wrong key',
		answering(403, { error: 1, message: 'A valid API key is required to use this service.' }),
		/^the service does not accept the API key\. Open the Link Shortener API credential and enter the correct key\.$/,
	],
	[
		'a dead service',
		deadAddress,
		/^Could not connect to [\d.:]+\. .*Open .* and check Base URL.*\.$/,
	],
	[
		'a web page',
		async () => (await listen(webPage(200))).url,
		/returned a web page instead of an API response\. Open .* check Base URL/,
	],
])(
	'an activation fails where nothing was read yet, and says what is wrong and what to do: %s',
	async (_, address, message) => {
		const baseUrl = await address();
		const trigger = await started({ event: 'linkCreated' });
		const credentials = credentialsOf(trigger.service, { baseUrl });
		// n8n tries it again, and shows the last failure.
		for (let tries = 0; tries < 4; tries += 1) {
			const told = (await failureOf(trigger.poll({ credentials }))).message;
			expect(told).toMatch(/^Trigger: /);
			const text = told.replace('Trigger: ', '');
			if (tries === 0) expect(text).toMatch(message);
			// n8n puts words of its own in place of a message with such a code.
			expect(text).not.toMatch(/\bE[A-Z]{3,}/);
		}
		expect(trigger.staticData).toEqual({});
	},
);

describe('a poll', () => {
	it('returns null with a warning when the rate limit is used up', async () => {
		const rateLimit = { ...RATE_LIMIT, limit: 2, windowMs: 60_000 };
		const trigger = await started({ event: 'linkCreated' }, { rateLimit });
		await trigger.poll();
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		seedMany(trigger.service, 'links', 2);
		const { value, logs } = await collectLogs(async () => await trigger.poll({ budgetMs: 300 }));
		expect(value).toBeUndefined();
		expect(logs).toContainEqual(warning('rate limit'));
		expect(JSON.stringify(trigger.staticData)).toBe(before);
	});

	it('gets its turn where many triggers share a small limit', async () => {
		// n8n polls once a minute for five at most; all is shorter here, since a wait is watched all the time.
		const windowMs = 6_000;
		const budgetMs = 5 * windowMs;
		const service = await serviceWith({ rateLimit: { ...RATE_LIMIT, limit: 6, windowMs } });
		seedMany(service, 'links', 230);
		const triggers = Array.from({ length: 8 }, () => ({
			trigger: new Trigger(service, { event: 'linkCreated' }),
			found: [] as number[],
		}));
		const created: number[] = [];
		const underWay: Array<Promise<void>> = [];
		const isBehind = ({ found }: { found: number[] }) => found.length < created.length;
		// All of them at the same second.
		for (let time = 0; time < 20 && (time < 6 || triggers.some(isBehind)); time += 1) {
			for (const one of triggers) {
				const poll = async () => {
					one.found.push(...idsOf(await one.trigger.poll({ budgetMs })));
				};
				underWay.push(poll());
			}
			await sleep(windowMs);
			if (time === 4) created.push(...seedMany(service, 'links', 2));
		}
		await Promise.all(underWay);
		for (const { found } of atLeastOne(triggers)) expect(found).toEqual(created);
	});

	it('emits what it has when the rate limit ends it half way, and goes on there', async () => {
		const trigger = await started({ event: 'linkCreated' });
		const { service } = trigger;
		seedMany(service, 'links', 200);
		await trigger.poll();
		const ids = seedMany(service, 'links', 500);
		service.set({ rateLimit: { ...RATE_LIMIT, windowMs: 1_000, limit: 3 } });
		const found: number[] = [];
		let polls = 0;
		for (; found.length < ids.length && polls < 60; polls += 1) {
			const records = idsOf(await trigger.poll({ budgetMs: 300 }));
			expect(records).toEqual(records.toSorted((one, other) => one - other));
			found.push(...records);
			if (polls === 1) {
				ids.push(...seedMany(service, 'links', 20));
				trigger.restart();
			}
			await sleep(200);
		}
		expect(polls).toBeGreaterThan(2);
		expect(found.toSorted((one, other) => one - other)).toEqual(ids);
		service.set({ rateLimit: null });
		for (let more = 0; more < 3; more += 1) expect(await trigger.poll()).toBeUndefined();
		expect(JSON.stringify(trigger.staticData).length).toBeLessThan(1_000);
	});

	it('returns null while another one is under way', async () => {
		const trigger = await started({ event: 'linkCreated' }, { latencyMs: 150 });
		await trigger.poll();
		const ids = seedMany(trigger.service, 'links', 2);
		const [one, other] = await Promise.all([trigger.poll(), trigger.poll()]);
		expect([idsOf(one), other]).toEqual([ids, undefined]);
		expect(await trigger.poll()).toBeUndefined();
	});

	it('that fails in the middle of a burst loses nothing', async () => {
		const trigger = await started({ event: 'linkCreated' });
		seedMany(trigger.service, 'links', 200);
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		const ids = seedMany(trigger.service, 'links', 400);
		trigger.service.addFault({ match: { after: 2 }, kind: 'closeBefore' });
		// The second one is no activation that fails.
		for (let polls = 0; polls < 2; polls += 1) {
			expect((await failureOf(trigger.poll())).message).toMatch(/^The connection to/);
		}
		expect(JSON.stringify(trigger.staticData)).toBe(before);
		trigger.service.clearFaults();
		await sleep(A_WHILE_MS);
		expect(idsOf(await trigger.poll())).toEqual(ids);
	});
});

describe('what cannot be read', () => {
	it.each([
		['IDs', { event: 'linkCreated' }, { id: 'abc-21', clicks: 3 }, 'without numeric IDs'],
		['IDs', { event: 'channelItemAdded', channelId: 3 }, { title: 'Post' }, 'without numeric IDs'],
		[
			'clicks',
			{ event: 'linkClicked' },
			{ id: 21, clicks: '1.2K' },
			'without numeric IDs and clicks',
		],
		['clicks', { event: 'linkClicksReached' }, { id: 21 }, 'without numeric IDs and clicks'],
	])('fails the poll where no record has %s: %o', async (_, parameters, row, part) => {
		const { url } = await listen((response) => {
			const list = { maxpage: 1, urls: [row, row], items: [row, row] };
			const data =
				parameters.event === 'channelItemAdded' ? { maxpage: 1, items: list.items } : list;
			answerJson(response, { error: 0, data });
		});
		const credentials = { baseUrl: url, apiKey: KEY };
		const work = poll({ parameters, credentials, staticData: {}, mode: 'trigger' });
		expect((await failureOf(work)).message).toContain(part);
	});
});

describe('other settings', () => {
	it('start over: another event, filter, number, choice of links, or base URL', async () => {
		const trigger = await started({ event: 'campaignCreated' });
		const { service, parameters } = trigger;
		seedMany(service, 'campaigns', 2);
		await trigger.poll();
		seedMany(service, 'channels', 5);
		parameters.event = 'channelCreated';
		expect(await trigger.poll()).toBeUndefined();
		const channels = seedMany(service, 'channels', 1);
		expect(idsOf(await trigger.poll())).toEqual(channels);
		parameters.event = 'linkCreated';
		await trigger.poll();
		seedMany(service, 'links', 2, { title: 'x' });
		parameters.filters = { keyword: 'x' };
		expect(await trigger.poll()).toBeUndefined();
		parameters.event = 'linkClicksReached';
		parameters.clicks = 100;
		await trigger.poll();
		service.seed('links', [{ clicks: 60, title: 'x' }]);
		parameters.clicks = 50;
		expect(await trigger.poll()).toBeUndefined();
		expect(await trigger.poll()).toBeUndefined();
		parameters.event = 'linkClicked';
		parameters.linksToWatch = 'chosen';
		for (const link of [1, 2]) {
			service.click(1, 1);
			parameters.links = { link: [{ linkId: link }, { linkId: 1 }] };
			expect(await trigger.poll()).toBeUndefined();
		}
		parameters.event = 'linkCreated';
		await trigger.poll();
		const other = await serviceWith();
		seedMany(other, 'links', 40, { title: 'x' });
		const credentials = credentialsOf(other);
		expect(await trigger.poll({ credentials })).toBeUndefined();
		const ids = seedMany(other, 'links', 1, { title: 'x' });
		expect(idsOf(await trigger.poll({ credentials }))).toEqual(ids);
	});

	it('go on with another key of the account, and keep neither', async () => {
		const renewed = `${KEY}-renewed`;
		const accounts = [{ id: 1, email: 'one@example.com', apiKeys: [KEY, renewed] }];
		const trigger = await started({ event: 'linkCreated' }, { accounts });
		await trigger.poll();
		const ids = seedMany(trigger.service, 'links', 3);
		const credentials = credentialsOf(trigger.service, { apiKey: renewed });
		expect(idsOf(await trigger.poll({ credentials }))).toEqual(ids);
		expect(await trigger.requestsOf(async () => await trigger.poll({ credentials }))).toHaveLength(
			1,
		);
		expect(JSON.stringify(trigger.staticData)).not.toContain(KEY);
	});
});
