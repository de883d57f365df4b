import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runNode, type RunOptions } from '../harness/index.mts';
import { anyText, textWith } from '../support/matchers.mts';
import { autoMap, doneBefore, errorOf, ON_ERROR, ON_ERROR_NAMES } from '../support/runs.mts';
import { createBodies, credentialsOf, longUrls, serviceWith } from '../support/service.mts';
import { PAGE } from '../support/sheet.mts';
import type { Service } from '../../service/index.mts';

const options = { inputFields: 'columns' };
const SYNC = autoMap({ operation: 'upsert', options });
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } as const;
const REFUSED = 'https://blocked.example/page';

/** Runs rows with On Error = Continue, unless another setting is given. */
async function run(
	service: Service,
	items: IDataObject[],
	parameters = SYNC,
	settings: Partial<RunOptions> = {},
) {
	return await runNode({
		credentials: credentialsOf(service),
		parameters,
		items,
		onError: ON_ERROR.Continue,
		...settings,
	});
}

describe('C20: Rows With Short URL', () => {
	it('gives the row back, with its columns filled, in any spelling', async () => {
		const service = await serviceWith();
		const row = {
			...{ id: 7, 'Long URL': PAGE, Owner: 'Kim', Password: 'hidden', 'Short URL': '' },
			...{ CLICKS: '', Action: '', Error: 'Not a web address.' },
		};
		const { items, hints } = await run(service, [row]);
		const [link] = service.links();

		expect(link).toMatchObject({ password: 'hidden' });
		expect(items).toEqual([
			{
				...{ id: 7, 'Long URL': PAGE, Owner: 'Kim', 'Short URL': link?.shorturl },
				...{ CLICKS: 0, Action: 'created', Error: '' },
			},
		]);
		// The columns that it fills are not told as columns that are no field.
		expect(hints.map(({ message }) => message)).toEqual([
			'1 created.',
			'Used: Long URL, Password. Ignored: id, Owner.',
		]);
	});

	it('adds what the row has no column for', async () => {
		const service = await serviceWith();
		const { items } = await run(service, [{ url: PAGE }, { url: 'not a url' }]);

		expect(items).toEqual([
			{ url: PAGE, shorturl: service.links()[0]?.shorturl, action: 'created', clicks: 0 },
			{ url: 'not a url', action: 'failed', error: textWith('is not a web address. Enter') },
		]);
	});

	it('fills the columns of the sheet in a row that lacks them, as nodes leave empty cells out', async () => {
		const service = await serviceWith();
		const first = { 'Long URL': PAGE, 'Short URL': '', Result: '', Error: 'An old one' };
		const { items } = await run(service, [
			first,
			{ 'Long URL': `${PAGE}/2` },
			{ 'Long URL': 'nowhere' },
		]);

		expect(items.map((item) => Object.keys(item).toSorted())).toEqual([
			['Error', 'Long URL', 'Result', 'Short URL', 'action', 'clicks'],
			['Error', 'Long URL', 'Short URL', 'action', 'clicks'],
			['Error', 'Long URL', 'action'],
		]);
	});

	it('comes in again, as often as it likes', async () => {
		const service = await serviceWith();
		const first = await run(service, [{ 'Long URL': PAGE, 'Short Link': '' }]);
		const second = await run(service, first.items);

		expect(second.items).toEqual([{ ...first.items[0], action: 'unchanged' }]);
		expect(second.hints.map(({ message }) => message)).toEqual(['1 unchanged.']);
		expect(service.links()).toHaveLength(1);
	});

	it('leaves the short URL and the clicks of a failed row alone', async () => {
		const service = await serviceWith();
		const row = { 'Long URL': 'nowhere', 'Short URL': 'https://go.example.com/a', Clicks: 12 };
		const { items } = await run(service, [row]);

		expect(items).toEqual([{ ...row, action: 'failed', error: anyText }]);
	});

	it.each([
		['create', autoMap({ options }), 'created'],
		['create', autoMap({ options: { ...options, ifLinkExists: 'returnExisting' } }), 'unchanged'],
	] as const)('tells what %s did', async (_operation, parameters, action) => {
		const service = await serviceWith();
		const [made] = (await run(service, [{ url: PAGE, Note: 'A' }])).items;
		const row = { url: PAGE, Note: 'A', shorturl: made?.shorturl, description: 'New' };
		const { items } = await run(service, [row], parameters);
		const { shorturl } = service.links().at(-1) ?? {};

		expect(items).toMatchObject([{ ...row, shorturl, action }]);
	});

	it('takes the row from the input where each field is mapped manually', async () => {
		const service = await serviceWith();
		const url = '={{ $json.page }}';
		const parameters = { resource: 'link', operation: 'create', url, options };
		const { items } = await run(service, [{ page: PAGE }, { page: 'nowhere' }], parameters);

		expect(items).toMatchObject([
			{ page: PAGE, action: 'created' },
			{ page: 'nowhere', action: 'failed', error: anyText },
		]);
	});
});

