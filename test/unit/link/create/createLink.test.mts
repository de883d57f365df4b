import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { CreateKey } from '../../../../nodes/LinkShortener/link/create/sendCreate';
import { CreateByKey } from '../../../../nodes/LinkShortener/link/create/createLink';
import { rowLink } from '../../../../nodes/LinkShortener/link/find/listedLink';
import type { Client } from '../../../../nodes/LinkShortener/api/client';
import { linksOf } from '../../../../nodes/LinkShortener/link/find/linkMemory';
import { Memory } from '../../../../nodes/LinkShortener/api/memory';
import {
	Cancelled,
	settle,
	UserFacingError,
} from '../../../../nodes/LinkShortener/shared/userFacingError';
import { atLeastOne } from '../../../lists.mts';
import { explained } from '../../refusals.mts';
import { textWith } from '../../../engine/support/matchers.mts';

const PAGE = 'https://example.com/page';
const HOST = 'https://go.brand';

beforeEach(() => {
	vi.useFakeTimers();
	return () => vi.useRealTimers();
});

/** How a create is answered: with a link, in words that quote `ALIAS`, or not at all. */
type Answer = { id?: number; alias?: string } | { no: string } | 'lost';

interface Script {
	answers: Answer[];
	/** What the list shows. */
	rows?: IDataObject[];
	deadlineMs?: number;
	/** After so many waits the run is stopped. */
	stopsAfter?: number;
}

/** A service that answers creates one after the other, knows no look-up by short URL, and lists a few links. */
function serviceOf({ answers, rows = [], deadlineMs, stopsAfter = Infinity }: Script) {
	const ofKey = new Memory();
	const ofRun = new Memory();
	let waits = 0;
	const sent: Array<{ alias: string; at: number }> = [];
	const failed = (message: string, mayBeDone?: true) =>
		new UserFacingError(message, '', {
			kind: mayBeDone ? 'unavailable' : 'rejected',
			...(mayBeDone && { mayBeDone }),
		});
	const send: Client['send'] = async ({ json = {}, onLeave }) => {
		onLeave?.(false);
		const alias = typeof json.custom === 'string' ? json.custom : '';
		sent.push({ alias, at: Date.now() });
		const answer = answers.shift() ?? 'lost';
		await Promise.resolve();
		if (answer === 'lost') {
			const error = failed('No response', true);
			return { kind: 'mayBeDone', error, isBroken: false };
		}
		if ('no' in answer) return { kind: 'failed', error: failed(answer.no.replace('ALIAS', alias)) };
		const { id, alias: chosen = alias } = answer;
		return { kind: 'success', body: { id, shorturl: `${HOST}/${chosen}` } };
	};
	const client = {
		baseUrl: HOST,
		send,
		request: async () => await Promise.reject(failed('No such link')),
		page: async () => await Promise.resolve({ records: rows, lastPage: 1 }),
		list: async function* () {
			yield* rows;
			await Promise.resolve();
		},
		sleep: async (ms) => {
			waits += 1;
			if (waits > stopsAfter) throw new Cancelled();
			vi.setSystemTime(Date.now() + ms);
			await Promise.resolve();
		},
		perKey: (...what) => ofKey.get(...what),
		perRun: (...what) => ofRun.get(...what),
		policy: {
			...{ caller: 'bulk', timeoutMs: 60_000 },
			...(deadlineMs === undefined ? {} : { deadline: Date.now() + deadlineMs }),
		},
	} satisfies Partial<Client> as unknown as Client;
	const { aliases } = linksOf(client);
	return {
		sent,
		aliases,
		create: async (body: IDataObject = {}, key = new CreateKey()) => {
			const how = { mode: 'update', number: 1, noun: 'item', dryRun: false, names: {} } as const;
			const row = { ...how, letsServiceChoose: false, ...rowLink({ url: PAGE, ...body }) };
			return await settle(new CreateByKey(client, row, key).run());
		},
	};
}

const doubt = (remedy = '') => explained({ mayBeDone: true, remedy: textWith(remedy) });

/** A link as a list shows it. */
const listed = (id: number, alias: string, longurl = PAGE): IDataObject => ({
	...{ id, alias, longurl, title: '' },
	shorturl: `${HOST}/${alias}`,
	date: `2026-01-05 09:00:${String(id).padStart(2, '0')}`,
});

const HAS_OURS = /^[b-z2-9]{7}$/;

