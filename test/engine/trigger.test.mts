import { sleep, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	RATE_LIMIT,
	type SeedKind,
	type SeedRow,
	type Service,
	type ServiceOptions,
} from '../service/index.mts';
import { collectLogs, poll, type PollOptions } from './harness/index.mts';
import { listen } from './support/listener.mts';
import { textWith } from './support/matchers.mts';
import { credentialsOf, KEY, requestLines, serviceWith } from './support/service.mts';

/** One trigger node of an active workflow. */
class Trigger {
	staticData: IDataObject = {};

	constructor(
		readonly service: Service,
		readonly parameters: INodeParameters,
		private readonly change: Partial<PollOptions> = {},
	) {}

	/** Polls as n8n's schedule does; the records that came out, undefined for null. */
	async poll(change: Partial<PollOptions> = {}): Promise<IDataObject[] | undefined> {
		const output = await poll({
			parameters: this.parameters,
			credentials: credentialsOf(this.service),
			staticData: this.staticData,
			mode: 'trigger',
			...this.change,
			...change,
		});
		expect(output).not.toEqual([[]]);
		return output?.[0]?.map(({ json }) => json);
	}

	/** n8n is started again: static data as it was saved, and a process that knows nothing. */
	restart(): void {
		this.staticData = JSON.parse(JSON.stringify(this.staticData)) as IDataObject;
	}

	/** What one poll asks the service. */
	async requestsOf(work: () => Promise<unknown>): Promise<string[]> {
		this.service.clearRequests();
		await work();
		return requestLines(this.service);
	}
}

async function started(
	parameters: INodeParameters,
	options: Partial<ServiceOptions> = {},
): Promise<Trigger> {
	const service = await serviceWith(options);
	return new Trigger(service, parameters);
}

function seedMany(service: Service, kind: SeedKind, count: number, row: SeedRow = {}): number[] {
	return service.seed(
		kind,
		Array.from({ length: count }, () => row),
	);
}

function idsOf(records: IDataObject[] | undefined): number[] {
	return (records ?? []).map(({ id }) => Number(id));
}

async function errorOf(work: Promise<unknown>): Promise<{ message: string; description?: string }> {
	try {
		await work;
	} catch (error) {
		return error as { message: string; description?: string };
	}
	throw new Error('It did not fail');
}

/** An account in which there is nothing at all. */
const EMPTY_ACCOUNT = { id: 7, email: 'a@b.c', apiKeys: [KEY], isEmpty: true };

interface NewRecordEvent {
	event: string;
	kind: SeedKind;
	path: string;
	product?: 'links';
}

const newRecordEvents: NewRecordEvent[] = [
	{ event: 'linkCreated', kind: 'links', path: '/api/urls' },
	{ event: 'pixelCreated', kind: 'pixels', path: '/api/v1/pixels' },
	{ event: 'pixelCreated', kind: 'pixels', path: '/api/pixels', product: 'links' },
	{ event: 'campaignCreated', kind: 'campaigns', path: '/api/campaigns' },
	{ event: 'channelCreated', kind: 'channels', path: '/api/channels' },
	{ event: 'domainCreated', kind: 'domains', path: '/api/domains' },
	{ event: 'ctaOverlayCreated', kind: 'overlays', path: '/api/overlay' },
	{ event: 'qrCodeCreated', kind: 'qrs', path: '/api/qr' },
	{ event: 'splashPageCreated', kind: 'splash', path: '/api/splash' },
];

describe.each(newRecordEvents)('$event, $path', ({ event, kind, path, product }) => {
	const startedHere = async (parameters: INodeParameters, options: Partial<ServiceOptions> = {}) =>
		await started(parameters, { ...options, ...(product && { product }) });

	it.each([
		['newest first', {}],
		['oldest first', { variations: { ascendingLists: true } }],
		['pages of 15 whatever is asked', { honoursLimit: false }],
		['numbers as texts', { variations: { numbersAsStrings: true, errorValue: 'number' } }],
	] as Array<[string, Partial<ServiceOptions>]>)('emits new ones once: %s', async (_, options) => {
		const trigger = await startedHere({ event }, options);
		seedMany(trigger.service, kind, 230);
		expect(await trigger.poll()).toBeUndefined();
		expect(await trigger.poll()).toBeUndefined();
		const one = seedMany(trigger.service, kind, 1);
		expect(idsOf(await trigger.poll())).toEqual(one);
		const many = seedMany(trigger.service, kind, 130);
		trigger.restart();
		expect(idsOf(await trigger.poll())).toEqual(many);
		expect(await trigger.poll()).toBeUndefined();
		const few = seedMany(trigger.service, kind, 3);
		expect(idsOf(await trigger.poll())).toEqual(few);
		expect(JSON.stringify(trigger.staticData)).not.toContain(KEY);
	});

	it.each([false, true])(
		'costs one request when nothing is new, oldest first: %s',
		async (rising) => {
			const trigger = await startedHere({ event }, { variations: { ascendingLists: rising } });
			const start = Date.UTC(2026, 0, 1);
			const hasDate = ['links', 'overlays', 'pixels', 'qrs', 'splash'].includes(kind);
			trigger.service.seed(
				kind,
				Array.from({ length: 230 }, (_, index) => {
					const date = new Date(start + index * 1000).toISOString().slice(0, 19);
					if (!hasDate) return {};
					return { [kind === 'pixels' ? 'created_at' : 'date']: date.replace('T', ' ') };
				}),
			);
			await trigger.poll();
			const before = JSON.stringify(trigger.staticData);
			Object.freeze(trigger.staticData);
			const requests = await trigger.requestsOf(async () => await trigger.poll());
			expect(requests).toHaveLength(1);
			expect(requests[0]).toContain(`GET ${path}?`);
			expect(JSON.stringify(trigger.staticData)).toBe(before);
		},
	);

	it('starts on an empty list', async () => {
		const trigger = await startedHere({ event }, { accounts: [EMPTY_ACCOUNT] });
		expect(await trigger.poll()).toBeUndefined();
		const ids = seedMany(trigger.service, kind, 2, { account: 7 });
		expect(idsOf(await trigger.poll())).toEqual(ids);
		expect(await trigger.poll()).toBeUndefined();
	});

	it('shows the newest record in a test and leaves the cursor alone', async () => {
		const trigger = await startedHere({ event });
		const ids = seedMany(trigger.service, kind, 120);
		const sample = await trigger.poll({ mode: 'manual' });
		expect(idsOf(sample)).toEqual(ids.slice(-1));
		expect(trigger.staticData).toEqual({});
	});

	it('says so in a test where there is nothing', async () => {
		const trigger = await startedHere({ event }, { accounts: [EMPTY_ACCOUNT] });
		const { message, description } = await errorOf(trigger.poll({ mode: 'manual' }));
		expect(message).toMatch(/^There is no [\w ]+ in the account yet/);
		expect(description).toContain('test again');
	});
});