describe("C20: Rows With Short URL beside a sheet's own Action and Clicks", () => {
	/** An ad report, whose call to action and clicks are its own. */
	const ADS = ['Sign up', 'Learn more', 'nowhere'].map((action, at) => ({
		...{ 'Long URL': at === 2 ? 'nowhere' : `${PAGE}/${at}`, Action: action, Clicks: 1200 + at },
	}));

	it('leaves them alone, run after run, and says its own beside them', async () => {
		const service = await serviceWith();
		const first = await run(service, ADS);
		const second = await run(service, first.items);
		const [short, other] = service.links().map(({ shorturl }) => shorturl);
		const told = (action: string) => [
			{ ...ADS[0], shorturl: short, 'Link Action': action, 'Link Clicks': 0 },
			{ ...ADS[1], shorturl: other, 'Link Action': action, 'Link Clicks': 0 },
			{ ...ADS[2], 'Link Action': 'failed', error: anyText },
		];

		expect(first.items).toEqual(told('created'));
		expect(second.items).toEqual(
			told('unchanged').map((row) => ('error' in row ? row : { ...row, error: null })),
		);
	});

	it('leaves clicks alone that no run has written', async () => {
		const service = await serviceWith();
		const report = [0, 1].map((at) => ({ 'Long URL': `${PAGE}/${at}`, Clicks: 1200 + at }));
		const first = await run(service, report);
		const second = await run(service, first.items);

		const told = (action: string) => report.map((row) => ({ ...row, action, 'Link Clicks': 0 }));
		expect(first.items).toMatchObject(told('created'));
		expect(second.items).toMatchObject(told('unchanged'));
	});

	it.each([
		['what a run before has written', 'unchanged', 7],
		['nothing yet', '', ''],
	])('fills them where they hold %s', async (_, Action, Clicks) => {
		const service = await serviceWith();
		const rows = [1, 2].map((n) => ({ 'Long URL': `${PAGE}/${n}`, Action, Clicks }));
		const { items } = await run(service, rows);

		expect(items).toMatchObject(rows.map((row) => ({ ...row, Action: 'created', Clicks: 0 })));
		expect(items[0]).not.toHaveProperty('Link Action');
	});
});

describe('C20: Rows With Short URL with Retry On Fail', () => {
	const good = [1, 2].map((n) => ({ id: n, 'Long URL': `${PAGE}/${n}`, error: 'An old one' }));
	const bad = { id: 3, 'Long URL': REFUSED, error: '', 'Pass Word': 'hidden' };

	it('never takes a good row for a failed one, whatever its column error says', async () => {
		const service = await serviceWith();
		const { items } = await run(service, good, SYNC, RETRY);

		expect(createBodies(service)).toHaveLength(2);
		expect(items).toMatchObject(good.map(({ id }) => ({ id, action: 'created', error: null })));
	});

	const cases = ON_ERROR_NAMES.flatMap((onError) =>
		['first', 'last'].map((place) => ({ onError, place })),
	);

	it.each(cases)('loses and doubles nothing: $onError, the $place row refused', async (each) => {
		const { onError, place } = each;
		const service = await serviceWith();
		const rows = place === 'first' ? [bad, ...good] : [...good, bad];
		const settings = { onError: ON_ERROR[onError], ...RETRY };
		const result = await run(service, rows, SYNC, settings);
		const links = service.links();
		const shortUrlOf = (row: IDataObject) =>
			links.find(({ longurl }) => longurl === row['Long URL'])?.shorturl;

		if (onError === 'Stop') {
			expect(errorOf(result).message).toContain('blacklisted');
			// The error names links, not the ids of rows.
			expect(doneBefore(result).toSorted()).toEqual(links.map(({ shorturl }) => shorturl).sort());
			expect(new Set(longUrls(service)).size).toBe(links.length);
			return;
		}
		expect(longUrls(service)).toEqual(good.map((row) => row['Long URL']));
		expect([...result.items, ...result.errorItems]).toHaveLength(3);
		const done = result.items.filter(({ action }) => action === 'created');
		expect(done).toEqual(
			good.map((row) => ({
				...{ ...row, shorturl: shortUrlOf(row), clicks: 0 },
				...{ action: 'created', error: null },
			})),
		);
		const [failed] =
			onError === 'Continue' ? result.items.filter(({ error }) => error) : result.errorItems;
		const words = textWith('This domain name or link has been blacklisted.');
		expect(failed).toEqual(
			onError === 'Continue'
				? { id: 3, 'Long URL': REFUSED, action: 'failed', error: words }
				: // n8n itself gives the whole row there.
					{ ...bad, error: words },
		);
	});
});
