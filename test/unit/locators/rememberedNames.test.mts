import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { ListEndpoint } from '../../../nodes/LinkShortener/api/listings';
import { NAME_LISTS } from '../../../nodes/LinkShortener/locators/lists';
import {
	changing,
	idLookUp,
	nameById,
	LookUp,
	type ListReader,
} from '../../../nodes/LinkShortener/locators/rememberedNames';
import { readRedirectType } from '../../../nodes/LinkShortener/resources/link/references';
import { Memory } from '../../../nodes/LinkShortener/shared/memory';
import { UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
	vi.useRealTimers();
});

const SECOND = 1_000;
const MINUTE = 60_000;

/** An account whose lists count how often they are read; a list of 'away' cannot be read. */
function account(lists: Record<string, IDataObject[] | 'away' | 'notOnInstall'>) {
	const perKey = new Memory();
	const reads: string[] = [];
	/** A client, as a run opens one. */
	const open = (): ListReader => {
		const perRun = new Memory();
		return {
			perKey: (kind, make) => perKey.get(kind, make),
			perRun: (kind, make) => perRun.get(kind, make),
			policy: { priority: 'bulk', timeoutMs: 60_000 },
			async *list({ path }: ListEndpoint) {
				reads.push(path);
				await Promise.resolve();
				const records = lists[path] ?? [];
				if (typeof records === 'string') {
					const kind = records === 'away' ? 'unavailable' : records;
					throw new UserFacingError({ message: 'No answer', remedy: 'Wait.', kind });
				}
				yield* records;
			},
		};
	};
	return { open, lists, reads };
}

function campaigns(...names: string[]): IDataObject[] {
	return names.map((name, index) => ({ id: index + 1, name }));
}

async function campaign(client: ListReader, name: unknown): Promise<number> {
	return await idLookUp(name, 'Campaign', NAME_LISTS.campaign).find(client);
}

const change = async (client: ListReader) =>
	await changing(client, NAME_LISTS.campaign, Promise.resolve());

const PATH = '/api/campaigns';

it('a list is read once for rows at once and once in ten minutes', async () => {
	const { open, reads } = account({ [PATH]: campaigns('Spring', 'Summer') });
	const client = open();
	const names = Array.from({ length: 100 }, (_, index) => (index % 2 ? 'Spring' : 'summer'));
	const ids = await Promise.all(names.map(async (name) => await campaign(client, name)));
	expect(ids).toEqual(names.map((name) => (name === 'Spring' ? 1 : 2)));

	vi.setSystemTime(Date.now() + 10 * MINUTE - SECOND);
	await campaign(open(), 'Spring');
	expect(reads).toHaveLength(1);

	vi.setSystemTime(Date.now() + SECOND);
	await campaign(open(), 'Spring');
	expect(reads).toHaveLength(2);
});

it('a name that is not there is looked for again after 10 s, then once a minute', async () => {
	const { open, reads, lists } = account({ [PATH]: campaigns('Spring') });
	const client = open();
	for (const name of ['Summer', 'Autumn']) {
		await expect(campaign(client, name)).rejects.toThrow(`There is no campaign "${name}"`);
	}
	expect(reads).toHaveLength(1);

	lists[PATH] = campaigns('Spring', 'Summer');
	vi.setSystemTime(Date.now() + 10 * SECOND);
	expect(await campaign(client, 'Summer')).toBe(2);
	vi.setSystemTime(Date.now() + 59 * SECOND);
	await expect(campaign(open(), 'Autumn')).rejects.toThrow('There is no campaign "Autumn"');
	expect(reads).toHaveLength(2);

	lists[PATH] = campaigns('Spring', 'Summer', 'Autumn');
	vi.setSystemTime(Date.now() + SECOND);
	expect(await campaign(open(), 'Autumn')).toBe(3);
	expect(reads).toHaveLength(3);
});

it('a list that may have been changed is read anew', async () => {
	const { open, reads } = account({ [PATH]: campaigns('Spring') });
	await campaign(open(), 'Spring');
	const failed = Promise.reject(new Error('No answer'));
	await expect(changing(open(), NAME_LISTS.campaign, failed)).rejects.toThrow('No answer');
	await campaign(open(), 'Spring');
	expect(reads).toHaveLength(2);
});

it('a list that was being read while it was changed is read anew', async () => {
	const { open, reads } = account({ [PATH]: campaigns('Spring') });
	const reading = campaign(open(), 'Spring');
	await change(open());
	await reading;
	await campaign(open(), 'Spring');
	expect(reads).toHaveLength(2);
});

