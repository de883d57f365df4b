import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	errorOf,
	failedItems,
	ON_ERROR,
	ON_ERROR_NAMES,
	RETRY,
	STOP,
	wordsOf,
} from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';
import { changesSent, complaints, outcomes, PAGE, sheetOn } from '../support/sheet.mts';

/** A service with links that rows are about: one of its own, and two that lead to one page. */
async function withLinks() {
	const service = await serviceWith();
	service.seed('links', [
		{ url: `${PAGE}/spring`, custom: 'spring', title: 'Old' },
		{ url: `${PAGE}/twice`, custom: 'one' },
		{ url: `${PAGE}/twice`, custom: 'other' },
	]);
	return service;
}

/** Rows that only a comparison with the links and with other rows shows to be wrong, and what they say. */
function wrongRows(): Array<[row: IDataObject, says: RegExp]> {
	return [
		[{ custom: 'spring', metatitle: 'Other' }, /already sets other values for this link/],
		[{ custom: 'nowhere' }, /There is no such link, and url is empty/],
		[{ url: PAGE, shorturl: 'https://bit.ly/x' }, /not a domain of this account/],
		[
			{ url: PAGE, custom: 'over', expiry: '31.01.2020' },
			/^expiry "31\.01\.2020" is in the past \(2020-01-31 .* If the column expiry is about something else/,
		],
	];
}

const GOOD: IDataObject[] = [
	{ custom: 'spring', metatitle: 'New' },
	{ url: `${PAGE}/new`, custom: 'new-one' },
];

describe('C15: rows that only their links or other rows show to be wrong', () => {
	it('are told at once with Stop, and nothing is sent, if rows of one name contradict', async () => {
		const service = await withLinks();
		const run = await sheetOn(service, {}, STOP).run([
			...GOOD,
			{ custom: 'spring', metatitle: 'Other' },
			{ url: PAGE, metatitle: '#N/A' },
			{ url: `${PAGE}/other`, custom: 'new-one' },
		]);
		const { message, description } = errorOf(run);

		expect(changesSent(service)).toEqual([]);
		expect(message).toContain('3 of 5 rows cannot be sent');
		expect(description).toContain('Nothing was sent.');
		expect(description).toContain('<b>Row 4:</b> metatitle has the formula error');
		expect(message).toContain('already sets other values for this link');
	});

	it.each([false, true])('fail alone with Continue, dry run %s', async (dryRun) => {
		const service = await withLinks();
		const wrong = wrongRows();
		const run = await sheetOn(service, { dryRun }).run([...GOOD, ...wrong.map(([row]) => row)]);

		expect(outcomes(run)).toEqual([
			dryRun ? 'update' : 'updated',
			dryRun ? 'create' : 'created',
			...wrong.map(() => 'failed'),
		]);
		expect(complaints(run)).toEqual(wrong.map(([, says]) => expect.stringMatching(says) as string));
	});
});

describe.each(ON_ERROR_NAMES)('C15: a list that cannot be read for the plan, with %s', (name) => {
	it('is what every row says, and nothing is sent', async () => {
		const service = await withLinks();
		const words = { kind: 'failureOn200', message: 'No lists today.' } as const;
		service.addFault({ ...words, match: { path: '/api/urls' } });
		const run = await sheetOn(service, {}, { onError: ON_ERROR[name] }).run(GOOD);
		const failed = name === 'Error Output' ? run.errorItems : failedItems(run);
		const said = [errorOf(run).message, ...failed.map(wordsOf)].join('\n');

		expect(changesSent(service)).toEqual([]);
		expect(said).toContain('No lists today');
		expect(failed).toHaveLength(name === 'Stop' ? 0 : 2);
	});
});

describe('C6: of rows that name one link in different ways', () => {
	it('those that were done in an earlier try of Retry On Fail still count', async () => {
		const service = await withLinks();
		const match = { method: 'POST', nth: 1 };
		service.addFault({ kind: 'failureOn200', match, message: 'Not now.' });
		const options = { batching: { maxInFlight: 1 } };
		const run = await sheetOn(service, { options }, { ...STOP, ...RETRY }).run([
			{ custom: 'spring', metatitle: 'New' },
			{ url: `${PAGE}/new`, custom: 'new-one' },
			{ custom: 'spring', metatitle: 'New' },
		]);

		expect(outcomes(run)).toEqual(['updated', 'created', 'repeated']);
		expect(changesSent(service)).toEqual([
			'PUT /api/url/1/update',
			'POST /api/url/add',
			'POST /api/url/add',
		]);
	});

	it('each is about its own where they swap their pages', async () => {
		const service = await withLinks();
		service.seed('links', [{ url: `${PAGE}/summer`, custom: 'summer' }]);
		const run = await sheetOn(service).run([
			{ custom: 'spring', url: `${PAGE}/summer` },
			{ custom: 'summer', url: `${PAGE}/spring` },
		]);

		expect(outcomes(run)).toEqual(['updated', 'updated']);
		const pages = service.links().map(({ alias, longurl }) => `${alias} ${longurl}`);
		expect(pages).toEqual(
			expect.arrayContaining([`spring ${PAGE}/summer`, `summer ${PAGE}/spring`]),
		);
	});
});