describe('100,000 links', () => {
	it(
		'costs one request per idle poll, a small state, and every one of 5,000 new links once',
		{ timeout: 120_000 },
		async () => {
			const trigger = await started({ event: 'linkCreated' });
			const start = Date.UTC(2026, 0, 1);
			trigger.service.seed(
				'links',
				Array.from({ length: 100_000 }, (_, index) => ({
					date: new Date(start + index * 1000).toISOString().slice(0, 19).replace('T', ' '),
				})),
			);
			const baseline = await trigger.requestsOf(async () => await trigger.poll());
			const idle = await trigger.requestsOf(async () => await trigger.poll());
			console.log(`100,000 links: baseline ${baseline.length} requests, idle ${idle.length}`);
			console.log(`State: ${JSON.stringify(trigger.staticData).length} bytes`, trigger.staticData);
			expect(idle).toHaveLength(1);
			expect(JSON.stringify(trigger.staticData).length).toBeLessThan(1_000);
			const ids = seedMany(trigger.service, 'links', 5_000);
			let found: number[] = [];
			const requests = await trigger.requestsOf(async () => {
				found = idsOf(await trigger.poll());
			});
			console.log(
				`5,000 new: ${requests.length} requests, state ${JSON.stringify(trigger.staticData).length} bytes`,
			);
			expect(found).toEqual(ids);
			// Looked through once more, for what may have moved from page to page.
			expect(await trigger.requestsOf(async () => await trigger.poll())).toHaveLength(51);
			expect(await trigger.requestsOf(async () => await trigger.poll())).toHaveLength(1);
		},
	);

	it('are all read while their date is one, until new ones prove an order', async () => {
		const trigger = await started({ event: 'linkCreated' });
		seedMany(trigger.service, 'links', 2_050, { date: '2026-01-01 00:00:00' });
		await trigger.poll();
		expect(await trigger.requestsOf(async () => await trigger.poll())).toHaveLength(22);
		const ids = seedMany(trigger.service, 'links', 20);
		expect(idsOf(await trigger.poll())).toEqual(ids);
		await trigger.poll();
		expect(await trigger.requestsOf(async () => await trigger.poll())).toHaveLength(1);
	});

	it('continues a burst beyond the budget in the next polls', { timeout: 120_000 }, async () => {
		const trigger = await started({ event: 'linkCreated' }, { latencyMs: 15 });
		seedMany(trigger.service, 'links', 300);
		await trigger.poll();
		const ids = seedMany(trigger.service, 'links', 3_000);
		const found: number[] = [];
		let polls = 0;
		for (; found.length < ids.length && polls < 40; polls += 1) {
			const records = idsOf(await trigger.poll({ budgetMs: 250 }));
			expect(records).toEqual([...records].sort((one, other) => one - other));
			found.push(...records);
			if (polls === 1) {
				console.log(
					`With a backlog: ${JSON.stringify(trigger.staticData).length} bytes`,
					trigger.staticData.cursor,
				);
				ids.push(...seedMany(trigger.service, 'links', 20));
				trigger.restart();
			}
		}
		console.log(`3,020 links at 250 ms per poll: ${polls} polls`);
		expect(polls).toBeGreaterThan(2);
		expect([...found].sort((one, other) => one - other)).toEqual(ids);
		expect(await trigger.poll()).toBeUndefined();
	});
});

