import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { ListEndpoint } from '../../../nodes/LinkShortener/api/listings';
import { idReader, NAME_LISTS, noteNewName } from '../../../nodes/LinkShortener/locators/nameLists';
import { redirectTypeReader } from '../../../nodes/LinkShortener/resources/link/redirectType';
import { UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
	vi.useRealTimers();
});

const SECOND = 1_000;
const MINUTE = 60_000;

let accounts = 0;

/** An account whose lists count how often they are read; a list of 'away' cannot be read. */
function account(lists: Record<string, IDataObject[] | 'away' | 'notOnInstall'>) {
	accounts += 1;
	const identity = `account ${accounts}`;
	const reads: string[] = [];
	/** A client, as a run opens one. */
	const open = () => ({
		identity,
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
	});
	return { open, lists, reads };
}

function campaigns(...names: string[]): IDataObject[] {
	return names.map((name, index) => ({ id: index + 1, name }));
}

const campaign = (name: string, isCell = false) =>
	idReader(name, 'Campaign', NAME_LISTS.campaign, isCell);

const PATH = '/api/campaigns';

it('a list is read once for rows at once and once in ten minutes', async () => {
	const { open, reads } = account({ [PATH]: campaigns('Spring', 'Summer') });
	const client = open();
	const names = Array.from({ length: 100 }, (_, index) => (index % 2 ? 'Spring' : 'summer'));
	const ids = await Promise.all(names.map(async (name) => await campaign(name)(client)));
	expect(ids).toEqual(names.map((name) => (name === 'Spring' ? 1 : 2)));

	vi.setSystemTime(Date.now() + 10 * MINUTE - SECOND);
	await campaign('Spring')(open());
	expect(reads).toHaveLength(1);

	vi.setSystemTime(Date.now() + SECOND);
	await campaign('Spring')(open());
	expect(reads).toHaveLength(2);
});

it('a name that is not there is looked for again, once a minute', async () => {
	const { open, reads, lists } = account({ [PATH]: campaigns('Spring') });
	const client = open();
	for (const name of ['Summer', 'Autumn']) {
		await expect(campaign(name)(client)).rejects.toThrow(`There is no campaign "${name}"`);
	}
	expect(reads).toHaveLength(1);

	lists[PATH] = campaigns('Spring', 'Summer');
	vi.setSystemTime(Date.now() + MINUTE);
	expect(await campaign('Summer')(client)).toBe(2);
	await expect(campaign('Autumn')(client)).rejects.toThrow('There is no campaign "Autumn"');
	expect(reads).toHaveLength(2);
});

it('a name that this process gave is found at once', async () => {
	const { open, reads, lists } = account({ [PATH]: campaigns('Spring') });
	const client = open();
	await campaign('Spring')(client);
	lists[PATH] = campaigns('Spring', 'Summer');
	noteNewName(client, NAME_LISTS.campaign);

	expect(await campaign('Spring')(client)).toBe(1);
	expect(reads).toHaveLength(1);
	expect(await campaign('Summer')(client)).toBe(2);
	expect(reads).toHaveLength(2);
});

it('a read that failed is not remembered', async () => {
	const { open, reads, lists } = account({ [PATH]: 'away' });
	await expect(campaign('Spring')(open())).rejects.toThrow(
		'The campaigns could not be read to look up "Spring": No answer',
	);
	lists[PATH] = campaigns('Spring');
	expect(await campaign('Spring')(open())).toBe(1);
	expect(reads).toHaveLength(2);
});

it('each run reads for itself, since another one may be canceled', async () => {
	const { open, reads } = account({ [PATH]: campaigns('Spring') });
	await Promise.all([open(), open()].map(async (client) => await campaign('Spring')(client)));
	expect(reads).toHaveLength(2);
});

it('what one account knows is nothing to another', async () => {
	await campaign('Spring')(account({ [PATH]: campaigns('Spring') }).open());
	const other = account({ [PATH]: campaigns('Summer', 'Spring') });
	expect(await campaign('Spring')(other.open())).toBe(2);
});

it('digits need no list where they are in no cell', async () => {
	const { open, reads } = account({ [PATH]: 'away' });
	expect(await campaign('7')(open())).toBe(7);
	expect(reads).toEqual([]);
});

it('digits in cells need one read, and go on without it where it fails', async () => {
	const { open, reads } = account({ [PATH]: 'away' });
	const client = open();
	for (const id of ['7', '8', '9']) expect(await campaign(id, true)(client)).toBe(Number(id));
	expect(reads).toHaveLength(1);

	vi.setSystemTime(Date.now() + MINUTE);
	await campaign('7', true)(client);
	expect(reads).toHaveLength(2);
});

it('digits in a cell that are the name of another record are refused', async () => {
	const { open } = account({ [PATH]: campaigns('2024', '2') });
	await expect(campaign('2024', true)(open())).rejects.toThrow(
		'"2024" may be an ID, or the name of campaign 1',
	);
	expect(await campaign('2', true)(open())).toBe(2);
	expect(await campaign('2024')(open())).toBe(2024);
});

const SPLASH = '/api/splash';
const OVERLAYS = '/api/overlay';

it.each<{ type: unknown; sent: string; reads?: string[] }>([
	{ type: 'Direct', sent: 'direct' },
	{ type: ' FRAME ', sent: 'frame' },
	{ type: 'splash', sent: 'splash' },
	{ type: 'Overlay-7', sent: 'overlay-7' },
	{ type: 12, sent: '12' },
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
	expect(await redirectTypeReader(type, false)(open())).toBe(sent);
	expect(reads).toEqual(expected);
});

it('a redirect type that is something else is refused', async () => {
	const { open } = account({ [SPLASH]: [], [OVERLAYS]: [] });
	await expect(redirectTypeReader({ id: 7 }, true)(open())).rejects.toThrow(
		'There is no splash page or CTA overlay "{"id":7}"',
	);
});

it('the digits of a splash page in a cell may be the name of an overlay', async () => {
	const { open } = account({ [SPLASH]: [], [OVERLAYS]: [{ id: 71, name: '81' }] });
	await expect(redirectTypeReader('81', true)(open())).rejects.toThrow(
		'"81" may be an ID, or the name of CTA overlay 71',
	);
});

it('a page is found where the install has no overlays', async () => {
	const { open, reads } = account({
		[SPLASH]: [{ id: 81, name: 'Thanks' }],
		[OVERLAYS]: 'notOnInstall',
	});
	const client = open();
	for (const type of ['Thanks', 'thanks']) {
		expect(await redirectTypeReader(type, false)(client)).toBe('81');
	}
	expect(reads).toEqual([SPLASH, OVERLAYS]);
});
