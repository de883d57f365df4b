import { sleep, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	RATE_LIMIT,
	type SeedKind,
	type SeedRow,
	type Service,
	type ServiceOptions,
} from '../../service/index.mts';
import { collectLogs, poll, type PollOptions } from '../harness/index.mts';
import { listen } from '../support/listener.mts';
import { textWith } from '../support/matchers.mts';
import { credentialsOf, KEY, requestLines, serviceWith } from '../support/service.mts';

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

/** A date as the service writes it. */
function dateAfter(startMs: number, seconds: number): string {
	const date = new Date(startMs + seconds * 1000);
	return date.toISOString().slice(0, 19).replace('T', ' ');
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

	const isByDate = event === 'linkCreated';

	it.each([
		['newest first', {}],
		...(isByDate ? [] : [['oldest first', { variations: { ascendingLists: true } }]]),
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

	it.each([
		{ order: 'newest first', ascendingLists: false, most: 1 },
		...(isByDate ? [] : [{ order: 'oldest first', ascendingLists: true, most: 3 }]),
	])(
		'costs $most requests at most and no write when nothing is new: $order',
		async ({ ascendingLists, most }) => {
			const trigger = await startedHere({ event }, { variations: { ascendingLists } });
			seedMany(trigger.service, kind, 230);
			for (let polls = 0; polls < 3; polls += 1) await trigger.poll();
			const before = JSON.stringify(trigger.staticData);
			Object.freeze(trigger.staticData);
			const requests = await trigger.requestsOf(async () => await trigger.poll());
			expect(requests.length).toBeLessThanOrEqual(most);
			for (const line of requests) expect(line).toContain(`GET ${path}?`);
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
				Array.from({ length: 100_000 }, (_, index) => ({ date: dateAfter(start, index) })),
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
					trigger.staticData.state,
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

	it.each([
		['an accent written in two ways', 'Café', { title: 'Cafe\u0301 menu' }],
		['a hard space', 'spring sale', { title: 'Spring\u00a0 Sale' }],
		['an address that is escaped', 'café', { url: 'https://example.com/caf%C3%A9' }],
		['an ampersand', 'q&a', { title: 'Q&A' }],
	])('finds %s', async (_, keyword, row) => {
		const trigger = await started({ event: 'linkCreated', filters: { keyword } });
		await trigger.poll();
		const ids = trigger.service.seed('links', [row]);
		expect(idsOf(await trigger.poll())).toEqual(ids);
	});

	it('says so in a test where no link matches', async () => {
		const trigger = await started({ event: 'linkCreated', filters: { keyword: 'summer' } });
		seedMany(trigger.service, 'links', 3);
		const { message } = await errorOf(trigger.poll({ mode: 'manual' }));
		expect(message).toBe('None of the newest links contains "summer"');
	});
});

describe('a service that was restored from a backup', () => {
	it('starts the trigger afresh with one line, and new links come once', async () => {
		const trigger = await started({ event: 'linkCreated' });
		const { service } = trigger;
		const start = Date.UTC(2026, 0, 1);
		const ids = service.seed(
			'links',
			Array.from({ length: 150 }, (_, index) => ({ date: dateAfter(start, index) })),
		);
		await trigger.poll();
		service.deleteLinks(ids.slice(-40));
		const { value, logs } = await collectLogs(async () => await trigger.poll());
		expect(value).toBeUndefined();
		expect(logs).toEqual([warning('The newest records that were known are gone')]);
		const fresh = seedMany(service, 'links', 2);
		const next = await collectLogs(async () => await trigger.poll());
		expect([idsOf(next.value), next.logs]).toEqual([fresh, []]);
	});

	it('is not what a person does who deletes the newest five links', async () => {
		const trigger = await started({ event: 'linkCreated' });
		const ids = seedMany(trigger.service, 'links', 20);
		await trigger.poll();
		trigger.service.deleteLinks(ids.slice(-5));
		const { value, logs } = await collectLogs(async () => await trigger.poll());
		expect([value, logs]).toEqual([undefined, []]);
		const fresh = seedMany(trigger.service, 'links', 1);
		expect(idsOf(await trigger.poll())).toEqual(fresh);
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

	it('emits an item again that was taken out for a poll and put back', async () => {
		const service = await serviceWith();
		const [channel = 0] = service.seed('channels', [{ name: 'To post' }]);
		const [first = 0, second = 0] = seedMany(service, 'links', 2);
		const put = (item: number) => service.seed('channelItems', [{ channel, type: 'links', item }]);
		put(first);
		put(second);
		const trigger = new Trigger(service, { event: 'channelItemAdded', channelId: channel });
		await trigger.poll();
		service.deleteLinks([second]);
		expect(await trigger.poll()).toBeUndefined();
		const [again = 0] = seedMany(service, 'links', 1);
		put(again);
		expect(idsOf(await trigger.poll())).toEqual([again]);
		expect(await trigger.poll()).toBeUndefined();
	});

	it('emits the first item of a channel that was empty', async () => {
		const service = await serviceWith();
		const [channel = 0] = service.seed('channels', [{ name: 'Empty' }]);
		const items = seedMany(service, 'links', 12);
		const trigger = new Trigger(service, { event: 'channelItemAdded', channelId: channel });
		expect(await trigger.poll()).toBeUndefined();
		service.seed(
			'channelItems',
			items.map((item) => ({ channel, type: 'links', item })),
		);
		expect(idsOf(await trigger.poll()).sort((one, other) => one - other)).toEqual(items);
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
			{ clicks: 500, date: '2026-01-01 00:00:00' },
			{ clicks: 99, date: '2026-03-01 00:00:00' },
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
		await trigger.poll();
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
			{ id: first, clicks: 8, clicksBefore: 5, newClicks: 3 },
		]);
		expect(await trigger.poll()).toBeUndefined();
		service.click(second, 2);
		expect(await trigger.poll()).toMatchObject([{ id: second, newClicks: 2 }]);
		expect(await trigger.poll({ mode: 'manual' })).toMatchObject([
			{ id: first, clicks: 8, clicksBefore: 7, newClicks: 1 },
		]);
	});

	it('goes on with a link whose alias was changed', async () => {
		const service = await serviceWith();
		const [id = 0] = service.seed('links', [{ alias: 'one', clicks: 80 }]);
		const trigger = new Trigger(
			service,
			chosen({ __rl: true, mode: 'shortUrl', value: `${service.url}/one` }),
		);
		await trigger.poll();
		service.editLink(id, { alias: 'other' });
		expect(await trigger.poll()).toBeUndefined();
		service.click(id, 2);
		expect(await trigger.poll()).toMatchObject([{ id, clicksBefore: 80, newClicks: 2 }]);
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
		expect(JSON.stringify(trigger.staticData.state)).not.toContain(`"${one}":`);
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
			{ id: ids[10], clicks: 997, clicksBefore: 990, newClicks: 7 },
		]);
		expect(await trigger.poll()).toBeUndefined();
	});
});

/** A service that was away is asked again within this time; n8n polls once a minute at most. */
const A_WHILE_MS = 10_000;

const warning = (part: string): unknown =>
	expect.objectContaining({ level: 'warn', message: textWith(part) });

/** Failures that may pass by themselves. */
const PASSING = ['status500', 'closeBefore', 'empty', 'status502Html', 'html200'] as const;

describe('the first poll after a restart', () => {
	it.each(PASSING)('survives %s and goes on afterwards, with a line in the log', async (kind) => {
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
		expect(logs).toContainEqual(warning('Nothing is lost'));
		expect(JSON.stringify(trigger.staticData)).toBe(before);
		await sleep(A_WHILE_MS);
		expect((await errorOf(trigger.poll())).message).not.toContain(KEY);
		trigger.service.clearFaults();
		await sleep(A_WHILE_MS);
		expect(idsOf(await trigger.poll())).toEqual(ids);
	});

	it('survives a host that cannot be found, and another program', async () => {
		const { url } = await listen((response) => {
			response.setHeader('content-type', 'application/json');
			response.end('{"status":"checking"}');
		});
		for (const baseUrl of ['http://nowhere.invalid', url]) {
			const trigger = await started({ event: 'linkCreated' });
			await trigger.poll();
			trigger.restart();
			const credentials = credentialsOf(trigger.service, { baseUrl });
			expect(await trigger.poll({ credentials, activationMode: 'init' })).toBeUndefined();
			expect((await errorOf(trigger.poll({ credentials }))).message).not.toBe('');
		}
	});
});

describe('an activation', () => {
	it.each([...PASSING, 'down', 'wrongKey'] as const)(
		'fails where nothing was read yet, so that a person is told: %s',
		async (kind) => {
			const trigger = await started({ event: 'linkCreated' });
			const { service } = trigger;
			const credentials = credentialsOf(service, {
				...(kind === 'down' && { baseUrl: 'http://nowhere.invalid' }),
				...(kind === 'wrongKey' && { apiKey: 'wrong' }),
			});
			if (kind !== 'down' && kind !== 'wrongKey') service.addFault({ match: {}, kind });
			// n8n tries an activation more than once, and shows the message alone of the last try.
			await errorOf(trigger.poll({ credentials }));
			await sleep(A_WHILE_MS);
			const { message } = await errorOf(trigger.poll({ credentials }));
			expect(message).toMatch(/^Trigger: \S.+\. \S/);
			// n8n puts words of its own in place of a message with such a code.
			expect(message).not.toMatch(/\bE[A-Z]{3,}/);
			expect(trigger.staticData).toEqual({});
		},
	);

	it('waits for a rate limit that is used up', async () => {
		const trigger = await started({ event: 'linkCreated' });
		trigger.service.addFault({ match: {}, kind: 'rateLimited429', retryAfter: 600 });
		const { value, logs } = await collectLogs(async () => await trigger.poll());
		expect(value).toBeUndefined();
		expect(logs).toContainEqual(warning('Nothing is lost'));
		expect(trigger.staticData).toEqual({});
	});
});

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

	it(
		'gets its turn where 40 triggers share 30 requests a minute',
		{ timeout: 120_000 },
		async () => {
			const service = await serviceWith({ rateLimit: { ...RATE_LIMIT, limit: 30 } });
			seedMany(service, 'links', 230);
			const triggers = Array.from({ length: 40 }, () => ({
				trigger: new Trigger(service, { event: 'linkCreated' }),
				found: [] as number[],
			}));
			const created: number[] = [];
			const underWay: Array<Promise<void>> = [];
			const isBehind = ({ found }: { found: number[] }) => found.length < created.length;
			// n8n polls all of them at the same second of every minute.
			for (let minute = 0; minute < 30 && (minute < 10 || triggers.some(isBehind)); minute += 1) {
				for (const one of triggers) {
					const poll = async () => {
						one.found.push(...idsOf(await one.trigger.poll()));
					};
					underWay.push(poll());
				}
				await sleep(60_000);
				if (minute === 8) created.push(...seedMany(service, 'links', 2));
			}
			await Promise.all(underWay);
			for (const { found } of triggers) expect(found).toEqual(created);
		},
	);

	it('emits what it has when the rate limit ends it half way, and goes on there', async () => {
		const trigger = await started({ event: 'linkCreated' });
		seedMany(trigger.service, 'links', 200);
		await trigger.poll();
		const ids = seedMany(trigger.service, 'links', 500);
		trigger.service.set({ rateLimit: { ...RATE_LIMIT, windowMs: 1_000, limit: 3 } });
		const found: number[] = [];
		for (let polls = 0; found.length < 500 && polls < 60; polls += 1) {
			found.push(...idsOf(await trigger.poll({ budgetMs: 300 })));
			await sleep(200);
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

	it.each(['failureOn200', 'status500', 'closeBefore'] as const)(
		'that fails in the middle of a burst loses nothing: %s',
		async (kind) => {
			const trigger = await started({ event: 'linkCreated' });
			seedMany(trigger.service, 'links', 200);
			await trigger.poll();
			const before = JSON.stringify(trigger.staticData);
			const ids = seedMany(trigger.service, 'links', 400);
			trigger.service.addFault({ match: { after: 2 }, kind });
			expect((await errorOf(trigger.poll())).message).not.toBe('');
			expect(JSON.stringify(trigger.staticData)).toBe(before);
			trigger.service.clearFaults();
			await sleep(A_WHILE_MS);
			expect(idsOf(await trigger.poll())).toEqual(ids);
		},
	);
});

describe('what cannot be read', () => {
	it.each([
		['IDs', { event: 'linkCreated' }, { id: 'abc-21', clicks: 3 }, 'without an ID'],
		['IDs', { event: 'channelItemAdded', channelId: 3 }, { title: 'Post' }, 'without an ID'],
		[
			'clicks',
			{ event: 'linkClicked' },
			{ id: 21, clicks: '1.2K' },
			'without its ID and its clicks',
		],
		['clicks', { event: 'linkClicksReached' }, { id: 21 }, 'without its ID and its clicks'],
	])('fails the poll where no record has %s: %o', async (_, parameters, row, part) => {
		const { url } = await listen((response) => {
			const list = { maxpage: 1, urls: [row, row], items: [row, row] };
			const data =
				parameters.event === 'channelItemAdded' ? { maxpage: 1, items: list.items } : list;
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ error: 0, data }));
		});
		const credentials = { baseUrl: url, apiKey: KEY };
		const work = poll({ parameters, credentials, staticData: {}, mode: 'trigger' });
		expect((await errorOf(work)).message).toContain(part);
	});
});