describe('the keyword filter', () => {
	it('is matched here, in upper or lower case, and moves the cursor over what does not match', async () => {
		const trigger = await started({ event: 'linkCreated', filters: { keyword: ' Summer ' } });
		await trigger.poll();
		const [, byTitle, byUrl] = trigger.service.seed('links', [
			{ title: 'winter' },
			{ title: 'SUMMER sale' },
			{ url: 'https://example.com/summer' },
		]);
		const requests = await trigger.requestsOf(async () => {
			expect(idsOf(await trigger.poll())).toEqual([byTitle, byUrl]);
		});
		expect(requests.join()).not.toContain('q=');
		expect(await trigger.poll()).toBeUndefined();
	});

	it('says so in a test where no link matches', async () => {
		const trigger = await started({ event: 'linkCreated', filters: { keyword: 'summer' } });
		seedMany(trigger.service, 'links', 3);
		const { message } = await errorOf(trigger.poll({ mode: 'manual' }));
		expect(message).toBe('None of the newest links contains "summer"');
	});
});

describe('a list that becomes shorter while it is read', () => {
	it('is logged at once and fails the third poll that finds nothing new', async () => {
		// In no order, so that all pages are read; the second one may be empty and count a single one.
		const ids = Array.from({ length: 250 }, (_, index) => (index * 101) % 251);
		ids[0] = 300;
		let shrinks = false;
		const { url } = await listen((response) => {
			const { pathname, searchParams } = new URL(response.req.url ?? '', 'http://service');
			const page = Number(searchParams.get('page'));
			const isGone = shrinks && page === 2;
			const rows = isGone ? [] : ids.slice((page - 1) * 100, page * 100);
			const urls = rows.map((id) => ({ id, title: 'winter' }));
			const lists = { maxpage: isGone ? 1 : 3, perpage: 100, urls };
			const data = pathname === '/api/account' ? { id: 1 } : lists;
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ error: 0, data }));
		});
		const durable = { activationMode: 'update', budgetMs: 4_000 } as const;
		const parameters = { event: 'linkCreated', filters: { keyword: 'summer' } };
		const credentials = { baseUrl: url, apiKey: KEY };
		const staticData: IDataObject = {};
		const pollOnce = async () =>
			await collectLogs(
				async () =>
					await poll({ parameters, credentials, staticData, mode: 'trigger', ...durable }),
			);
		const warned: unknown = expect.objectContaining({
			level: 'warn',
			message: textWith('became shorter'),
		});

		expect((await pollOnce()).logs).not.toContainEqual(warned);
		shrinks = true;
		expect((await pollOnce()).logs).toContainEqual(warned);
		expect((await pollOnce()).logs).toContainEqual(warned);
		// The keyword filter drops what is found, but it is found.
		ids.unshift(301);
		expect(await pollOnce()).toMatchObject({ value: null, logs: [warned] });
		const { message, description } = await errorOf(pollOnce());
		expect(message).toContain('could not be read to its end');
		expect(description).toContain('became shorter');
	});
});

describe('channelItemAdded', () => {
	it('emits what is put in, old or new, once', async () => {
		const service = await serviceWith();
		const [channel = 0] = service.seed('channels', [{ name: 'To post' }]);
		const links = seedMany(service, 'links', 150);
		const [bio = 0] = seedMany(service, 'bios', 1);
		const put = (type: string, items: number[]) =>
			service.seed(
				'channelItems',
				items.map((item) => ({ channel, type, item })),
			);
		put('links', links.slice(10));
		const trigger = new Trigger(service, { event: 'channelItemAdded', channelId: channel });
		expect(await trigger.poll()).toBeUndefined();
		const idle = await trigger.requestsOf(async () => await trigger.poll());
		console.log(`channelItemAdded, 140 items: ${idle.length} requests per idle poll`);
		expect(idle).toHaveLength(2);
		put('links', [links[3] ?? 0]);
		put('bio', [bio]);
		const found = await trigger.poll();
		expect(found?.map(({ type, id }) => [type, id])).toEqual([
			['links', links[3]],
			['bio', bio],
		]);
		expect(await trigger.poll()).toBeUndefined();
		expect(idsOf(await trigger.poll({ mode: 'manual' }))).toHaveLength(1);
	});

	it('names the field where no channel is chosen, and the channel that is empty', async () => {
		const trigger = await started({ event: 'channelItemAdded' });
		const { message } = await errorOf(trigger.poll());
		// As the toast of a failed activation shows it: the message alone.
		expect(message).toMatch(/^Trigger: Channel is empty\. Enter a value such as /);
		const [channel = 0] = trigger.service.seed('channels', [{ name: 'Empty' }]);
		const empty = new Trigger(trigger.service, { event: 'channelItemAdded', channelId: channel });
		expect((await errorOf(empty.poll({ mode: 'manual' }))).message).toContain(
			'The channel is empty',
		);
	});
});