describe('a create whose answer is lost', () => {
	it('is not sent again within 12 seconds, in its next try either, and has the same alias', async () => {
		const { create, sent } = serviceOf({ answers: ['lost', 'lost', 'lost', { id: 1 }] });
		const key = new CreateKey();

		expect(await create({}, key)).toEqual(doubt());
		expect(await create({}, key)).toMatchObject({ origin: 'created' });
		expect(new Set(sent.map(({ alias }) => alias)).size).toBe(1);
		atLeastOne(sent.slice(1)).forEach(({ at }, index) => {
			expect(at - (sent[index]?.at ?? 0)).toBeGreaterThanOrEqual(12_000);
		});
	});

	it('is sent once where a new link to its page has another alias, and none is known to be taken', async () => {
		const rows = [listed(2, 'x7q')];
		const { create, sent } = serviceOf({ answers: ['lost', 'lost'], rows });

		expect(await create()).toEqual(doubt('may have chosen another alias'));
		expect(sent).toHaveLength(1);
	});

	it('is in doubt with its alias where there is no time to look again', async () => {
		const { create, sent } = serviceOf({ answers: ['lost'], deadlineMs: 5_000 });

		expect(await create()).toEqual(doubt('its alias is '));
		expect(sent).toHaveLength(1);
	});

	it('is in doubt with its alias where its run is stopped before', async () => {
		const { create, sent } = serviceOf({ answers: ['lost'], stopsAfter: 0 });

		expect(await create()).toEqual(doubt('The run was stopped before this could be checked.'));
		expect(sent).toHaveLength(1);
	});

	it.each<[what: string, row: IDataObject, body: IDataObject, isItsOwn: boolean]>([
		['like its link', listed(3, 'sale'), {}, true],
		['in the service’s spelling', listed(3, 'big-sale'), { custom: 'Big Sale' }, true],
		['with another title', listed(3, 'sale'), { metatitle: 'Sale' }, false],
		['with a password', listed(3, 'sale'), { password: 'secret' }, false],
		['to another page', listed(3, 'sale', 'https://example.com/other'), {}, false],
	])(
		'has the link with the alias of a user only if it is as asked: %s',
		async (_, row, body, isItsOwn) => {
			const { create, sent } = serviceOf({ answers: ['lost'], rows: [row] });
			const end = await create({ custom: 'sale', ...body });

			if (isItsOwn) expect(end).toMatchObject({ origin: 'recovered' });
			else expect(end).toEqual(doubt('exists, and may differ'));
			expect(sent).toHaveLength(1);
		},
	);
});

describe('an alias that the node has made', () => {
	it('is left out once where it was refused, whatever the words', async () => {
		const no = { no: 'ALIAS jest zajęty' };
		const { create, sent } = serviceOf({ answers: [no, { id: 1 }, no, no] });

		expect(await create()).toMatchObject({ origin: 'created' });
		expect(await create()).toBeInstanceOf(UserFacingError);
		expect(sent.map(({ alias }) => alias !== '')).toEqual([true, false, true, false]);
	});

	it('that is taken in between starts the count over', async () => {
		const no = { no: 'Nie' };
		const plain = (alias: string): Answer => ({ alias });
		const { create, sent } = serviceOf({
			answers: [no, plain('r1'), no, plain('r2'), {}, no, plain('r3'), {}],
		});
		for (let item = 0; item < 5; item += 1) await create();
		expect(sent.at(-1)?.alias).toMatch(HAS_OURS);
	});

	it('is not sent any more where three new links had others, once a list has told the ids', async () => {
		const rows = [listed(5, 'old', 'https://example.com/other')];
		const made = [6, 7, 8, 9].map((id) => ({ id, alias: `x${id}` }));
		const { create, sent, aliases } = serviceOf({ answers: ['lost', ...made, 'lost'], rows });
		for (let item = 0; item < made.length; item += 1) await create();
		expect(aliases.areIgnored).toBe(true);

		expect(await create()).toEqual(doubt('Nothing identifies its link.'));
		expect(sent.at(-1)?.alias).toBe('');
		expect(sent).toHaveLength(6);
	});
});

it('a link that the service had is found, and so is that of another item', async () => {
	const { create } = serviceOf({
		answers: [{ id: 9 }, { id: 5, alias: 'old' }, { id: 10, alias: 'old' }],
	});
	await create();

	expect(await create()).toMatchObject({ origin: 'found' });
	expect(await create()).toMatchObject({ origin: 'found' });
});

it('what was known when the first lost sending left tells which links are older', () => {
	const key = new CreateKey();
	const error = new UserFacingError('No response', '');
	for (const above of [5, 9]) key.lose(error, 'noAnswer', above);
	expect(key.above).toBe(5);
});
