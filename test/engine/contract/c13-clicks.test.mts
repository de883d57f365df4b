import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { collectLogs } from '../harness/index.mts';
import { pick } from '../operations/row.mts';
import { textWith } from '../support/matchers.mts';
import { seedMany, serviceWith } from '../support/service.mts';
import { EMPTY_ACCOUNT, failureOf, idsOf, started, Trigger, warning } from '../support/trigger.mts';

describe('channelItemAdded', () => {
	it('emits what is put in, old or new, once', async () => {
		const service = await serviceWith();
		const [channel = 0] = service.seed('channels', [{ name: 'To post' }]);
		const links = seedMany(service, 'links', 150);
		// The id of a link that is in the channel.
		const [bio = 0] = service.seed('bios', [{ id: links[20] ?? 0 }]);
		const put = (type: string, items: number[]) => {
			for (const item of items) service.seed('channelItems', [{ channel, type, item }]);
		};
		put('links', links.slice(10));
		const trigger = new Trigger(service, { event: 'channelItemAdded', channelId: channel });
		expect(await trigger.poll()).toBeUndefined();
		const idle = await trigger.requestsOf(async () => await trigger.poll());
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
		const { message } = await failureOf(trigger.poll());
		// As the toast of a failed activation shows it: the message alone.
		expect(message).toMatch(/^Trigger: Channel is empty\. Enter a value such as /);
		const [channel = 0] = trigger.service.seed('channels', [{ name: 'Empty' }]);
		const empty = new Trigger(trigger.service, { event: 'channelItemAdded', channelId: channel });
		expect((await failureOf(empty.poll({ mode: 'manual' }))).message).toBe(
			'There is no item in the channel to show yet',
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

	it('shows the most clicked link in a test where none has reached the number', async () => {
		for (const variations of [{}, { numbersAsStrings: true }]) {
			const trigger = await started({ event: 'linkClicksReached', clicks: 100 }, { variations });
			const [, most] = trigger.service.seed('links', [{}, { clicks: 12 }, { clicks: 3 }]);
			expect(await trigger.poll({ mode: 'manual' })).toMatchObject([{ id: most, clicks: 12 }]);
			expect(trigger.staticData).toEqual({});
		}
		const empty = await started(
			{ event: 'linkClicksReached', clicks: 1000 },
			{ accounts: [EMPTY_ACCOUNT] },
		);
		const { message, description } = await failureOf(empty.poll({ mode: 'manual' }));
		expect(message).toBe('There is no link to show yet');
		expect(description).toContain('Add one in the service and test again.');
	});

	it('wants a number', async () => {
		const trigger = await started({ event: 'linkClicksReached', clicks: 0 });
		expect((await failureOf(trigger.poll())).message).toContain('Clicks "0" is not a whole number');
	});
});

describe('linkClicked', () => {
	const byId = (value: number) => pick('id', value);
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
		const trigger = new Trigger(service, chosen(pick('list', first), pick('shortUrl', short)));
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

	it('names the link that does not exist, and more than can be watched', async () => {
		const trigger = await started(chosen(byId(77)));
		expect((await failureOf(trigger.poll())).message).toContain('Link 77: ');
		const ending = { __rl: true, mode: 'shortUrl', value: 'summer' };
		expect(
			(await failureOf(new Trigger(trigger.service, chosen(ending)).poll())).message,
		).toContain('Link "summer" is not a short URL');
		const many = Array.from({ length: 21 }, (_, index) => byId(index + 1));
		const other = new Trigger(trigger.service, chosen(...many));
		expect(await failureOf(other.poll())).toMatchObject({
			message: textWith('Links has 21 links, but no more than 20 can be watched one by one. '),
			description:
				'Remove some links, or set Links to Watch to Most Clicked Links, which takes up to 500.',
		});
		const most = { event: 'linkClicked', linksToWatch: 'mostClicked', numberOfLinks: 501 };
		const ranked = new Trigger(trigger.service, most);
		expect((await failureOf(ranked.poll())).message).toContain(
			'Number of Links "501" is more than 500',
		);
	});

	it('passes over a link that is gone, with a warning, and goes on with the others', async () => {
		const service = await serviceWith();
		const [gone = 0, other = 0] = service.seed('links', [{}, {}]);
		const trigger = new Trigger(service, chosen(byId(gone), byId(other)));
		await trigger.poll();
		service.deleteLinks([gone]);
		trigger.restart();
		for (let polls = 0; polls < 2; polls += 1) {
			service.click(other, 9);
			const { value, logs } = await collectLogs(async () => await trigger.poll());
			expect(value).toMatchObject([{ id: other, newClicks: 9 }]);
			expect(logs).toEqual([warning(`Link ${gone} no longer exists`)]);
		}
	});

	it('fails where no chosen link is left, and for any other reason', async () => {
		const service = await serviceWith();
		const [one = 0, two = 0] = seedMany(service, 'links', 2);
		const trigger = new Trigger(service, chosen(byId(one), byId(two)));
		await trigger.poll();
		service.addFault({
			match: { times: 1 },
			kind: 'failureOn200',
			message: 'You do not have this permission.',
		});
		expect((await failureOf(trigger.poll())).message).toContain('permission');
		service.clearFaults();
		await trigger.poll();
		service.deleteLinks([one, two]);
		expect((await failureOf(trigger.poll())).message).toContain('does not exist');
	});
});