describe('linkClicksReached', () => {
	it('emits a link the first time it reaches the number', async () => {
		const trigger = await started({ event: 'linkClicksReached', clicks: 100 });
		const { service } = trigger;
		const [popular = 0, near = 0, new1 = 0] = service.seed('links', [
			{ clicks: 500 },
			{ clicks: 99 },
			{ clicks: 0 },
		]);
		seedMany(service, 'links', 150);
		expect(await trigger.poll()).toBeUndefined();
		expect(await trigger.requestsOf(async () => await trigger.poll())).toEqual([
			'GET /api/urls?order=click&limit=100&page=1',
		]);
		service.click(popular, 10);
		service.click(near, 1);
		expect(await trigger.poll()).toMatchObject([{ id: near, clicks: 100 }]);
		service.click(near, 50);
		expect(await trigger.poll()).toBeUndefined();
		service.click(new1, 300);
		trigger.restart();
		expect(idsOf(await trigger.poll())).toEqual([new1]);
		expect(idsOf(await trigger.poll({ mode: 'manual' }))).toHaveLength(1);
	});

	it('starts afresh with another number', async () => {
		const trigger = await started({ event: 'linkClicksReached', clicks: 100 });
		const { service } = trigger;
		service.seed('links', [{ clicks: 60 }, { clicks: 0 }]);
		await trigger.poll();
		trigger.parameters.clicks = 50;
		expect(await trigger.poll()).toBeUndefined();
		expect(await trigger.poll()).toBeUndefined();
	});

	it('emits what was read when the service falls silent at the end of a poll', async () => {
		const trigger = await started({ event: 'linkClicksReached', clicks: 5 });
		// An empty list counts from the second poll on.
		for (let polls = 0; polls < 2; polls += 1) await trigger.poll();
		seedMany(trigger.service, 'links', 150, { clicks: 9 });
		trigger.service.addFault({ match: { nth: 2 }, kind: 'silence' });
		expect(await trigger.poll({ budgetMs: 1_000 })).toHaveLength(100);
		trigger.service.clearFaults();
		expect(await trigger.poll()).toHaveLength(50);
	});

	it('wants a number, and a link that has reached it for a test', async () => {
		const trigger = await started({ event: 'linkClicksReached', clicks: 0 });
		expect((await errorOf(trigger.poll())).message).toContain('Clicks "0" is not a whole number');
		trigger.parameters.clicks = 1000;
		const { message } = await errorOf(trigger.poll({ mode: 'manual' }));
		expect(message).toContain('No link has reached 1,000 clicks yet');
	});
});