describe('other settings', () => {
	it('start afresh: another event, another filter, another address', async () => {
		const trigger = await started({ event: 'linkCreated' });
		const { service, parameters } = trigger;
		seedMany(service, 'links', 2);
		await trigger.poll();
		seedMany(service, 'campaigns', 2);
		parameters.event = 'campaignCreated';
		expect(await trigger.poll()).toBeUndefined();
		const campaigns = seedMany(service, 'campaigns', 1);
		expect(idsOf(await trigger.poll())).toEqual(campaigns);
		seedMany(service, 'links', 2);
		Object.assign(parameters, { event: 'linkCreated', filters: { keyword: 'x' } });
		expect(await trigger.poll()).toBeUndefined();
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

	it('start afresh after an update of the package that remembers in another way, with one line', async () => {
		const trigger = await started({ event: 'linkCreated' });
		seedMany(trigger.service, 'links', 3);
		trigger.staticData = {
			configKey: '{}',
			key: 'a',
			address: 'b',
			account: '1',
			cursor: { seenIds: '' },
		};
		const { value, logs } = await collectLogs(async () => await trigger.poll());
		expect(value).toBeUndefined();
		expect(logs).toEqual([warning('updated')]);
		expect(Object.keys(trigger.staticData).sort()).toEqual(['settings', 'state']);
		const ids = seedMany(trigger.service, 'links', 1);
		const next = await collectLogs(async () => await trigger.poll());
		expect([idsOf(next.value), next.logs]).toEqual([ids, []]);
	});

	it('are a mistake when the channel was deleted, which is told', async () => {
		const service = await serviceWith();
		const [channel = 0] = service.seed('channels', [{ name: 'Posts' }]);
		const trigger = new Trigger(service, { event: 'channelItemAdded', channelId: channel });
		await trigger.poll();
		trigger.parameters.channelId = channel + 50;
		expect((await errorOf(trigger.poll())).message).toMatch(/channel/i);
	});
});