it('a run that changes a list it has read goes on with that, but for a name that is not there', async () => {
	const { open, reads, lists } = account({ [PATH]: campaigns('Spring') });
	const client = open();
	await campaign(client, 'Spring');
	lists[PATH] = campaigns('Spring', 'Summer');
	await change(client);

	expect(await campaign(client, 'Spring')).toBe(1);
	expect(reads).toHaveLength(1);
	expect(await campaign(client, 'Summer')).toBe(2);
	expect(reads).toHaveLength(2);
});

it('the name behind an id is read once by every run', async () => {
	const { open, reads, lists } = account({ [PATH]: campaigns('Spring') });
	const client = open();
	const name = async (run: ListReader, id: number) => await nameById(run, NAME_LISTS.campaign, id);
	expect(await Promise.all([name(client, 1), name(client, 2)])).toEqual(['Spring', undefined]);
	lists[PATH] = campaigns('Autumn');
	expect(await name(client, 1)).toBe('Spring');
	expect(await name(open(), 1)).toBe('Autumn');
	expect(reads).toHaveLength(2);
});

it('a read that failed is not remembered', async () => {
	const { open, reads, lists } = account({ [PATH]: 'away' });
	await expect(campaign(open(), 'Spring')).rejects.toThrow(
		'The campaigns could not be read to look up "Spring": No answer',
	);
	lists[PATH] = campaigns('Spring');
	expect(await campaign(open(), 'Spring')).toBe(1);
	expect(reads).toHaveLength(2);
});

it.each([
	{ list: 'away', remedy: 'Wait.' },
	{ list: 'notOnInstall', remedy: 'Wait. An ID needs no look-up.' },
] as const)('a list that is $list is told with: $remedy', async ({ list, remedy }) => {
	const { open } = account({ [PATH]: list });
	await expect(campaign(open(), 'Spring')).rejects.toMatchObject({ explanation: { remedy } });
});

it('each run reads for itself, since another one may be canceled', async () => {
	const { open, reads } = account({ [PATH]: campaigns('Spring') });
	await Promise.all([open(), open()].map(async (client) => await campaign(client, 'Spring')));
	expect(reads).toHaveLength(2);
});

async function redirectType(client: ListReader, value: unknown): Promise<string> {
	const read = readRedirectType(value);
	return read instanceof LookUp ? await read.find(client) : read;
}

const SPLASH = '/api/splash';
const OVERLAYS = '/api/overlay';

it.each<{ type: unknown; sent: string; reads?: string[] }>([
	{ type: 'Direct', sent: 'direct' },
	{ type: ' FRAME ', sent: 'frame' },
	{ type: 'splash', sent: 'splash' },
	{ type: 'Overlay-7', sent: 'overlay-7' },
	{ type: 12, sent: '12' },
	{ type: '12.0', sent: '12' },
	{ type: 'Thanks', sent: '81', reads: [SPLASH, OVERLAYS] },
	{ type: 'sale', sent: 'overlay-71', reads: [SPLASH, OVERLAYS] },
	{ type: { redirect: { type: 'Thanks' } }, sent: '81', reads: [SPLASH, OVERLAYS] },
	{ type: { redirect: { type: '' } }, sent: '' },
	{ type: {}, sent: '' },
	{
		type: { redirect: { type: 'splashPage', splashPageId: 'frame' } },
		sent: '82',
		reads: [SPLASH],
	},
	{
		type: { redirect: { type: 'ctaOverlay', ctaOverlayId: 'Sale' } },
		sent: 'overlay-71',
		reads: [OVERLAYS],
	},
	{ type: { redirect: { type: 'ctaOverlay', ctaOverlayId: '7' } }, sent: 'overlay-7' },
])('the redirect type $type is sent as $sent', async ({ type, sent, reads: expected = [] }) => {
	const { open, reads } = account({
		[SPLASH]: [
			{ id: '81', name: 'Thanks' },
			{ id: '82', name: 'Frame' },
		],
		[OVERLAYS]: [{ id: 71, name: 'Sale' }],
	});
	expect(await redirectType(open(), type)).toBe(sent);
	expect(reads).toEqual(expected);
});

it('a redirect type that is something else is refused', async () => {
	const { open } = account({ [SPLASH]: [], [OVERLAYS]: [] });
	await expect(redirectType(open(), { id: 7 })).rejects.toThrow(
		'There is no splash page or CTA overlay "{"id":7}"',
	);
});

it('a page is found where the install has no overlays', async () => {
	const { open, reads } = account({
		[SPLASH]: [{ id: 81, name: 'Thanks' }],
		[OVERLAYS]: 'notOnInstall',
	});
	const client = open();
	for (const type of ['Thanks', 'thanks']) {
		expect(await redirectType(client, type)).toBe('81');
	}
	expect(reads).toEqual([SPLASH, OVERLAYS]);
});