describe('linkClicked', () => {
	const chosen = (...links: unknown[]): INodeParameters =>
		({
			event: 'linkClicked',
			linksToWatch: 'chosen',
			links: { link: links.map((linkId) => ({ linkId })) },
		}) as INodeParameters;

	it('tells how the clicks of chosen links grew, by id or short URL', async () => {
		const service = await serviceWith();
		const [first = 0, second = 0] = service.seed('links', [
			{ clicks: 5 },
			{ alias: 'two', clicks: 1 },
		]);
		const short = service.links()[1]?.shorturl ?? '';
		const trigger = new Trigger(
			service,
			chosen(
				{ __rl: true, mode: 'list', value: first },
				{ __rl: true, mode: 'shortUrl', value: short },
			),
		);
		expect(await trigger.poll()).toBeUndefined();
		expect(await trigger.requestsOf(async () => await trigger.poll())).toHaveLength(2);
		service.click(first, 3);
		expect(await trigger.poll()).toMatchObject([
			{ id: first, clicks: 8, clicksBefore: 5, newClicks: 3, newClicksIsMinimum: false },
		]);
		expect(await trigger.poll()).toBeUndefined();
		service.click(second, 2);
		expect(await trigger.poll()).toMatchObject([{ id: second, newClicks: 2 }]);
		expect(await trigger.poll({ mode: 'manual' })).toMatchObject([{ id: first, newClicks: 8 }]);
	});

	it('ignores a row of Links that was added and left empty', async () => {
		const service = await serviceWith();
		const [one = 0] = seedMany(service, 'links', 1);
		// The editor stores the bare default of the field, without `__rl`.
		const empty = { mode: 'list', value: '' };
		const trigger = new Trigger(
			service,
			chosen(empty, { __rl: true, mode: 'id', value: one }, { __rl: true, ...empty }),
		);
		await trigger.poll();
		service.click(one, 3);
		expect(await trigger.poll()).toMatchObject([{ id: one, newClicks: 3 }]);
		const none = new Trigger(service, chosen(empty));
		expect((await errorOf(none.poll())).message).toMatch(/^Trigger: Links is empty\. /);
	});

	it('names the link that does not exist, and more than 20', async () => {
		const trigger = await started(chosen({ __rl: true, mode: 'id', value: '77' }));
		expect((await errorOf(trigger.poll())).message).toContain('Link 77: ');
		const many = Array.from({ length: 21 }, (_, index) => ({
			__rl: true,
			mode: 'id',
			value: index + 1,
		}));
		const other = new Trigger(trigger.service, chosen(...many));
		expect(await errorOf(other.poll())).toMatchObject({
			message: textWith('Links has 21 links, but no more than 20 can be watched one by one. '),
			description:
				'Remove some, or set Links to Watch to Most Clicked Links, which takes up to 500.',
		});
		const none = new Trigger(trigger.service, chosen());
		expect((await errorOf(none.poll())).message).toMatch(/^Trigger: Links is empty\. /);
	});

	const byId = (value: number) => ({ __rl: true, mode: 'id', value });
	const byUrl = (value: string) => ({ __rl: true, mode: 'shortUrl', value });

	it('passes over a link that is gone, with a warning, and goes on with the others', async () => {
		const service = await serviceWith();
		const [gone = 0, other = 0] = service.seed('links', [{}, {}, { alias: 'three' }]);
		const short = `${service.url}/three`;
		const trigger = new Trigger(service, chosen(byId(gone), byUrl(short), byId(other)));
		await trigger.poll();
		service.deleteLinks([gone, other + 1]);
		service.click(other, 9);
		trigger.restart();
		const { value, logs } = await collectLogs(
			async () => await trigger.poll({ activationMode: 'init' }),
		);
		expect(value).toMatchObject([{ id: other, newClicks: 9 }]);
		for (const link of [gone, short]) {
			expect(logs).toContainEqual(
				expect.objectContaining({
					level: 'warn',
					message: textWith(`Link ${link} does not exist any more`),
				}),
			);
		}
		expect(JSON.stringify(trigger.staticData)).toContain(`"${gone}":0`);
		service.click(other, 1);
		expect(await trigger.poll()).toMatchObject([{ id: other, newClicks: 1 }]);
	});

	it('fails where no chosen link is left, where one never was, and for any other reason', async () => {
		const service = await serviceWith();
		const [one = 0, two = 0] = seedMany(service, 'links', 2);
		const trigger = new Trigger(service, chosen(byId(one), byId(two)));
		await trigger.poll();
		service.addFault({
			match: {},
			kind: 'failureOn200',
			message: 'You do not have this permission.',
		});
		expect((await errorOf(trigger.poll())).message).toContain('permission');
		service.clearFaults();
		trigger.parameters.links = chosen(byId(one), byId(two), byId(77)).links ?? {};
		expect((await errorOf(trigger.poll())).message).toContain('Link 77: ');
		trigger.parameters.links = chosen(byId(one), byId(two)).links ?? {};
		service.deleteLinks([one, two]);
		expect((await errorOf(trigger.poll())).message).toContain('does not exist');
	});

	it('keeps the clicks of links that stay when the choice changes', async () => {
		const service = await serviceWith();
		const [one = 0, two = 0, three = 0] = service.seed('links', [{}, {}, { alias: 'three' }]);
		const trigger = new Trigger(service, chosen(byId(one), byId(two)));
		await trigger.poll();
		for (const link of [one, two, three]) service.click(link, 5);
		const short = `${service.url}/three`;
		trigger.parameters.links = chosen(byUrl(short), byId(two)).links ?? {};
		expect(await trigger.poll()).toMatchObject([{ id: two, newClicks: 5 }]);
		expect(JSON.stringify(trigger.staticData.cursor)).not.toContain(`"${one}":`);
		service.click(three, 2);
		trigger.parameters.links = chosen(byId(two), byId(three), byId(one)).links ?? {};
		expect(await trigger.poll()).toMatchObject([{ id: three, newClicks: 2 }]);
		trigger.parameters.linksToWatch = 'mostClicked';
		service.click(one, 1);
		expect(await trigger.poll()).toBeUndefined();
	});

	it('tells how the clicks of the most clicked links grew', async () => {
		const trigger = await started({
			event: 'linkClicked',
			linksToWatch: 'mostClicked',
			numberOfLinks: 150,
		});
		const { service } = trigger;
		const ids = service.seed(
			'links',
			Array.from({ length: 300 }, (_, index) => ({ clicks: 1000 - index })),
		);
		expect(await trigger.poll()).toBeUndefined();
		expect(await trigger.requestsOf(async () => await trigger.poll())).toHaveLength(2);
		console.log(`150 most clicked: ${JSON.stringify(trigger.staticData).length} bytes`);
		service.click(ids[10] ?? 0, 7);
		service.click(ids[200] ?? 0, 400);
		const found = await trigger.poll();
		// The link from below had at most as many clicks as the last one listed: 851.
		expect(found).toMatchObject([
			{ id: ids[200], clicks: 1200, clicksBefore: 851, newClicks: 349, newClicksIsMinimum: true },
			{ id: ids[10], clicks: 997, clicksBefore: 990, newClicks: 7, newClicksIsMinimum: false },
		]);
		expect(await trigger.poll()).toBeUndefined();
	});
});

/** A service that was away is asked again within this time; n8n polls once a minute at most. */
const A_WHILE_MS = 10_000;

