import { describe, expect, it } from 'vitest';
import { writeDate } from '../../service/database.mts';
import type { ServiceOptions } from '../../service/index.mts';
import type { INodeParameters } from 'n8n-workflow';
import { collectLogs } from '../harness/index.mts';
import { newRecordEvents } from '../support/cursors.mts';
import { textWith } from '../support/matchers.mts';
import { KEY, seedMany } from '../support/service.mts';
import { EMPTY_ACCOUNT, failureOf, idsOf, started, warning } from '../support/trigger.mts';

describe.each(newRecordEvents)('$event, $path', ({ event, kind, path, product }) => {
	const startedHere = async (parameters: INodeParameters, options: Partial<ServiceOptions> = {}) =>
		await started(parameters, { ...options, ...(product && { product }) });

	it('shows the newest in a test, then emits new ones once, and costs little when nothing is new', async () => {
		const trigger = await startedHere({ event });
		const old = seedMany(trigger.service, kind, 230);
		expect(idsOf(await trigger.poll({ mode: 'manual' }))).toEqual(old.slice(-1));
		expect(trigger.staticData).toEqual({});
		expect(await trigger.poll()).toBeUndefined();
		expect(await trigger.poll()).toBeUndefined();
		const one = seedMany(trigger.service, kind, 1);
		expect(idsOf(await trigger.poll())).toEqual(one);
		const many = seedMany(trigger.service, kind, 130);
		trigger.restart();
		expect(idsOf(await trigger.poll())).toEqual(many);
		for (let polls = 0; polls < 3; polls += 1) expect(await trigger.poll()).toBeUndefined();

		// A write of static data costs n8n's database one.
		Object.freeze(trigger.staticData);
		const before = JSON.stringify(trigger.staticData);
		const requests = await trigger.requestsOf(async () => await trigger.poll());
		expect(requests).toEqual([textWith(`GET ${path}?`)]);
		expect(JSON.stringify(trigger.staticData)).toBe(before);
		expect(before).not.toContain(KEY);
	});

	it('says in a test that there is nothing yet, and starts on an empty list', async () => {
		const trigger = await startedHere({ event }, { accounts: [EMPTY_ACCOUNT] });
		const { message, description } = await failureOf(trigger.poll({ mode: 'manual' }));
		expect(message).toMatch(/^There is no [\w ]+ to show yet$/);
		expect(description).toContain('test again');
		expect(await trigger.poll()).toBeUndefined();
		const ids = seedMany(trigger.service, kind, 2, { account: 7 });
		expect(idsOf(await trigger.poll())).toEqual(ids);
		expect(await trigger.poll()).toBeUndefined();
	});
});

it('5,000 new links between two polls come once each, the oldest first', async () => {
	const trigger = await started({ event: 'linkCreated' });
	seedMany(trigger.service, 'links', 300);
	await trigger.poll();
	const ids = seedMany(trigger.service, 'links', 5_000);
	expect((await trigger.poll())?.map(({ id }) => Number(id))).toEqual(ids);
	expect(await trigger.poll()).toBeUndefined();
	await trigger.poll();
	expect(await trigger.requestsOf(async () => await trigger.poll())).toHaveLength(1);
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
		['a URL that is escaped', 'café', { url: 'https://example.com/caf%C3%A9' }],
		['a space', 'Summer Sale', { url: 'https://example.com/?utm_term=Summer+Sale%202026#top' }],
		[
			'a space behind an entity',
			'spring sale',
			{ url: 'https://example.com/?a=1&#38;b=spring+sale' },
		],
		['a plus sign that is escaped', 'a+b', { url: 'https://example.com/?q=a%2Bb' }],
	])('finds %s', async (_, keyword, row) => {
		const trigger = await started({ event: 'linkCreated', filters: { keyword } });
		await trigger.poll();
		const ids = trigger.service.seed('links', [row]);
		expect(idsOf(await trigger.poll())).toEqual(ids);
	});

	it('is a plus sign where it has one', async () => {
		const trigger = await started({ event: 'linkCreated', filters: { keyword: 'C++' } });
		await trigger.poll();
		const titles = [{ title: 'Cooking' }, { title: 'Learn C++' }];
		const [, course] = trigger.service.seed('links', titles);
		expect(idsOf(await trigger.poll())).toEqual([course]);
	});

	it('says so in a test where no link matches', async () => {
		const trigger = await started({ event: 'linkCreated', filters: { keyword: 'summer' } });
		seedMany(trigger.service, 'links', 3);
		const { message } = await failureOf(trigger.poll({ mode: 'manual' }));
		expect(message).toBe('There is no recent link with "summer" to show yet');
	});
});

describe('a service that was restored from a backup', () => {
	it('starts the trigger over with one line, and new links come once', async () => {
		const trigger = await started({ event: 'linkCreated' });
		const { service } = trigger;
		const start = Date.UTC(2026, 0, 1);
		const ids = seedMany(service, 'links', 150, (number) => ({
			date: writeDate(start + 1_000 * number),
		}));
		await trigger.poll();
		service.deleteLinks(ids.slice(-40));
		const { value, logs } = await collectLogs(async () => await trigger.poll());
		expect(value).toBeUndefined();
		expect(logs).toEqual([warning('The newest known records no longer exist')]);
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