describe('an activation', () => {
	it.each(['rateLimited429', 'status500', 'closeBefore', 'empty', 'status502Html'] as const)(
		'survives %s in its first poll, and a failure later is one',
		async (kind) => {
			// As n8n's durable scheduler polls: a context of its own for every poll, and its own budget.
			const service = await serviceWith();
			const durable = { activationMode: 'update', budgetMs: 4_000 } as const;
			const trigger = new Trigger(service, { event: 'linkCreated' }, durable);
			seedMany(trigger.service, 'links', 3);
			trigger.service.addFault({ match: {}, kind, retryAfter: 60 });
			const { value, logs } = await collectLogs(async () => await trigger.poll());
			expect(value).toBeUndefined();
			expect(logs).toContainEqual(
				expect.objectContaining({ level: 'warn', message: textWith('Nothing is lost') }),
			);
			expect(trigger.staticData).toEqual({});
			if (kind === 'rateLimited429') {
				expect(await trigger.poll({ budgetMs: 500 })).toBeUndefined();
				return;
			}
			await sleep(A_WHILE_MS);
			const { message } = await errorOf(trigger.poll());
			expect(message).not.toContain(KEY);
			trigger.service.clearFaults();
			await sleep(A_WHILE_MS);
			expect(await trigger.poll()).toBeUndefined();
			const fresh = seedMany(trigger.service, 'links', 1);
			expect(idsOf(await trigger.poll())).toEqual(fresh);
		},
	);

	it.each(['activate', 'update'] as const)(
		'again before the second poll, in mode %s, is one as well',
		async (activationMode) => {
			const trigger = await started({ event: 'linkCreated' });
			await trigger.poll({ activationMode: 'activate' });
			trigger.service.addFault({ match: {}, kind: 'status500' });
			const { value, logs } = await collectLogs(async () => await trigger.poll({ activationMode }));
			expect(value).toBeUndefined();
			expect(logs).toContainEqual(
				expect.objectContaining({ level: 'warn', message: textWith('Nothing is lost') }),
			);
		},
	);

	it('keeps the cursor at a restart that fails', async () => {
		const trigger = await started({ event: 'linkCreated' });
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		trigger.restart();
		const ids = seedMany(trigger.service, 'links', 4);
		trigger.service.addFault({ match: {}, kind: 'status500' });
		expect(await trigger.poll({ activationMode: 'init' })).toBeUndefined();
		expect(JSON.stringify(trigger.staticData)).toBe(before);
		trigger.service.clearFaults();
		await sleep(A_WHILE_MS);
		expect(idsOf(await trigger.poll({ activationMode: 'init' }))).toEqual(ids);
	});

	it('survives a host that cannot be found where it has worked before, and only there', async () => {
		const trigger = await started({ event: 'linkCreated' });
		const credentials = credentialsOf(trigger.service, { baseUrl: 'http://nowhere.invalid' });
		const { message } = await errorOf(trigger.poll({ credentials }));
		expect(message).toContain('cannot be found');
		await trigger.poll();
		trigger.restart();
		expect(await trigger.poll({ credentials })).toBeUndefined();
	});

	it('survives a web page where it has worked before, and only there', async () => {
		const trigger = await started({ event: 'linkCreated' });
		trigger.service.addFault({ match: {}, kind: 'html200' });
		expect((await errorOf(trigger.poll())).message).toContain('web page');
		trigger.service.clearFaults();
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		trigger.restart();
		trigger.service.addFault({ match: {}, kind: 'html200' });
		const { value, logs } = await collectLogs(
			async () => await trigger.poll({ activationMode: 'init' }),
		);
		expect(value).toBeUndefined();
		expect(logs).toContainEqual(
			expect.objectContaining({ level: 'warn', message: textWith('web page') }),
		);
		expect(JSON.stringify(trigger.staticData)).toBe(before);
	});

	it('survives another program where it has worked before', async () => {
		const trigger = await started({ event: 'linkCreated' });
		await trigger.poll();
		trigger.restart();
		const { url } = await listen((response) => {
			response.setHeader('content-type', 'application/json');
			response.end('{"status":"checking"}');
		});
		const credentials = credentialsOf(trigger.service, { baseUrl: url });
		expect(await trigger.poll({ credentials, activationMode: 'init' })).toBeUndefined();
	});

	it('fails for a wrong key, with what to do', async () => {
		const trigger = await started({ event: 'linkCreated' });
		const credentials = credentialsOf(trigger.service, { apiKey: 'wrong' });
		const { description } = await errorOf(trigger.poll({ credentials }));
		expect(description).toContain('API key');
	});
});

describe('a poll', () => {
	it('returns null with a warning when the rate limit is used up', async () => {
		const trigger = await started(
			{ event: 'linkCreated' },
			{
				rateLimit: {
					limit: 3,
					windowMs: 60_000,
					kind: 'fixed',
					refusal: 'body200',
					headers: true,
					resetFormat: 'unixSeconds',
					retryAfter: true,
				},
			},
		);
		await trigger.poll();
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		seedMany(trigger.service, 'links', 2);
		const { value, logs } = await collectLogs(async () => await trigger.poll({ budgetMs: 300 }));
		expect(value).toBeUndefined();
		expect(logs).toContainEqual(
			expect.objectContaining({ level: 'warn', message: textWith('rate limit') }),
		);
		expect(JSON.stringify(trigger.staticData)).toBe(before);
	});

	it(
		'gets its turn where 40 triggers share 30 requests a minute and n8n saves only what emits',
		{ timeout: 120_000 },
		async () => {
			const service = await serviceWith({ rateLimit: { ...RATE_LIMIT, limit: 30 } });
			// Two requests for each first poll.
			seedMany(service, 'links', 230);
			const triggers = Array.from({ length: 40 }, () => {
				const trigger = new Trigger(service, { event: 'linkCreated' });
				return { trigger, inDatabase: '{}', found: new Set<number>() };
			});
			const created: number[] = [];
			const isBehind = ({ found }: { found: Set<number> }) => found.size < created.length;
			for (let minute = 0; minute < 30 && (minute < 10 || triggers.some(isBehind)); minute += 1) {
				const polls = triggers.map(async (one, at) => {
					await sleep(at * 1_500);
					// n8n's durable scheduler loads what is saved for each poll.
					const { staticData } = one.trigger;
					for (const name of Object.keys(staticData)) Reflect.deleteProperty(staticData, name);
					Object.assign(staticData, JSON.parse(one.inDatabase));
					const durable = { activationMode: 'update', budgetMs: 36_000 } as const;
					const ids = idsOf(await one.trigger.poll(durable));
					if (ids.length > 0) one.inDatabase = JSON.stringify(staticData);
					for (const id of ids) expect(one.found.has(id)).toBe(false);
					for (const id of ids) one.found.add(id);
				});
				await Promise.all([...polls, sleep(60_000)]);
				if (minute === 8) created.push(...seedMany(service, 'links', 2));
			}
			for (const { found } of triggers) expect([...found].sort()).toEqual(created);
		},
	);

	it('emits what it has when the rate limit ends it half way, and goes on there', async () => {
		const limit = {
			...RATE_LIMIT,
			windowMs: 1_000,
		} as const;
		const trigger = await started({ event: 'linkCreated' });
		seedMany(trigger.service, 'links', 200);
		await trigger.poll();
		const ids = seedMany(trigger.service, 'links', 500);
		trigger.service.set({ rateLimit: { ...limit, limit: 3 } });
		const found: number[] = [];
		for (let polls = 0; found.length < 500 && polls < 60; polls += 1) {
			found.push(...idsOf(await trigger.poll({ budgetMs: 300 })));
			await new Promise((resolve) => setTimeout(resolve, 200));
		}
		expect([...found].sort((one, other) => one - other)).toEqual(ids);
	});

	it('returns null while another one is under way', async () => {
		const trigger = await started({ event: 'linkCreated' }, { latencyMs: 150 });
		await trigger.poll();
		const ids = seedMany(trigger.service, 'links', 2);
		const [one, other] = await Promise.all([trigger.poll(), trigger.poll()]);
		expect([idsOf(one), other]).toEqual([ids, undefined]);
		expect(await trigger.poll()).toBeUndefined();
	});

	it('keeps the cursor when it fails half way', async () => {
		const trigger = await started({ event: 'linkCreated' });
		seedMany(trigger.service, 'links', 200);
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		const ids = seedMany(trigger.service, 'links', 400);
		trigger.service.addFault({ match: { nth: 3 }, kind: 'failureOn200', message: 'Out of order.' });
		expect((await errorOf(trigger.poll())).message).toMatch(/^Trigger: Out of order\. /);
		expect(JSON.stringify(trigger.staticData)).toBe(before);
		expect(idsOf(await trigger.poll())).toEqual(ids);
	});

	it('starts afresh with another event or filter', async () => {
		const trigger = await started({ event: 'linkCreated' });
		seedMany(trigger.service, 'links', 2);
		await trigger.poll();
		seedMany(trigger.service, 'campaigns', 2);
		trigger.parameters.event = 'campaignCreated';
		expect(await trigger.poll()).toBeUndefined();
		expect(idsOf(await (seedMany(trigger.service, 'campaigns', 1), trigger.poll()))).toHaveLength(
			1,
		);
		trigger.parameters.event = 'linkCreated';
		trigger.parameters.filters = { keyword: 'x' };
		expect(await trigger.poll()).toBeUndefined();
	});
});

describe('what cannot be read', () => {
	it.each<[string, (saved: IDataObject) => IDataObject]>([
		[
			'a part of the cursor',
			({ cursor }) => ({ cursor: { ...(cursor as IDataObject), seenIds: 5 } }),
		],
		['the cursor', () => ({ cursor: 'x' })],
		['the settings', () => ({ configKey: 5 })],
	])('starts afresh in saved data, and says so once: %s', async (_, damage) => {
		const trigger = await started({ event: 'linkCreated' });
		seedMany(trigger.service, 'links', 3);
		await trigger.poll();
		trigger.restart();
		Object.assign(trigger.staticData, damage(trigger.staticData));
		const { value, logs } = await collectLogs(async () => await trigger.poll());
		expect(value).toBeUndefined();
		expect(logs).toContainEqual(
			expect.objectContaining({ level: 'warn', message: textWith('cannot be read') }),
		);
		const ids = seedMany(trigger.service, 'links', 1);
		const next = await collectLogs(async () => await trigger.poll());
		expect([idsOf(next.value), next.logs]).toEqual([ids, []]);
	});

	it.each([
		['an ID once', { event: 'linkCreated' }, '/sale ("abc-21")', [1, 0]],
		['clicks in every poll', { event: 'linkClicked' }, '/sale ("1.2K")', [1, 1]],
	])('is named in the log: %s', async (_, parameters, name, expected) => {
		const id = parameters.event === 'linkCreated' ? 'abc-21' : 21;
		const urls = [
			{ id, shorturl: 'https://sho.rt/sale', clicks: '1.2K' },
			{ id: 20, shorturl: 'https://sho.rt/other', clicks: '1,234' },
		];
		const { url } = await listen((response) => {
			const isAccount = response.req.url === '/api/account';
			response.setHeader('content-type', 'application/json');
			response.end(
				JSON.stringify({ error: 0, data: isAccount ? { id: 1 } : { maxpage: 1, urls } }),
			);
		});
		const staticData: IDataObject = {};
		const credentials = { baseUrl: url, apiKey: KEY };
		const pollOnce = async () =>
			await collectLogs(
				async () => await poll({ parameters, credentials, staticData, mode: 'trigger' }),
			);
		for (const times of expected) {
			const { logs } = await pollOnce();
			expect(logs.filter(({ message }) => message.includes(name))).toHaveLength(times);
		}
	});
});

describe('a changed key', () => {
	const accounts = [
		{
			id: 1,
			email: 'one@example.com',
			// A copy of the service has it from the original.
			registered: '2025-01-01 00:00:00',
			apiKeys: [KEY, `${KEY}-renewed`],
		},
		{ id: 2, email: 'two@example.com', apiKeys: [`${KEY}-other`] },
	];

	it('of the same account goes on, after one look at the account', async () => {
		const trigger = await started({ event: 'linkCreated' }, { accounts });
		await trigger.poll();
		const ids = seedMany(trigger.service, 'links', 3);
		const credentials = credentialsOf(trigger.service, { apiKey: `${KEY}-renewed` });
		const requests = await trigger.requestsOf(async () => {
			expect(idsOf(await trigger.poll({ credentials }))).toEqual(ids);
		});
		expect(requests.filter((line) => line === 'GET /api/account')).toHaveLength(1);
		const idle = await trigger.requestsOf(async () => await trigger.poll({ credentials }));
		expect(idle).toHaveLength(1);
		expect(JSON.stringify(trigger.staticData)).not.toContain(KEY);
	});

	it('keeps the cursor while a web page stands in front of the account, which a first poll can do without', async () => {
		const trigger = await started({ event: 'linkCreated' }, { accounts });
		trigger.service.addFault({ match: { path: '/api/account' }, kind: 'html200' });
		expect(await trigger.poll()).toBeUndefined();
		trigger.staticData = {};
		trigger.service.clearFaults();
		await trigger.poll({ activationMode: 'update' });
		const ids = seedMany(trigger.service, 'links', 3);
		trigger.service.addFault({ match: { path: '/api/account' }, kind: 'html200' });
		const credentials = credentialsOf(trigger.service, { apiKey: `${KEY}-renewed` });
		const durable = { credentials, activationMode: 'update', budgetMs: 36_000 } as const;
		expect((await errorOf(trigger.poll(durable))).message).toContain('web page');
		trigger.service.clearFaults();
		expect(idsOf(await trigger.poll(durable))).toEqual(ids);
	});

	it('that may not read its account goes on where the newest known records are there', async () => {
		const trigger = await started({ event: 'linkCreated' }, { accounts });
		seedMany(trigger.service, 'links', 5);
		await trigger.poll();
		const ids = seedMany(trigger.service, 'links', 3);
		trigger.service.addFault({ match: { path: '/api/account' }, kind: 'failureOn400' });
		const credentials = credentialsOf(trigger.service, { apiKey: `${KEY}-renewed` });
		expect(idsOf(await trigger.poll({ credentials }))).toEqual(ids);
	});

	it('that may not read its account starts afresh where they are not, and says so', async () => {
		const trigger = await started({ event: 'linkCreated' }, { accounts });
		seedMany(trigger.service, 'links', 5);
		await trigger.poll();
		seedMany(trigger.service, 'links', 3, { account: 2 });
		trigger.service.addFault({ match: { path: '/api/account' }, kind: 'failureOn400' });
		const credentials = credentialsOf(trigger.service, { apiKey: `${KEY}-other` });
		const { value, logs } = await collectLogs(async () => await trigger.poll({ credentials }));
		expect(value).toBeUndefined();
		expect(logs).toContainEqual(
			expect.objectContaining({ level: 'warn', message: textWith('may not read its account') }),
		);
	});

	it('at another address goes on where the newest known records are there', async () => {
		const trigger = await started({ event: 'linkCreated' }, { accounts });
		seedMany(trigger.service, 'links', 5);
		await trigger.poll();
		const ids = seedMany(trigger.service, 'links', 3);
		const baseUrl = trigger.service.url.replace('127.0.0.1', 'localhost');
		const credentials = credentialsOf(trigger.service, { baseUrl });
		expect(idsOf(await trigger.poll({ credentials }))).toEqual(ids);
	});

	it('of the same account on a copy of the service starts afresh, and says so', async () => {
		const trigger = await started({ event: 'linkCreated' }, { accounts });
		seedMany(trigger.service, 'links', 5, { date: '2026-01-01 00:00:00' });
		await trigger.poll();
		const other = await serviceWith({ accounts });
		seedMany(other, 'links', 40, { date: '2026-02-01 00:00:00' });
		const { value, logs } = await collectLogs(
			async () => await trigger.poll({ credentials: credentialsOf(other) }),
		);
		expect(value).toBeUndefined();
		expect(logs).toContainEqual(
			expect.objectContaining({ level: 'warn', message: textWith('starts afresh') }),
		);
	});

	it('of another account starts afresh', async () => {
		const trigger = await started({ event: 'linkCreated' }, { accounts });
		await trigger.poll();
		seedMany(trigger.service, 'links', 3, { account: 2 });
		const credentials = credentialsOf(trigger.service, { apiKey: `${KEY}-other` });
		expect(await trigger.poll({ credentials })).toBeUndefined();
		const ids = seedMany(trigger.service, 'links', 1, { account: 2 });
		expect(idsOf(await trigger.poll({ credentials }))).toEqual(ids);
	});
});
